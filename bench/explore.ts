// npm run bench:explore            1,000 vineyards, under three minutes
// npm run bench:explore -- --full  also 100,000, about twenty minutes; EXPLORE_VINEYARDS=100000 skips the smaller size
// Exits with 1 if an aim was missed.
import { warmSearchIndex } from '../app/search/index/search-index.server.ts'
import { exploreVineyards } from '../app/search/search.server.ts'
import type { Sql } from '../app/platform/database.server.ts'
import { table } from './booking/table.ts'
import { unlimited, withDatabase } from './database.ts'
import { missedAims, type Outcome } from './explore/aims.ts'
import { byScan, byTrigrams, counting, ours } from './explore/contestants.ts'
import { indexTrigrams, makeVineyards } from './explore/market.ts'
import { countDifferences, measure, type Times } from './explore/measure.ts'
import { kinds, now, randomSearches, today } from './explore/searches.ts'

const full = process.argv.includes('--full')
const say = (line: string) => console.log(line)

const small = full
  ? { vineyards: 1000, searches: 10_000, days: 0.3, most: 500, milliseconds: 10_000, peerMilliseconds: 5000 }
  : { vineyards: 1000, searches: 1000, days: 0.3, most: 200, milliseconds: 1500, peerMilliseconds: 1500 }
// Here a peer takes ten seconds and more for a day, so it runs once per kind and once per random search.
const large = {
  vineyards: 100_000,
  searches: 300,
  days: 0.08,
  most: 300,
  milliseconds: 15_000,
  peerMilliseconds: 3000,
}

const least = Number(process.env.EXPLORE_VINEYARDS ?? 0)
const sizes = (full ? [small, large] : [small]).filter(({ vineyards }) => vineyards >= least)
for (const size of sizes)
  await withDatabase({ max: 4, ...unlimited }, async ({ sql }) => {
    await makeVineyards(sql, size.vineyards, today)
    await compare(sql, size)
  })

async function compare(sql: Sql, size: typeof small) {
  const { sql: counted, sent } = counting(sql)
  const { megabytes, seconds } = await load(counted)
  await indexTrigrams(sql)
  say(
    `\n${size.vineyards} vineyards: loaded in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB. Times in ms inside the server: median and 99th percentile.` +
      '\nThe peers ran in turns with us; "×" is how many times as long as ours they took.',
  )

  const [mine, scan, trigrams] = [ours(counted), byScan(sql), byTrigrams(sql)]
  const outcomes: Outcome[] = []
  const rows = [['', 'hits', 'queries', 'p50', 'p99', 'ilike', '×', 'trigrams', '×', 'page p50', 'p99']]
  for (const [name, search] of Object.entries(kinds)) {
    // Nearest first has no peer: ordering by name is less work.
    const peers = [mine, ...(search.near ? [] : [scan, trigrams])]
    const [own, ilike, trigram] = (await measure(peers, search, size)) as [Times, Times?, Times?]
    const [page] = (await measure([listOf(counted)], search, { ...size, most: 100 })) as [Times]
    outcomes.push({ name, withDay: search.filters.date !== null, own, ilike, trigrams: trigram })
    const before = sent()
    const { total } = await mine(search, now)
    const against = (peer?: Times) =>
      peer ? [peer.p50.toFixed(1), (peer.p50 / own.p50).toFixed(1)] : ['', '']
    rows.push([
      name,
      String(total),
      String(sent() - before),
      own.p50.toFixed(2),
      own.p99.toFixed(2),
      ...against(ilike),
      ...against(trigram),
      page.p50.toFixed(1),
      page.p99.toFixed(1),
    ])
  }
  say(table(rows))
  const missed = missedAims(size.vineyards, outcomes)
  for (const aim of missed) say(`Missed: ${aim}.`)
  if (missed.length > 0) process.exitCode = 1

  const searches = await randomSearches(sql, size.searches, {
    daysShare: size.days,
    countyForDay: size.vineyards > 10_000,
  })
  const { differing, found, first } = await countDifferences([mine, trigrams], searches)
  say(`${searches.length} random searches with ${found} hits: ${differing} results differed. ${first}`)
  if (differing > 0) process.exitCode = 1
}

/** Runs the search and reads the facts of the cards, as the page does. */
function listOf(sql: Sql): ReturnType<typeof ours> {
  return async (search, at) => {
    const { total, vineyards } = await exploreVineyards(sql, { ...search, page: 1 }, at)
    return { total, ids: vineyards.map(({ id }) => id) }
  }
}

async function load(sql: Sql): Promise<{ megabytes: number; seconds: number }> {
  const held = () => {
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = held()
  const started = performance.now()
  await warmSearchIndex(sql, 100)
  const seconds = (performance.now() - started) / 1000
  return { megabytes: (held() - before) / 1e6, seconds }
}
