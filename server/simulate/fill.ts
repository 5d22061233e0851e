import { readFile } from 'node:fs/promises'

import type { Sql, Transaction } from '../../app/platform/database/database.server.ts'
import type { Day } from '../../app/platform/days.ts'
import { readList } from '../../app/moving-in/vineyards/vineyard-import.ts'
import { maxBookingsEach, simulateBookings } from './bookings.ts'
import { calendarFrom } from './calendar.ts'
import { copyRows, withoutIndexes } from './bulk-load.ts'
import { allReferences, referenceOf, seededRandom } from './random.ts'
import { columns, emptyRows, type Numbers, type TableRows, tables, writeBook, writeVineyard } from './rows.ts'
import { type SimulatedTown, simulateVineyard } from './vineyard.ts'

export type Market = {
  vineyards: number
  bookings: number
  seed: number
  today: Day
  /** The number of past days that have visits. */
  behind?: number
  experiences?: number
}

/**
 * A portion is full when it has this many vineyards or bookings. Its last vineyard may bring it above the number of
 * bookings. Each portion is consistent in itself.
 */
const portion = { vineyards: 50, bookings: 20_000 }
const directory = new URL('../../db/catalogue/vineyards.csv', import.meta.url)

/**
 * Fills the database with a market that is the same for the same seed and day. An empty database is filled in one transaction,
 * and any other database is filled in consistent portions. `report` gets the number of rows written and the share that is done.
 * Throws if the database already has rows of this seed (see `isFilled`).
 */
export async function fillMarket(
  sql: Sql,
  market: Market,
  report: (rows: number, done: number) => void,
): Promise<{ rows: number }> {
  const portions = generatePortions(market, await readTowns(), await reserveNumbers(sql, market))
  const skipsChecks = await maySkipForeignKeys(sql)
  const [{ empty }] = await sql<
    [{ empty: boolean }]
  >`select not exists (select from vineyards where not is_sandbox) as empty`
  let [rows, vineyards] = [0, 0]
  const copyAll = async (copy: (portion: TableRows) => Promise<void>) => {
    // The next portion is generated while the database writes the previous one.
    let writing = Promise.resolve()
    for (const portion of portions) {
      await writing
      writing = copy(portion).then(() => {
        rows += tables.reduce((sum, table) => sum + portion[table].length, 0)
        vineyards += portion.vineyards.length
        report(rows, vineyards / market.vineyards)
      })
      // The promise is awaited later. Until then, a rejection must not count as unhandled.
      writing.catch(() => {})
    }
    await writing
  }

  if (empty)
    await sql.begin((transaction) =>
      withoutIndexes(transaction, tables, () =>
        copyAll((portion) => copyPortion(transaction, portion, skipsChecks)),
      ),
    )
  else
    await copyAll((portion) =>
      sql.begin((transaction) => copyPortion(transaction, portion, skipsChecks)).then(() => undefined),
    )
  await Promise.all(tables.map((table) => sql`analyze ${sql(table)}`))
  return { rows }
}

/** Yields the rows of the market, one portion at a time. */
function* generatePortions(
  { vineyards, bookings, seed, today, behind, experiences }: Market,
  towns: SimulatedTown[],
  numbers: Numbers,
): Generator<TableRows> {
  const calendar = calendarFrom(today, behind)
  const share = sharesOf(seed, vineyards, bookings)
  for (let at = 0; at < vineyards; ) {
    const rows = emptyRows()
    const isFull = () =>
      rows.vineyards.length >= portion.vineyards || rows.bookings.length >= portion.bookings
    for (; at < vineyards && !isFull(); at++) {
      const vineyard = simulateVineyard(seed, at, towns, experiences)
      writeVineyard(rows, vineyard, calendar)
      writeBook(rows, vineyard, simulateBookings(seed, at, vineyard, share(at), calendar), numbers)
    }
    yield rows
  }
}

/**
 * Copies a portion into its tables. `skipsChecks` leaves out the checks of foreign keys, which take a third of the
 * time. They are not needed, because a row refers only to rows of the same portion. Other constraints still apply.
 */
async function copyPortion(transaction: Transaction, rows: TableRows, skipsChecks: boolean): Promise<void> {
  // Rows that a power cut loses can be simulated again.
  await transaction`set local synchronous_commit = off`
  if (skipsChecks) await transaction`set local session_replication_role = replica`
  for (const table of tables)
    if (rows[table].length > 0) await copyRows(transaction, table, columns[table], rows[table])
}

/** Returns whether this user may skip the checks of foreign keys. By default, only a superuser may. */
async function maySkipForeignKeys(sql: Sql): Promise<boolean> {
  const [{ may }] = await sql<[{ may: boolean }]>`
    select has_parameter_privilege('session_replication_role', 'SET') as may`
  return may
}

/** Reads the real towns, counties and positions from the catalogue. */
async function readTowns(): Promise<SimulatedTown[]> {
  const list = readList(await readFile(directory), 'the catalogue')
  if (!list.ok) throw new Error(`The project's own list of vineyards: ${list.problem}`)
  return list.value.entries.flatMap(({ city, region, latitude, longitude }) =>
    city && region && latitude && longitude
      ? [{ city, region, latitude: Number(latitude), longitude: Number(longitude) }]
      : [],
  )
}

/** Reserves event ids and returns references that no booking has. */
async function reserveNumbers(sql: Sql, { seed, bookings }: Market): Promise<Numbers> {
  const maxEventsEach = 4
  const { first, taken } = await sql.begin(async (transaction) => {
    // No process may insert an event between reading the sequence and advancing it.
    await transaction`lock table booking_events in exclusive mode`
    const [{ last }] = await transaction<[{ last: number }]>`
      with current as (select nextval(pg_get_serial_sequence('booking_events', 'id')) as last)
      select setval(pg_get_serial_sequence('booking_events', 'id'), last + ${bookings * maxEventsEach}), last from current`
    const references = await transaction<{ reference: string }[]>`select reference from bookings`
    return { first: last, taken: new Set(references.map(({ reference }) => reference)) }
  })
  // The references are spread over all possible references: each is drawn from its own range.
  const range = Math.floor(allReferences / (bookings + 1))
  const random = seededRandom(seed, -1)
  let [event, count] = [first, 0]
  return {
    event: () => event++,
    reference: () => {
      const start = count++ * range
      for (;;) {
        const reference = referenceOf(start + random.whole(0, range - 1))
        if (!taken.has(reference)) return reference
      }
    },
  }
}

/** Returns a function that returns the n-th vineyard's number of bookings. Some vineyards get far more; the sum is `bookings`. */
function sharesOf(seed: number, vineyards: number, bookings: number): (n: number) => number {
  const random = seededRandom(seed, -2)
  const until = new Float64Array(vineyards + 1)
  for (let n = 0; n < vineyards; n++) until[n + 1] = (until[n] ?? 0) + 0.05 + random.share() ** 3
  const all = until[vineyards] ?? 1
  const before = (n: number) => Math.round(((until[n] ?? 0) / all) * bookings)
  return (n) => before(n + 1) - before(n)
}

/** Returns whether the database has rows of this seed, whose ids are always the same. */
export async function isFilled(sql: Sql, seed: number): Promise<boolean> {
  const { id } = simulateVineyard(seed, 0, await readTowns())
  const [{ filled }] = await sql<[{ filled: boolean }]>`
    select exists (select from vineyards where id = ${id}) as filled`
  return filled
}

/** Returns how many bookings this number of vineyards can take. */
export function maxBookings(vineyards: number): number {
  return (vineyards * maxBookingsEach) / 4
}
