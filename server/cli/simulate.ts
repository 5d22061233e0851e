// npm run simulate -- --vineyards N --bookings M [--seed S] [--into-existing]   fills the database with test data
import { countOf } from '../../app/platform/text/counts.ts'
import { parseArgs } from 'node:util'

import type { Sql } from '../../app/platform/database/database.server.ts'
import { dayOf } from '../../app/platform/days.ts'
import { findDiskShortage } from '../simulate/bulk-load.ts'
import { fillMarket, isFilled, type Market, maxBookings } from '../simulate/fill.ts'
import { formatSeconds, progressLine } from '../simulate/progress.ts'
import { fail, runCommand, say, withDatabase } from './command.ts'

const usage = `Usage:
  npm run simulate -- --vineyards N --bookings M
    --seed S          the seed of the market, 1 by default; another seed makes another market
    --into-existing   adds to a database that has bookings`

await runCommand(import.meta, async (args) => {
  const options = readArguments(args)
  if (!options) return fail(usage)
  const { vineyards, bookings } = options
  if (bookings > maxBookings(vineyards))
    return fail(`The most bookings for ${countOf(vineyards, 'vineyard')}: ${maxBookings(vineyards)}.`)
  return withDatabase(
    async (sql) => {
      const problem = await findProblem(sql, options)
      return problem ? fail(problem) : await fill(sql, { ...options, today: dayOf(new Date()) })
    },
    { max: 4, statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
  )
})

type SimulateOptions = Omit<Market, 'today'> & { into_existing: boolean }

function readArguments(args: string[]): SimulateOptions | undefined {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args,
      options: { vineyards: text, bookings: text, seed: text, 'into-existing': { type: 'boolean' } },
    })
    const [vineyards, bookings, seed] = [values.vineyards, values.bookings, values.seed ?? '1'].map(
      (digits) => (/^\d{1,9}$/.test(digits ?? '') ? Number(digits) : undefined),
    )
    if (!vineyards || bookings === undefined || seed === undefined) return undefined
    return { vineyards, bookings, seed, into_existing: values['into-existing'] ?? false }
  } catch {
    return undefined
  }
}

async function findProblem(sql: Sql, options: SimulateOptions): Promise<string | undefined> {
  const [{ booked }] = await sql<[{ booked: boolean }]>`select exists (select from bookings) as booked`
  if (booked && !options.into_existing)
    return 'The database already has bookings, so nothing was simulated. --into-existing adds to them.'
  if (await isFilled(sql, options.seed))
    return `The database already has the market of seed ${options.seed}. Choose another with --seed.`
  return findDiskShortage(sql, options)
}

async function fill(sql: Sql, market: Market): Promise<number> {
  const started = performance.now()
  let printedAt = 0
  const report = (rows: number, done: number) => {
    const now = performance.now()
    const line = progressLine(rows, done, now - started)
    // In a terminal, one line is updated. In a log, a line is added every ten seconds.
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${done === 1 ? '\n' : ''}`)
    else if (done === 1 || now - printedAt > 10_000) {
      say(line)
      printedAt = now
    }
  }
  const { rows } = await fillMarket(sql, market, report)
  const seconds = (performance.now() - started) / 1000
  say(
    `${countOf(market.vineyards, 'vineyard')} and ${countOf(market.bookings, 'booking')} (${rows} rows) in ${formatSeconds(seconds)}.`,
  )
  return 0
}
