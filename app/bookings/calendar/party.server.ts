import { reachOf, type Staff } from '../../people/actor.ts'
import type { Queryable } from '../../platform/database.server.ts'
import type { Day } from '../../platform/days.ts'
import type { Party } from './party.ts'

/**
 * All parties of a vineyard's days within reach, by the clock; cancelled ones too, so that nobody waits for them. How many
 * there can be is bounded by the places, and a list that ends early would leave guests at the gate: there are no pages.
 */
export async function findParties(
  sql: Queryable,
  { vineyard_id, from, until }: { vineyard_id: string; from: Day; until: Day },
  { by }: { by: Staff },
): Promise<Party[]> {
  const reach = reachOf(by).vineyard_id
  const parties = await sql<Party[]>`
    select
      b.id, b.experience_id, b.booking_date, b.start_time, b.guest_name, b.guest_phone, b.number_of_guests, b.status,
      b.special_requests, b.attendance
    from bookings b
    where b.vineyard_id = ${vineyard_id} and ${reach === null ? sql`true` : sql`b.vineyard_id = ${reach}`}
      and b.booking_date between ${from} and ${until}
    order by b.booking_date, b.start_time nulls first, b.guest_name, b.id`
  return [...parties]
}
