import type { Queryable, Sql } from '../platform/database/database.server.ts'
import { rowFrom } from '../platform/database/row-from.server.ts'
import type { Day } from '../platform/days.ts'

/**
 * Stores the slots of days that are not stored yet, and returns how many slots it wrote. Each vineyard has its own transaction,
 * so that several processes can share the work.
 */
export async function storeMissingSlots(sql: Sql, now: Date): Promise<number> {
  let count = 0
  for (;;) {
    const { written } = await rowFrom(sql)<{
      written: number | null
    }>`select write_next_slots(${now}) as written`
    if (written === null) return count
    count += written
  }
}

/** Stores all missing slots before the site opens, but only if a day within a booking horizon is missing. */
export async function storeBookableDays(sql: Sql, now: Date): Promise<void> {
  const [{ missing }] = await sql<[{ missing: boolean }]>`select lacks_bookable_days(${now}) as missing`
  if (missing) await storeMissingSlots(sql, now)
}

/**
 * `until`: the last day for which the slots of every experience are stored. `spare_days`: the fewest days that are stored
 * beyond the booking horizon of any experience.
 */
export type StoredSlots = { until: Day; spare_days: number }

/** Returns how far ahead slots are stored, or null if no experience has slots. */
export async function findStoredSlots(sql: Queryable, now: Date): Promise<StoredSlots | null> {
  const [stored] = await sql<[StoredSlots?]>`
    select min(k.written_until) as until,
      min(k.written_until - e.booking_horizon_days - london_today(${now}))::int as spare_days
    from slot_spans k join experiences e on e.id = k.experience_id
    having count(*) > 0`
  return stored ?? null
}
