// npm run bench -- scale            measures the market that we design for. BENCH_DATA names a folder that keeps this market.
// npm run bench -- scale --short    measures a market of 20 vineyards, to see that the bench works
import { findInconsistencies } from '../app/operations/consistency-checks/consistency-check.server.ts'
import { conclude, isShort, judge, say } from './figures.ts'
import { startProcess } from './processes.ts'
import { measureAnswers } from './scale/answers.ts'
import { compareCachedPage } from './scale/cached-page.ts'
import { type Market, withMarket } from './scale/market.ts'

const settings = { DATABASE_POOL: '10' }
/** The number of pages that a process answers in a busy minute. */
const pages = isShort ? 20 : 1000

await withMarket(async (market) => {
  await measureCheck(market)
  const uncached = await startProcess('server/main.ts', market.folder, { ...settings, KEPT_PAGES_MB: '0' })
  try {
    await measureAnswers(market, uncached.port)
  } finally {
    await uncached.stop()
  }
  await measureProcesses(market)
})
conclude()

/** Measures how long it takes to compare all stored data, as the consistency check does. */
async function measureCheck({ sql }: Market) {
  const began = performance.now()
  const faults = await findInconsistencies(sql, new Date())
  const seconds = (performance.now() - began) / 1000
  const verdict = judge('the consistency check', seconds, { most: 60 })
  say(
    `\nThe consistency check took ${seconds.toFixed(1)} s and found ${faults.length} faults (aim: at most 60 s, ${verdict}).`,
  )
}

/** Measures a cached page, and the start and the memory of a worker and of a site with default settings. */
async function measureProcesses({ folder, vineyards }: Market) {
  const began = performance.now()
  const site = await startProcess('server/main.ts', folder, settings)
  const open = async (path: string) => (await fetch(`http://127.0.0.1:${site.port}${path}`)).text()
  await open('/explore')
  const seconds = (performance.now() - began) / 1000
  const worker = await startProcess('server/worker.ts', folder, settings)
  try {
    for (let n = 0; n < pages; n++) await open(`/vineyard/${vineyards[n % vineyards.length]}`)
    say(
      `\nThe first page came ${seconds.toFixed(1)} s after the start (aim: at most 5, ${judge('the start', seconds, { most: 5 })}). ` +
        `Memory at most: site ${site.memory().toFixed(0)} MB after ${pages} pages,\nworker ${worker.memory().toFixed(0)} MB.`,
    )
  } finally {
    await worker.stop()
  }
  try {
    await compareCachedPage(site.port, folder)
  } finally {
    await site.stop()
  }
}
