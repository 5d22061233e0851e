import { hash, randomUUID } from 'node:crypto'

import type { SlotName } from '../availability/slot.ts'
import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import type { Guest } from './booking-request.ts'

/** A booking made by staff, for a guest who phones or comes to the gate. The same key books once. */
export type StaffBookingRequest = Guest & {
  experience_id: string
  slot: SlotName
  number_of_guests: number
  idempotency_key: string
}

/** Why nothing was booked. `gone`: no such slot. `full`: only `remaining` places. `other`: the key belongs to another booking. */
export type StaffBookingProblem =
  | { kind: 'absent' | 'gone' | 'group_size' | 'other' }
  | { kind: 'full'; remaining: number }

/** Creates a confirmed booking with its email. `overbook` exceeds the capacity, which the history records. */
export async function createStaffBooking(
  sql: Queryable,
  { slot, ...details }: StaffBookingRequest,
  { by, overbook }: { by: Staff; overbook: boolean },
  now: Date,
): Promise<Result<{ id: string }, StaffBookingProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const request = {
    ...details,
    ...slot,
    id: randomUUID(),
    request_hash: hash('sha256', JSON.stringify([slot, details])),
  }
  type Created = {
    problem: StaffBookingProblem['kind'] | 'repeated' | null
    booking_id: string
    remaining: number
  }
  const [created] = await retrying(
    sql,
    (sql) => sql<[Created]>`
      select p.* from create_staff_booking(
        jsonb_populate_record(null::booking_request, ${sql.json(request)}), ${vineyard_id}, ${actor}, ${actor_id}, ${overbook}, ${now}
      ) p`,
  )
  const { problem, booking_id, remaining } = created
  if (problem === null || problem === 'repeated') return ok({ id: booking_id })
  return refused(problem === 'full' ? { kind: 'full', remaining } : { kind: problem })
}
