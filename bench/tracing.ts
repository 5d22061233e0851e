// npm run bench:tracing            bookings and searches with all requests traced, a tenth of them, and none; a minute
// npm run bench:tracing -- --full  more and longer rounds
import { createServer } from 'node:http'

import { addDays, dayOf } from '../app/platform/days.ts'
import { fillMarket } from '../server/simulate/fill.ts'
import { type Question } from './api/client.ts'
import { startClient } from './api/measure.ts'
import { makeSlots } from './booking/market.ts'
import { freePort, startServer } from './booking/processes.ts'
import { median, tableOf } from './booking/table.ts'
import { bookingBody } from './booking/target.ts'
import { type BenchDatabase, unlimited, withDatabase } from './database.ts'

const full = process.argv.includes('--full')
const rounds = full ? 12 : 5
const milliseconds = full ? 2500 : 1500
const callers = 32
/** Aim: the rate with all requests traced, as a share of the rate without. */
const least = 0.75
const untraced = 'no traces'

// Takes what the sites export and answers at once, as a collector does. It shares the two cores with them.
let exports = 0
const collector = createServer((request, response) => {
  request.resume().on('end', () => {
    exports++
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
})
const collectorPort = await freePort()
await new Promise<void>((ready) => collector.listen(collectorPort, '127.0.0.1', ready))

await withDatabase({ max: 4, ...unlimited }, run)
collector.closeAllConnections()
collector.close()

async function run({ sql, folder }: BenchDatabase) {
  const today = dayOf(new Date())
  await fillMarket(sql, { vineyards: 1000, bookings: 10_000, seed: 1, today }, () => {})
  const { many } = await makeSlots(sql, today)
  const questions: Record<string, Question[]> = {
    bookings: Array.from({ length: 1200 }, (_, n) => ({ path: '/api/bookings', body: bookingBody(many, n) })),
    searches: Array.from({ length: 600 }, (_, n) => ({
      path: `/explore.data?date=${addDays(today, 1 + (n % 90))}&guests=${1 + (n % 6)}`,
    })),
  }
  const kinds = Object.values(questions)
  const exporting = (share: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    OTEL_TRACES_SAMPLER_ARG: share,
  })
  const program = new URL('../server/main.ts', import.meta.url)
  const sites = [
    { name: untraced, ...(await startServer(program, folder, 10)) },
    { name: 'a tenth traced', ...(await startServer(program, folder, 10, exporting('0.1'))) },
    { name: 'all traced', ...(await startServer(program, folder, 10, exporting('1'))) },
  ]
  const client = startClient()
  const rates = new Map(sites.map(({ name }) => [name, kinds.map((): number[] => [])]))
  try {
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++)
      for (const { name, port } of sites)
        for (const [at, of] of kinds.entries()) {
          const order = {
            port,
            clients: callers,
            milliseconds: round === 0 ? 500 : milliseconds,
            questions: of,
          }
          const { length: done } = await client.ask(order)
          if (round > 0) rates.get(name)?.[at]?.push((done / milliseconds) * 1000)
        }
  } finally {
    client.stop()
    for (const { stop } of sites) await stop()
  }
  if (exports === 0) throw new Error('No traces were exported.')

  const medians = new Map([...rates].map(([name, all]) => [name, all.map(median)]))
  console.log(
    `A second: medians of ${rounds} rounds in turns, ${callers} callers, ${exports} exports to a collector on the same two cores.`,
  )
  console.log(tableOf(medians, Object.keys(questions), untraced))
  const shares = (medians.get('all traced') ?? []).map(
    (rate, at) => rate / (medians.get(untraced)?.[at] ?? Number.NaN),
  )
  const met = shares.every((share) => share >= least)
  console.log(`\nAim: at least ${least} of the rates with all requests traced. ${met ? 'Met.' : 'Missed.'}`)
  if (!met) process.exitCode = 1
}
