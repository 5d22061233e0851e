// npm run bench:explore            500 vineyards, about three minutes
// npm run bench:explore -- --full  2,000 vineyards with 3.6 million slots, about fifteen minutes
// Exits with 1 if an aim was missed or a result differs from the reference.
import { exploreVineyards } from '../app/search/search.server.ts'
import { keepVineyards } from '../app/search/matches.server.ts'
import type { Sql } from '../app/platform/database.server.ts'
import { table } from './booking/table.ts'
import { unlimited, withDatabase } from './database.ts'
import { missedAims, type Outcome } from './explore/aims.ts'
import { counting, ours, plainly } from './explore/contestants.ts'
import { makeVineyards } from './explore/market.ts'
import { countDifferences, measure, type Times } from './explore/measure.ts'
import { kinds, now, randomSearches, today } from './explore/searches.ts'

const size = process.argv.includes('--full')
  ? { vineyards: 2000, searches: 1000, most: 500, milliseconds: 10_000, peerMilliseconds: 3000 }
  : { vineyards: 500, searches: 300, most: 200, milliseconds: 1500, peerMilliseconds: 1500 }
/** Milliseconds for which the order of all vineyards is kept, as by the site. */
const orderGoodFor = 5000
const say = (line: string) => console.log(line)

await withDatabase({ max: 4, ...unlimited }, async ({ sql }) => {
  await makeVineyards(sql, size.vineyards, today)
  const [{ slots }] = await sql<[{ slots: number }]>`select count(*)::int as slots from slots`
  say(
    `\n${size.vineyards} vineyards, ${slots} slots. Times in ms inside the server: median and 95th percentile. "page" also ` +
      'reads the facts of the cards. The reference computes every slot of the day.',
  )
  await compare(sql)
})

async function compare(sql: Sql) {
  const { sql: counted, sent } = counting(sql)
  const [mine, reference] = [ours(counted), plainly(sql)]
  const outcomes: Outcome[] = []
  const rows = [
    ['', 'hits', 'statements', 'p50', 'p95', 'reference', 'page p50', 'p95', 'order not kept p50', 'p95'],
  ]
  for (const [name, search] of Object.entries(kinds)) {
    const withDay = search.filters.date !== null
    const [computed] = withDay
      ? []
      : ((await measure([listOf(sql)], search, { ...size, most: 100 })) as [Times])
    keepVineyards(counted, orderGoodFor)
    const peers = [mine, ...(search.near ? [] : [reference])]
    const [own, plain] = (await measure(peers, search, size)) as [Times, Times?]
    const [page] = (await measure([listOf(counted)], search, { ...size, most: 100 })) as [Times]
    outcomes.push({ name, withDay, page })
    const before = sent()
    const { total } = await mine(search, now)
    const statements = sent() - before
    const timesOf = (times?: Times) => (times ? [times.p50.toFixed(1), times.p95.toFixed(1)] : ['', ''])
    rows.push([
      name,
      String(total),
      String(statements),
      ...timesOf(own),
      plain?.p50.toFixed(1) ?? '',
      ...timesOf(page),
      ...timesOf(computed),
    ])
  }
  say(table(rows))
  const missed = missedAims(size.vineyards, outcomes)
  for (const aim of missed) say(`Missed: ${aim}.`)
  if (missed.length > 0) process.exitCode = 1

  const searches = await randomSearches(sql, size.searches, 0.3)
  const { differing, found, first } = await countDifferences([ours(sql), reference], searches)
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
