import { hash, randomUUID } from 'node:crypto'

import type { StaffSlotName } from '../../availability/slot.ts'
import { vineyardScope, type Staff } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { bookingsMade, countRefusedRequest } from '../booking-metrics.server.ts'
import type { Guest } from './booking-request.ts'
import { isBooking } from '../booking-search.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'

type Request = {
  experience_id: string
  slot: StaffSlotName
  number_of_guests: number
  /** Repeating a request with the same key books only once. */
  idempotency_key: string
  /** Whether staff exceed the limits of party sizes, or book at a closed start, on purpose. */
  beyond_limits?: boolean
  /** The reference of the booking in another system or in a test. */
  external_reference?: string | null
}

/** A guest for whom staff book, with an email address, a phone number or both. */
export type StaffGuest = Pick<Guest, 'guest_name' | 'special_requests'> & {
  guest_email: string | null
  guest_phone: string | null
}

/** A booking made by staff for a guest who phones. */
export type StaffBookingRequest = Request & StaffGuest

/** A booking of another system. If `emails_guest` is false, the guest is emailed only about changes of the booking. */
export type ImportedBooking = StaffBookingRequest & {
  channel: 'import'
  external_reference: string | null
  emails_guest: boolean
  price_per_person?: number
}

/** A party at the gate. `requested_at`: when the party came, which may be long before an offline device sends the request. */
export type WalkInRequest = Request & { guest_name: string | null; requested_at: string | null }

/**
 * Why nothing was booked. `gone`: there is no such slot. `full`: only `remaining` places are left. `early`: the walk-in is
 * for a later day. `other`: the idempotency key belongs to another booking.
 */
export type StaffBookingProblem =
  | { kind: Exclude<SqlEnums['staff_booking_problem'], 'repeated' | 'full'> }
  | { kind: 'full'; remaining: number }

type How = { by: Staff; overbook: boolean }
type Created = Result<{ id: string }, StaffBookingProblem>

/** Creates a confirmed booking, and its email if the guest has an address. With `overbook`, it may exceed the capacity. */
export function createStaffBooking(
  sql: Queryable,
  request: StaffBookingRequest | ImportedBooking,
  how: How,
  now: Date,
) {
  return create(sql, 'create_staff_booking', request, how, now)
}

/** Books a party that is at the gate, and records its arrival. */
export async function createWalkIn(sql: Queryable, request: WalkInRequest, how: How, now: Date) {
  const created = await create(sql, 'create_walk_in', request, how, now)
  if (!created.ok) return created
  const [{ reference }] = await sql<[{ reference: string }]>`
    select reference from bookings where id = ${created.value.id}`
  return ok({ ...created.value, reference })
}

/** Cancels a walk-in, found by its reference or key. Refuses with `paid` until its payments are undone. */
export async function undoWalkIn(sql: Queryable, booking: string, { by }: { by: Staff }, now: Date) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return outcomeFrom(sql)<SqlEnums['walk_in_undo_problem'], { reference: string }>`
    select * from undo_walk_in(
      (select b.id from bookings b where ${isBooking(sql, booking)}), ${vineyard_id}, ${actor}, ${actor_id}, ${now}
    )`
}

async function create(
  sql: Queryable,
  statement: 'create_staff_booking' | 'create_walk_in',
  { slot, ...details }: StaffBookingRequest | ImportedBooking | WalkInRequest,
  { by, overbook }: How,
  now: Date,
): Promise<Created> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const request = {
    ...details,
    ...slot,
    id: randomUUID(),
    request_hash: hash('sha256', JSON.stringify([slot, details])),
  }
  type Row = { problem: SqlEnums['staff_booking_problem'] | null; booking_id: string; remaining: number }
  const { problem, booking_id, remaining } = await rowFrom(sql)<Row>`
    select p.* from ${sql(statement)}(
      jsonb_populate_record(null::booking_request, ${sql.json(request)}), ${vineyard_id}, ${actor}, ${actor_id}, ${overbook}, ${now}
    ) p`
  const usual = statement === 'create_walk_in' ? 'walk_in' : 'staff'
  if (problem === null) bookingsMade.inc({ channel: 'channel' in details ? details.channel : usual })
  if (problem === null || problem === 'repeated') return ok({ id: booking_id })
  countRefusedRequest(problem)
  return refused(problem === 'full' ? { kind: 'full', remaining } : { kind: problem })
}
