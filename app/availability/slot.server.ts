import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import { type OpenDay, type Slot, slotId } from './slot.ts'

/** The slots of an experience on one day as they stand at `now`: full ones with none remaining, closed ones absent. */
export async function findSlots(sql: Queryable, experienceId: string, day: Day, now: Date): Promise<Slot[]> {
  const rows = await sql<Omit<Slot, 'id'>[]>`
    select * from slots_of(${experienceId}, ${day}, ${day}, ${now})`
  return rows.map((row) => ({ ...row, id: slotId(row) }))
}

/** The days from one to another on which the experience has a slot, full days included. */
export async function findOpenDays(
  sql: Queryable,
  experienceId: string,
  from: Day,
  to: Day,
  now: Date,
): Promise<OpenDay[]> {
  return sql<OpenDay[]>`select * from days_of(${experienceId}, ${from}, ${to}, ${now})`
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
): Promise<Day | undefined> {
  // Mostly it is near: the far spans are reckoned only where the near ones hold nothing.
  for (const [start, end] of nearToFar) {
    const [first] = await sql<{ slot_date: Day }[]>`
      select slot_date from days_of(${experienceId}, ${from}::date + ${start}::int, ${from}::date + ${end}::int, ${now})
      where largest_party >= ${guests}
      order by slot_date limit 1`
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
): Promise<Slot[]> {
  const rows = await sql<Omit<Slot, 'id'>[]>`
    select * from slots_of(${experienceId}, ${day}::date - 14, ${day}::date + 28, ${now})
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
  return sql<GeneratedSlot[]>`
    select * from generate_availability_from_patterns(${experienceId}, ${from}, ${to}, ${now})`
}
