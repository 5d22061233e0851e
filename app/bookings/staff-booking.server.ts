import { hash, randomUUID } from 'node:crypto'

import type { SlotName } from '../availability/slot.ts'
import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import type { Guest } from './booking-request.ts'

/** What staff take down by phone or at the gate. The same key counts once. */
export type StaffBookingRequest = Guest & {
  experience_id: string
  slot: SlotName
  number_of_guests: number
  idempotency_key: string
}

/**
 * Why it was not taken: no such experience in reach; no such slot; too few places; a party it does not take; or the key was
 * used for another booking.
 */
export type StaffBookingProblem =
  | { kind: 'absent' | 'gone' | 'group_size' | 'other' }
  | { kind: 'full'; remaining: number }

type StaffBookingRow = {
  problem: StaffBookingProblem['kind'] | 'repeated' | null
  booking_id: string
  remaining: number
}

/** Places a booking for staff, confirmed with its mail; `overbook` takes places where there are none, and is noted. */
export async function createStaffBooking(
  sql: Queryable,
  { slot, ...wanted }: StaffBookingRequest,
  { by, overbook }: { by: Staff; overbook: boolean },
  now: Date,
): Promise<Result<{ id: string }, StaffBookingProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const request = {
    ...wanted,
    ...slot,
    id: randomUUID(),
    request_hash: hash('sha256', JSON.stringify([slot, wanted])),
  }
  const [placed] = await retrying(
    sql,
    (sql) => sql<[StaffBookingRow]>`
      select p.* from create_staff_booking(
        jsonb_populate_record(null::booking_request, ${sql.json(request)}), ${vineyard_id}, ${actor}, ${actor_id}, ${overbook}, ${now}
      ) p`,
  )
  switch (placed.problem) {
    case null:
    case 'repeated':
      return ok({ id: placed.booking_id })
    case 'full':
      return refused({ kind: 'full', remaining: placed.remaining })
    case 'absent':
    case 'gone':
    case 'group_size':
    case 'other':
      return refused({ kind: placed.problem })
  }
}
