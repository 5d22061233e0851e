// npm run bench:staff            2,000 vineyards, one of them with 30,000 bookings; about two minutes
// npm run bench:staff -- --full  2,000 vineyards with two million bookings, one with 50,000; about fifteen minutes
// Exits with 1 if a row misses its aim.
import { loadavg } from 'node:os'

import { connect } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { Lane } from './booking/lane.ts'
import { startServer } from './booking/processes.ts'
import { table } from './booking/table.ts'
import { type BenchDatabase, unlimited, withDatabase } from './database.ts'
import { statementsOf } from './recording.ts'
import { makeMarket } from './staff/market.ts'
import { measure, type Row } from './staff/measure.ts'
import { adminCalls, type Call, winemakerCalls } from './staff/screens.ts'

const full = process.argv.includes('--full')
const size = full
  ? { vineyards: 2000, bookings: 1_950_000, crowd: 50_000, days: 900 }
  : { vineyards: 2000, bookings: 20_000, crowd: 30_000, days: 365 }
/** At least twenty calls each, so that one delayed call is not the 95th percentile. */
const rounds = full ? { least: 20, most: 40, milliseconds: 800 } : { least: 20, most: 20, milliseconds: 0 }
/** Milliseconds at the 95th percentile. */
const aims = { winemaker: 150, admin: 400 }
const say = (line: string) => console.log(line)

await withDatabase({ max: 4, ...unlimited }, run)

async function run({ sql, url, folder }: BenchDatabase) {
  const bare = connect(url, { max: 1 })
  const today = dayOf(new Date())
  const began = performance.now()
  const market = await makeMarket(sql, size, today)
  say(
    `Filled in ${Math.round((performance.now() - began) / 1000)} s; load now ${(loadavg()[0] ?? 0).toFixed(1)}.`,
  )
  const { port, stop } = await startServer(new URL('../server/main.ts', import.meta.url), folder, 10)
  const lane = await Lane.open(port)
  const sent = await statementsOf(sql, folder)
  const through = async (token: string, calls: Call[]): Promise<Row[]> => {
    const rows: Row[] = []
    for (const call of calls)
      rows.push(await measure({ lane, bare, token }, call, await sent(`/api/${call[1]}`, { token }), rounds))
    return rows
  }
  const ofWinemakers = await through(market.winemaker.token, winemakerCalls(market, today))
  say(`\nA vineyard with ${size.crowd} bookings, in ms (aim: ${aims.winemaker} at p95)`)
  say(tableOf(ofWinemakers, aims.winemaker))
  const ofAdmins = await through(market.admin.token, adminCalls(market, today))
  lane.close()
  await Promise.all([stop(), bare.end({ timeout: 5 })])
  say(`\n${size.vineyards} vineyards and ${size.bookings} bookings, in ms (aim: ${aims.admin} at p95)`)
  say(tableOf(ofAdmins, aims.admin))
  say(
    `\n${Math.round((performance.now() - began) / 1000)} s in all; load now ${(loadavg()[0] ?? 0).toFixed(1)}.`,
  )
  if (late(ofWinemakers, aims.winemaker) + late(ofAdmins, aims.admin) > 0) process.exitCode = 1
}

function late(rows: Row[], aim: number): number {
  return rows.filter(({ p95 }) => p95 > aim).length
}

function tableOf(rows: Row[], aim: number): string {
  const cells = rows.map(({ screen, p50, p95, bare_p50, bare_p95, queries }) => [
    screen,
    p50.toFixed(1),
    p95.toFixed(1),
    bare_p95.toFixed(1),
    `${(p50 / bare_p50).toFixed(2)} ×`,
    String(queries),
    p95 <= aim ? 'within' : 'beyond',
  ])
  const beyond = late(rows, aim)
  const words = beyond === 0 ? 'All within the aim.' : `${beyond} of ${rows.length} beyond the aim.`
  return `${table([['', 'p50', 'p95', 'bare p95', 'HTTP is', 'queries', 'aim'], ...cells])}\n${words}`
}
