import { randomUUID } from 'node:crypto'

import type { KeyActor, KeyActorAt } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { bookingsMade, countRefusedRequest } from '../booking-metrics.server.ts'
import {
  type BookingProblem,
  hashOf,
  type UnsentBooking,
  type RefusalDetails,
} from './create-booking.server.ts'
import { bookingColumns } from '../booking.server.ts'
import type { Booking } from '../booking.shapes.ts'

/** Books with an API key by the rules for guests. `absent`: there is no such experience, or the key may not sell it. */
export async function createBookingWithKey(
  sql: Queryable,
  asked: UnsentBooking,
  { by }: { by: KeyActorAt },
  now: Date,
): Promise<Result<Booking, BookingProblem | { kind: 'absent' }>> {
  // The guest for whom a key books is not signed in.
  const request = { ...asked, user_id: null }
  const row = { ...request, id: randomUUID(), request_hash: hashOf(request) }
  type Answer = RefusalDetails & { problem: SqlEnums['key_booking_problem'] | null }
  const { problem, ...details } = await rowFrom(sql)<Answer>`
    select problem, booking_id, coalesce(remaining, 0) as remaining, price_per_person
    from create_booking_with_key(
      jsonb_populate_record(null::booking_request, ${sql.json(row as never)}), ${by.vineyard_id}, ${by.actor_id}, ${now}
    )`
  if (!by.is_test && problem === null) bookingsMade.inc({ channel: 'reseller' })
  countRefusedRequest(problem, by)
  if (problem !== null && problem !== 'repeated') return refused({ kind: problem, ...details })
  const [booking] = await sql<[Booking]>`
    select ${bookingColumns(sql)} from bookings b where b.id = ${details.booking_id}`
  return ok(booking)
}

/** Cancels a booking with an API key until the cut-off for guests, even after the vineyard opted out of the reseller. */
export async function cancelBookingWithKey(sql: Queryable, id: string, { by }: { by: KeyActor }, now: Date) {
  return outcomeFrom(sql)<SqlEnums['cancellation_problem']>`
    select problem from cancel_booking_with_key(${id}, ${by.actor_id}, ${now})`
}
