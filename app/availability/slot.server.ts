import { type Actor, isTest, nobody } from '../people/sign-in/actor.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { addDays, type Day } from '../platform/days.ts'
import { type OpenDay, type Slot, slotId } from './slot.ts'
import type { GeneratedSlot, OverbookedSlot } from './slot.shapes.ts'

/** The id of a booking that is being moved. The places of this booking count as free. */
type MovingBooking = string | undefined

const slots = (sql: Queryable, experienceId: string, from: Day, to: Day, now: Date, moving: MovingBooking) =>
  moving === undefined
    ? sql`slots_of(${experienceId}, ${from}, ${to}, ${now})`
    : sql`slots_for(${experienceId}, ${from}, ${to}, ${now}, false, ${moving})`

/** Returns the slots of an experience on one day. Full slots have 0 places remaining; closed slots are absent. */
export async function findSlots(
  sql: Queryable,
  experienceId: string,
  day: Day,
  now: Date,
  moving?: MovingBooking,
): Promise<Slot[]> {
  const rows = await sql<Omit<Slot, 'id'>[]>`
    select * from ${slots(sql, experienceId, day, day, now, moving)}`
  return rows.map((row) => ({ ...row, id: slotId(row) }))
}

/** Returns the days on which the experience has a slot, full days included. */
export async function findOpenDays(
  sql: Queryable,
  experienceId: string,
  from: Day,
  to: Day,
  now: Date,
  moving?: MovingBooking,
): Promise<OpenDay[]> {
  return sql<OpenDay[]>`
    select s.slot_date, max(s.remaining) as largest_party, sum(s.remaining)::int as remaining
    from ${slots(sql, experienceId, from, to, now, moving)} s
    group by s.slot_date
    order by s.slot_date`
}

/** Spans of days, counted from the first day of a search. The next open day is usually near, so they are searched in turn. */
export const spansAhead = [
  [0, 14],
  [15, 60],
  [61, 180],
  [181, 400],
  [401, 800],
  [801, 1100],
] as const

const fewestDaysAhead = 60

/**
 * Returns up to `count` days with a slot that takes the party, in order. Searches beyond 60 days only if the first 60
 * have no such day.
 */
export async function nextOpenDays(
  sql: Queryable,
  experienceId: string,
  guests: number,
  from: Day,
  count: number,
  now: Date,
  moving?: MovingBooking,
): Promise<Day[]> {
  const found: Day[] = []
  for (const [start, end] of spansAhead) {
    const days = await sql<{ slot_date: Day }[]>`
      select distinct s.slot_date
      from ${slots(sql, experienceId, addDays(from, start), addDays(from, end), now, moving)} s
      where s.remaining >= ${guests}
      order by s.slot_date limit ${count - found.length}`
    found.push(...days.map(({ slot_date }) => slot_date))
    if (found.length === count || (found.length > 0 && end >= fewestDaysAhead)) break
  }
  return found
}

/** An upcoming slot with places for a party. */
export type NextSlot = Pick<Slot, 'slot_date' | 'start_time' | 'remaining'> & { experience_id: string }

/**
 * Returns the next slots of each experience with places for `guests`, or for its smallest party if `guests` is null. Returns
 * at most `count` slots of each experience, all within four weeks of its first slot.
 */
export async function listNextSlots(
  sql: Queryable,
  experienceIds: string[],
  guests: number | null,
  from: Day,
  count: number,
  now: Date,
): Promise<NextSlot[]> {
  return sql<NextSlot[]>`
    select s.experience_id, s.slot_date, s.start_time, s.remaining
    from (
      select s.*, min(s.slot_date) over (partition by s.experience_id) as first_day
      from next_open_slots(${experienceIds}::uuid[], ${guests}, ${from}, null, ${now}, ${count}) as s
    ) as s
    where s.slot_date <= s.first_day + 27
    order by s.slot_date, s.start_time, s.experience_id`
}

/**
 * Returns up to three slots with places for the party, nearest to the wanted start first. Searches from 14 days before `day` to
 * 28 days after it.
 */
export async function nearestSlots(
  sql: Queryable,
  experienceId: string,
  day: Day,
  wanted: Date,
  guests: number,
  now: Date,
  moving?: MovingBooking,
): Promise<Slot[]> {
  const rows = await sql<Omit<Slot, 'id'>[]>`
    select * from ${slots(sql, experienceId, addDays(day, -14), addDays(day, 28), now, moving)}
    where remaining >= ${guests}
    order by abs(extract(epoch from starts_at - ${wanted}::timestamptz)), starts_at
    limit 3`
  return rows.map((row) => ({ ...row, id: slotId(row) }))
}

/** Returns the slots that patterns give from one day to another (specification's remote function). */
export async function generateAvailability(
  sql: Queryable,
  experienceId: string,
  from: Day,
  to: Day,
  now: Date,
): Promise<GeneratedSlot[]> {
  const slots = await sql<GeneratedSlot[]>`
    select * from generate_availability_from_patterns(${experienceId}, ${from}, ${to}, ${now})
    where ${isReadable(sql, experienceId, nobody)}`
  // A plain array becomes JSON twice as fast as the result object of the driver.
  return [...slots]
}

type SlotSpan = { experience_id: string; from: Day; until: Day }

/**
 * Returns SQL for whether an actor may read an experience. Test keys may read only experiences of the sandbox, and all other
 * callers only experiences outside the sandbox.
 */
function isReadable(sql: Queryable, experience_id: string, by: Actor) {
  return sql`is_sandbox_experience(${experience_id}) = ${isTest(by)}::boolean`
}

/** Returns one page of the slots of an experience, as guests find them. */
export async function pageOfSlots(
  sql: Queryable,
  { experience_id, from, until, ...listing }: Listing & SlotSpan,
  { by }: { by: Actor },
  now: Date,
): Promise<Page<Slot>> {
  return readListPage(
    sql,
    listing,
    sql`
      select s.*, coalesce(s.pattern_id || '-' || s.slot_date, s.availability_id::text) as id
      from slots_of(${experience_id}, ${from}, ${until}, ${now}) s
      where ${isReadable(sql, experience_id, by)}`,
  )
}

/** Returns one page of the days on which an experience has slots, full days included. */
export async function pageOfOpenDays(
  sql: Queryable,
  { experience_id, from, until, ...listing }: Listing & SlotSpan,
  { by }: { by: Actor },
  now: Date,
): Promise<Page<OpenDay>> {
  return readListPage(
    sql,
    listing,
    sql`
      select d.*, d.slot_date as id from slot_days(${experience_id}, ${from}, ${until}, ${now}) d
      where ${isReadable(sql, experience_id, by)}`,
  )
}

/** A legacy slot of `availability`: a single start without a pattern. */
export type LegacySlot = { id: string; experience_id: string; start_time: Date; available_slots: number }

/** Returns one page of an experience's open legacy slots with places left (the specification's fallback). */
export async function pageOfLegacySlots(
  sql: Queryable,
  { experience_id, from, until, ...listing }: Listing & SlotSpan,
  now: Date,
): Promise<Page<LegacySlot>> {
  return readListPage(
    sql,
    listing,
    sql`
      select s.id, s.experience_id, s.starts_at as start_time, places_left(s, ${now}) as available_slots
      from slots s
        join experiences e on e.id = s.experience_id and e.is_active
        join vineyards v on v.id = e.vineyard_id and v.is_visible
      where s.experience_id = ${experience_id} and s.pattern_id is null and is_open(s)
        and places_left(s, ${now}) > 0 and s.slot_date between ${from} and ${until}`,
  )
}

/**
 * Returns a vineyard's slots with more people than places: staff overbooked them, or later reduced, closed
 * or moved them.
 */
export async function findOverbookedSlots(
  sql: Queryable,
  vineyardId: string,
  from: Day,
  to: Day,
): Promise<OverbookedSlot[]> {
  return sql<OverbookedSlot[]>`
    select s.experience_id, s.pattern_id, case when s.pattern_id is null then s.id end as availability_id, s.slot_date,
      s.start_time, case when s.retired_at is null then s.capacity else 0 end as capacity,
      s.booked + s.overbooked - off.guests as sold, over_by(s) - off.guests as over_by
    from experiences e join slots s on s.experience_id = e.id
      -- Guests of a called-off session keep their places in it until they choose another time.
      cross join lateral (
        select coalesce(sum(b.number_of_guests), 0)::int as guests from bookings b
        where b.slot_id = s.id and b.called_off_at is not null and b.status <> 'cancelled'
      ) as off
    where e.vineyard_id = ${vineyardId} and s.slot_date between ${from} and ${to} and over_by(s) > 0
      and over_by(s) > off.guests
    order by slot_date, start_time, pattern_id`
}
