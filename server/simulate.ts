// npm run simulate -- --vineyards N --bookings M [--seed S] [--into-existing]
import { parseArgs } from 'node:util'

import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect, type Sql } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { openDatabase } from './database.ts'
import { fillMarket, isFilled, type Market, roomFor } from './simulate/fill.ts'
import { formatSeconds, progressLine } from './simulate/progress.ts'
import { tooLittleRoom } from './simulate/room.ts'

const usage = `Say how large a market to simulate:
  npm run simulate -- --vineyards N --bookings M
    --seed S          another market of the same size; 1 when not said
    --into-existing   adds to a database that holds bookings already`

const say = (line: string) => console.log(line)

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}

async function run(words: string[]): Promise<number> {
  const asked = readWords(words)
  if (!asked) return refuse(usage)
  const most = roomFor(asked.vineyards)
  if (asked.bookings > most) return refuse(`${asked.vineyards} vineyards take at most ${most} bookings.`)

  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: say,
  })
  const sql = connect(database.url, { max: 4, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
  try {
    await migrate(sql, 'db', say)
    const problem = await whatStands(sql, asked)
    return problem ? refuse(problem) : await fill(sql, { ...asked, today: dayOf(new Date()) })
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}

type SimulateOptions = Omit<Market, 'today'> & { into_existing: boolean }

function readWords(words: string[]): SimulateOptions | undefined {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args: words,
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

async function whatStands(sql: Sql, asked: SimulateOptions): Promise<string | undefined> {
  const [{ booked }] = await sql<[{ booked: boolean }]>`select exists (select from bookings) as booked`
  if (booked && !asked.into_existing)
    return 'This database holds bookings already, so nothing was simulated. --into-existing adds to them all the same.'
  if (await isFilled(sql, asked.seed))
    return `Seed ${asked.seed} was simulated into this database before. Choose another with --seed.`
  return tooLittleRoom(sql, asked)
}

async function fill(sql: Sql, market: Market): Promise<number> {
  const started = performance.now()
  let shown = 0
  const report = (rows: number, done: number) => {
    const now = performance.now()
    const line = progressLine(rows, done, now - started)
    // On a terminal the bar stands still; in a log it is a line every ten seconds.
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${done === 1 ? '\n' : ''}`)
    else if (done === 1 || now - shown > 10_000) {
      say(line)
      shown = now
    }
  }
  const { rows } = await fillMarket(sql, market, report)
  const seconds = (performance.now() - started) / 1000
  say(
    `${market.vineyards} vineyards and ${market.bookings} bookings (${rows} rows) in ${formatSeconds(seconds)}.`,
  )
  return 0
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
