// npm run bench:growth            100 to 1,000 vineyards; two minutes
// npm run bench:growth -- --full  10^3 to 10^5 vineyards with 10^5 to 10^7 bookings; hours, and 60 GB of disk
// GROWTH_BOOKINGS=1000000 skips larger databases
// GROWTH_KEPT=/some/folder keeps the databases for the next run: filling the largest takes an hour
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { dayOf } from '../app/platform/days.ts'
import { kindsOf } from './api/kinds.ts'
import { measure, startClient } from './api/measure.ts'
import { makeSlots } from './booking/market.ts'
import { startServer } from './booking/processes.ts'
import { median, table } from './booking/table.ts'
import { type BenchDatabase, unlimited, withDatabase } from './database.ts'
import { chartOf } from './record/chart.ts'
import { statementsOf } from './recording.ts'
import { makeMarket } from './staff/market.ts'

type Size = { vineyards: number; bookings: number }
/** Medians in milliseconds, of the API and of the database alone. */
type Answer = { http: number; bare: number }

const full = process.argv.includes('--full')
/** Larger databases are skipped. */
const mostBookings = Number(process.env.GROWTH_BOOKINGS ?? 10_000_000)
const kept = process.env.GROWTH_KEPT
/** A vineyard of 24 experiences takes no more bookings in a day; more of them spread over more days. */
const mostInADay = 100
const sizes: Size[] = (
  full
    ? [1, 10, 100].map((times) => ({ vineyards: 1000 * times, bookings: 100_000 * times }))
    : [1, 3, 10].map((times) => ({ vineyards: 100 * times, bookings: 3000 * times }))
).filter(({ bookings }) => bookings <= mostBookings)
const turns = full ? { rounds: 5, milliseconds: 3000 } : { rounds: 3, milliseconds: 500 }
const say = (line: string) => console.log(line)

const answers = new Map<string, Answer[]>()
for (const size of sizes) await measureAt(size)

const named = ({ vineyards, bookings }: Size) =>
  `${vineyards.toLocaleString('en')} / ${bookings.toLocaleString('en')}`
say('\nMedians in ms, one caller, by vineyards / bookings: over HTTP, and in brackets the database alone.')
say(
  table([
    ['', ...sizes.map(named), 'the largest is'],
    ...[...answers].map(([name, all]) => [
      name,
      ...all.map(({ http, bare }) => `${http.toFixed(1)} (${bare.toFixed(1)})`),
      `${((all.at(-1)?.http ?? Number.NaN) / (all[0]?.http ?? Number.NaN)).toFixed(1)} ×`,
    ]),
  ]),
)
for (const [name, all] of answers) {
  const lines = { http: all.map(({ http }) => http), bare: all.map(({ bare }) => bare) }
  say(
    `\n${chartOf(`${name}: ms over HTTP (first line) and of the database alone`, sizes.map(named), [lines.http, lines.bare])}`,
  )
}

async function measureAt(size: Size) {
  const folder = kept && join(kept, `${size.vineyards}-${size.bookings}`)
  if (folder) await mkdir(folder, { recursive: true })
  await withDatabase({ max: 4, ...unlimited }, (database) => measureIn(database, size), folder)
  say(`Measured ${size.vineyards} vineyards and ${size.bookings} bookings`)
}

async function measureIn({ sql, folder }: BenchDatabase, size: Size) {
  const today = dayOf(new Date())
  const crowd = size.bookings / 50
  const days = Math.max(365, crowd / mostInADay)
  const market = await makeMarket(sql, { ...size, crowd, days }, today)
  const { many } = await makeSlots(sql, today)
  const kinds = await kindsOf(sql, { market, many, today }, await statementsOf(sql, folder))
  const { port, stop } = await startServer(new URL('../server/main.ts', import.meta.url), folder, 4)
  const client = startClient()
  try {
    for (const kind of kinds) {
      const { http, bare } = await measure(kind, 1, { port, ask: client.ask }, turns)
      const one = { http: median(http), bare: median(bare) }
      answers.set(kind.name, [...(answers.get(kind.name) ?? []), one])
    }
  } finally {
    client.stop()
    await stop()
  }
}
