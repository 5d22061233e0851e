import type { Queryable } from '../platform/database.server.ts'
import { addDays, type Day } from '../platform/days.ts'
import { type OpenDay, type Slot, slotId } from './slot.ts'

/** A booking that is being moved, by its id: what it holds is reckoned as free, since it may have that again. */
type Moving = string | undefined

const slots = (sql: Queryable, experienceId: string, from: Day, to: Day, now: Date, moving: Moving) =>
  moving === undefined
    ? sql`slots_of(${experienceId}, ${from}, ${to}, ${now})`
    : sql`slots_for(${experienceId}, ${from}, ${to}, ${now}, false, ${moving})`

/** The slots of an experience on one day as they stand at `now`: full ones with none remaining, closed ones absent. */
export async function findSlots(
  sql: Queryable,
  experienceId: string,
  day: Day,
  now: Date,
  moving?: Moving,
): Promise<Slot[]> {
  const rows = await sql<Omit<Slot, 'id'>[]>`
    select * from ${slots(sql, experienceId, day, day, now, moving)}`
  return rows.map((row) => ({ ...row, id: slotId(row) }))
}

/** The days from one to another on which the experience has a slot, full days included. */
export async function findOpenDays(
  sql: Queryable,
  experienceId: string,
  from: Day,
  to: Day,
  now: Date,
  moving?: Moving,
): Promise<OpenDay[]> {
  return sql<OpenDay[]>`
    select s.slot_date, max(s.remaining) as largest_party, sum(s.remaining)::int as remaining
    from ${slots(sql, experienceId, from, to, now, moving)} s
    group by s.slot_date
    order by s.slot_date`
}

const nearToFar = [
  [0, 14],
  [15, 60],
  [61, 180],
  [181, 400],
  [401, 800],
  [801, 1100],
] as const

/** The first day from one on that has places for a party, or undefined where the horizon holds none. */
export async function nextOpenDay(
  sql: Queryable,
  experienceId: string,
  guests: number,
  from: Day,
  now: Date,
  moving?: Moving,
): Promise<Day | undefined> {
  // Mostly it is near: the far spans are reckoned only where the near ones hold nothing.
  for (const [start, end] of nearToFar) {
    const [first] = await sql<{ slot_date: Day }[]>`
      select s.slot_date
      from ${slots(sql, experienceId, addDays(from, start), addDays(from, end), now, moving)} s
      where s.remaining >= ${guests}
      order by s.slot_date limit 1`
    if (first) return first.slot_date
  }
  return undefined
}

/** The slots nearest to a wanted start that would take the party, the nearest first. */
export async function nearestSlots(
  sql: Queryable,
  experienceId: string,
  day: Day,
  wanted: Date,
  guests: number,
  now: Date,
  moving?: Moving,
): Promise<Slot[]> {
  const rows = await sql<Omit<Slot, 'id'>[]>`
    select * from ${slots(sql, experienceId, addDays(day, -14), addDays(day, 28), now, moving)}
    where remaining >= ${guests}
    order by abs(extract(epoch from starts_at - ${wanted}::timestamptz)), starts_at
    limit 3`
  return rows.map((row) => ({ ...row, id: slotId(row) }))
}

/** A row of the specification's function, with what a booking page wants to know besides. */
export type GeneratedSlot = Pick<Slot, 'slot_date' | 'start_time' | 'end_time' | 'capacity' | 'remaining'> & {
  pattern_id: string
}

/** The slots that patterns give from one day to another, in one call. */
export async function generateAvailability(
  sql: Queryable,
  experienceId: string,
  from: Day,
  to: Day,
  now: Date,
): Promise<GeneratedSlot[]> {
  const slots = await sql<GeneratedSlot[]>`
    select * from generate_availability_from_patterns(${experienceId}, ${from}, ${to}, ${now})`
  // A list as it comes knows of its statement, and is written as JSON half as fast as a plain one.
  return [...slots]
}
