import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { addDays, type Day } from '../platform/days.ts'
import type { Party } from './party.ts'

/**
 * Returns all parties of a vineyard's days, by the clock, with those that stay past midnight into the first of them.
 * Cancelled parties are included, so that nobody waits for them. There are no pages: a list that ends early would leave
 * guests at the gate, and the places bound its length.
 */
export async function findParties(
  sql: Queryable,
  { vineyard_id, from, until }: { vineyard_id: string; from: Day; until: Day },
  { by }: { by: Staff },
): Promise<Party[]> {
  const scope = vineyardScope(by).vineyard_id
  const parties = await sql<Party[]>`
    select
      b.id, b.experience_id, b.booking_date, b.start_time, b.guest_name, b.guest_phone, b.number_of_guests, b.status,
      b.special_requests, b.attendance,
      coalesce(london_today(b.ends_at - interval '1 second'), b.booking_date) as ends_on
    from bookings b
    where b.vineyard_id = ${vineyard_id} and ${scope === null ? sql`true` : sql`b.vineyard_id = ${scope}`}
      -- No visit is longer than a day.
      and b.booking_date between ${addDays(from, -1)} and ${until}
      and (b.booking_date >= ${from} or b.ends_at > london_instant(${from}, '00:00'))
    order by b.booking_date, b.start_time nulls first, b.guest_name, b.id`
  return [...parties]
}
