// npm run bench:api            the most frequent requests with 16 and 64 callers, compared with the database alone; two minutes
// npm run bench:api -- --full  more and longer rounds
import { dayOf } from '../app/platform/days.ts'
import { kindsOf } from './api/kinds.ts'
import { measure, startClient } from './api/measure.ts'
import { makeSlots } from './booking/market.ts'
import { startServer } from './booking/processes.ts'
import { percentile, table } from './booking/table.ts'
import { type BenchDatabase, unlimited, withDatabase } from './database.ts'
import { statementsOf } from './recording.ts'
import { makeMarket } from './staff/market.ts'

const full = process.argv.includes('--full')
const size = full
  ? { vineyards: 20_000, bookings: 200_000, crowd: 50_000, days: 1000 }
  : { vineyards: 1000, bookings: 10_000, crowd: 10_000, days: 365 }
const turns = full ? { rounds: 8, milliseconds: 3000 } : { rounds: 3, milliseconds: 600 }
/** Connections to the database: the same for the site and for direct calls. */
const connections = 10

await withDatabase({ max: connections, ...unlimited }, run)

async function run({ sql, folder }: BenchDatabase) {
  const today = dayOf(new Date())
  const market = await makeMarket(sql, size, today)
  const { many } = await makeSlots(sql, today)
  const kinds = await kindsOf(sql, { market, many, today }, await statementsOf(sql, folder))
  const { port, stop } = await startServer(new URL('../server/main.ts', import.meta.url), folder, connections)
  const client = startClient()
  const rows = [['', 'at once', 'p50', 'p95', 'p99', 'a second', 'bare p50', 'p95', 'p99', 'HTTP is']]
  try {
    for (const kind of kinds)
      for (const clients of [16, 64]) {
        const { http, bare } = await measure(kind, clients, { port, ask: client.ask }, turns)
        const of = (times: number[]) => [50, 95, 99].map((percent) => percentile(times, percent).toFixed(1))
        const seconds = (turns.rounds * turns.milliseconds) / 1000
        const times = percentile(http, 50) / percentile(bare, 50)
        const rate = (http.length / seconds).toFixed(0)
        rows.push([kind.name, `${clients}`, ...of(http), rate, ...of(bare), `${times.toFixed(2)} ×`])
      }
  } finally {
    client.stop()
    await stop()
  }
  console.log(
    `\n${size.vineyards} vineyards, ${size.bookings} bookings, and one vineyard with ${size.crowd}. Times in ms. "bare" runs only the SQL statements of` +
      `\nthe request, with the same concurrency over ${connections} connections, in turns with the API.`,
  )
  console.log(table(rows))
}
