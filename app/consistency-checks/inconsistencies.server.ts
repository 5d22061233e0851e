import type { Queryable } from '../platform/database.server.ts'

/**
 * Something the books say twice and differently: `fault` is counter, oversold, capacity, host, event, mail, limits, sum or kept;
 * `noun` and `noun_id` name the row.
 */
export type Inconsistency = { fault: string; noun: string; noun_id: string; detail: string }

/**
 * Compares every counter, event, mail and limit with the bookings, as of one moment, and returns what does not agree.
 * It reads whole tables, so give it a connection without a statement timeout on a large database; it locks nothing.
 */
export async function findInconsistencies(sql: Queryable, now: Date): Promise<Inconsistency[]> {
  return sql<Inconsistency[]>`select * from consistency_faults(${now})`
}

/** How much there is to compare. */
export async function countChecked(
  sql: Queryable,
): Promise<{ bookings: number; slots: number; events: number }> {
  const [counts] = await sql<[{ bookings: number; slots: number; events: number }]>`
    select
      (select count(*) from bookings) as bookings,
      (select count(*) from slot_inventory) + (select count(*) from availability) as slots,
      (select count(*) from booking_events) as events`
  return counts
}
