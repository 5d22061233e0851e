import { readFile } from 'node:fs/promises'

import type { Sql, Transaction } from '../../app/platform/database.server.ts'
import type { Day } from '../../app/platform/days.ts'
import { readList } from '../../app/vineyards/import/import.ts'
import { mostBookingsEach, simulateBookings } from './bookings.ts'
import { calendarFrom } from './calendar.ts'
import { allReferences, chanceOf, referenceOf } from './chance.ts'
import { copyInto } from './copy.ts'
import { withoutIndexes } from './indexes.ts'
import {
  columns,
  type TableLines,
  emptyLines,
  offered,
  sold,
  type SimulatedTable,
  tables,
  writeBook,
  writeVineyard,
} from './lines.ts'
import { notedAtOnce } from './notes.ts'
import { type SimulatedTown, simulateVineyard } from './vineyard.ts'

export type Market = {
  vineyards: number
  bookings: number
  seed: number
  today: Day
  /** For how many days it has taken visitors, and how much each vineyard offers; a young market of small ones unless told. */
  behind?: number
  experiences?: number
}

/** So many vineyards go into the database together: each such portion is consistent in itself. */
const portion = 500
const connections = 2
const directory = new URL('../../db/catalogue/vineyards.csv', import.meta.url)

/**
 * Fills the database with a market that is the same for the same seed and day. An empty
 * database is filled in one transaction, one in use by portions: whatever interrupts it leaves vineyards and bookings that
 * agree with each other. `report` gets the rows written so
 * far and the share that is done. Throws when rows of the same seed are there already: `isFilled` asks.
 */
export async function fillMarket(
  sql: Sql,
  market: Market,
  report: (rows: number, done: number) => void,
): Promise<{ rows: number }> {
  const draw = await portionsOf(sql, market)
  const unchecked = await maySkipKeys(sql)
  let [rows, written] = [0, 0]
  const copied = (lines: TableLines) => {
    rows += tables.reduce((sum, table) => sum + lines[table].length, 0)
    written += lines.vineyards.length
    report(rows, written / market.vineyards)
  }
  if (await isEmpty(sql)) await copyAtOnce(sql, draw, copied, unchecked)
  else await copyByPortions(sql, draw, copied, unchecked)
  await Promise.all(tables.map((table) => sql`analyze ${sql(table)}`))
  return { rows }
}

type Draw = { next(): TableLines | undefined }
type Copied = (lines: TableLines) => void

/**
 * Into tables that nobody has used yet: all of it or nothing, and indexes and notes afterwards. What is offered and what
 * was sold are written side by side, which only works where no key is looked up; what is offered stands first.
 */
async function copyAtOnce(sql: Sql, draw: Draw, copied: Copied, unchecked: boolean): Promise<void> {
  if (!unchecked) return inOneGo(sql, tables, (all) => copyAll(draw, copied, (lines) => copyIn(all, lines)))
  await inOneGo(sql, sold, (second) =>
    inOneGo(sql, offered, (first) =>
      copyAll(draw, copied, async (lines) => {
        await Promise.all([copyUnchecked(first, lines, offered), copyUnchecked(second, lines, sold)])
      }),
    ),
  )
}

/** One transaction that fills these empty tables without their indexes, and notes once that they are others now. */
function inOneGo(
  sql: Sql,
  among: readonly SimulatedTable[],
  act: (transaction: Transaction) => Promise<void>,
) {
  return sql.begin((transaction) =>
    notedAtOnce(transaction, among, () =>
      withoutIndexes(transaction, among.includes('bookings') ? [...among, 'booking_changes'] : among, () =>
        act(transaction),
      ),
    ),
  )
}

async function copyAll(
  draw: Draw,
  copied: Copied,
  copy: (lines: TableLines) => Promise<void>,
): Promise<void> {
  // The next portion is drawn while the database writes the one before.
  let under_way = Promise.resolve()
  for (let lines = draw.next(); lines; lines = draw.next()) {
    const drawn = lines
    await under_way
    under_way = copy(drawn).then(() => copied(drawn))
    // Who awaits it comes later; until then a refusal is not left alone.
    under_way.catch(() => {})
  }
  await under_way
}

/** Beside what is there already, each portion by itself. */
async function copyByPortions(sql: Sql, draw: Draw, copied: Copied, unchecked: boolean): Promise<void> {
  const work = async () => {
    for (let lines = draw.next(); lines; lines = draw.next()) {
      const drawn = lines
      await sql.begin((transaction) =>
        unchecked ? copyUnchecked(transaction, drawn, tables) : copyIn(transaction, drawn),
      )
      copied(drawn)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const [{ empty }] = await sql<[{ empty: boolean }]>`select not exists (select from vineyards) as empty`
  return empty
}

async function portionsOf(sql: Sql, { vineyards, bookings, seed, today, behind, experiences }: Market) {
  const places = await readPlaces()
  const calendar = calendarFrom(today, behind)
  const numbers = await numbersFrom(sql, seed, bookings)
  const share = sharesOf(seed, vineyards, bookings)
  let at = 0
  return {
    next(): TableLines | undefined {
      if (at >= vineyards) return undefined
      const lines = emptyLines()
      for (const end = Math.min(at + portion, vineyards); at < end; at++) {
        const vineyard = simulateVineyard(seed, at, places, experiences)
        writeVineyard(lines, vineyard, calendar)
        writeBook(lines, vineyard, simulateBookings(seed, at, vineyard, share(at), calendar), numbers)
      }
      return lines
    },
  }
}

async function copyIn(
  transaction: Transaction,
  lines: TableLines,
  among: readonly SimulatedTable[] = tables,
): Promise<void> {
  // What a power cut takes here is simulated again.
  await transaction`set local synchronous_commit = off`
  for (const table of among)
    if (lines[table].length > 0) await copyInto(transaction, table, columns[table], lines[table])
}

/**
 * A row refers only to rows that are written with it, and nobody else can see those yet: looking each of them up again
 * would take a third of the time. Checks, uniqueness and exclusion stand as ever.
 */
async function copyUnchecked(
  transaction: Transaction,
  lines: TableLines,
  among: readonly SimulatedTable[],
): Promise<void> {
  await transaction`set local session_replication_role = replica`
  await copyIn(transaction, lines, among)
}

/** Only a superuser may go without the foreign keys' triggers; anybody else waits a little longer. */
async function maySkipKeys(sql: Sql): Promise<boolean> {
  const [{ may }] = await sql<[{ may: boolean }]>`
    select has_parameter_privilege('session_replication_role', 'SET') as may`
  return may
}

/** Where the catalogue's vineyards are: real towns, counties and positions. */
async function readPlaces(): Promise<SimulatedTown[]> {
  const list = readList(await readFile(directory), 'the catalogue')
  if (!list.ok) throw new Error(`The project's own list of vineyards: ${list.problem}`)
  return list.value.entries.flatMap(({ city, region, latitude, longitude }) =>
    city && region && latitude && longitude
      ? [{ city, region, latitude: Number(latitude), longitude: Number(longitude) }]
      : [],
  )
}

/** Event numbers that nobody else will draw, and references that no booking has. */
async function numbersFrom(sql: Sql, seed: number, bookings: number) {
  const mostEventsEach = 4
  const { first, taken } = await sql.begin(async (transaction) => {
    // Nobody writes an event between our look and our leap.
    await transaction`lock table booking_events in exclusive mode`
    const [{ last }] = await transaction<[{ last: number }]>`
      with here as (select nextval(pg_get_serial_sequence('booking_events', 'id')) as last)
      select setval(pg_get_serial_sequence('booking_events', 'id'), last + ${bookings * mostEventsEach}), last from here`
    const references = await transaction<{ reference: string }[]>`select reference from bookings`
    return { first: last, taken: new Set(references.map(({ reference }) => reference)) }
  })
  // Spread over all that there are, each from a stretch of its own.
  const stretch = Math.floor(allReferences / (bookings + 1))
  const chance = chanceOf(seed, -1)
  let [event, turn] = [first, 0]
  return {
    event: () => event++,
    reference: () => {
      const start = turn++ * stretch
      for (;;) {
        const reference = referenceOf(start + chance.whole(0, stretch - 1))
        if (!taken.has(reference)) return reference
      }
    },
  }
}

/** How many bookings the n-th vineyard gets: some are four times as popular as others, together exactly all. */
function sharesOf(seed: number, vineyards: number, bookings: number): (n: number) => number {
  const chance = chanceOf(seed, -2)
  const until = new Float64Array(vineyards + 1)
  for (let n = 0; n < vineyards; n++) until[n + 1] = (until[n] ?? 0) + 0.05 + chance.share() ** 3
  const all = until[vineyards] ?? 1
  const before = (n: number) => Math.round(((until[n] ?? 0) / all) * bookings)
  return (n) => before(n + 1) - before(n)
}

/** Whether rows of this seed are in the database: the same seed makes the same ids. */
export async function isFilled(sql: Sql, seed: number): Promise<boolean> {
  const { id } = simulateVineyard(seed, 0, await readPlaces())
  const [{ filled }] = await sql<[{ filled: boolean }]>`
    select exists (select from vineyards where id = ${id}) as filled`
  return filled
}

/** At most so many bookings find a place with so many vineyards. */
export function roomFor(vineyards: number): number {
  return (vineyards * mostBookingsEach) / 4
}
