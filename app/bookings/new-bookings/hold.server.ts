import {
  inScope,
  type GuestActor,
  type Staff,
  type StaffMember,
  vineyardScope,
} from '../../people/sign-in/actor.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import type { StaffSlotName } from '../../availability/slot.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Time } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { bookingsMade, countRefusedRequest, holdsMade } from '../booking-metrics.server.ts'
import type { StaffGuest } from './staff-booking.server.ts'
import type { holdShape, sellerHoldShape } from './hold.shapes.ts'

/** Places held in a slot until `expires_at`, without a booking. Ended holds can still be read. */
export type Hold = RowOf<typeof holdShape>

/** A request for a hold. The slot must still start at `start_time`, if given. `expires_at` is at most 60 minutes away. */
type HoldRequest = {
  experience_id: string
  slot: StaffSlotName & { start_time?: Time }
  number_of_guests: number
  /** Whether staff exceed the limits of party sizes, or hold places at a closed start, on purpose. */
  beyond_limits?: boolean
  expires_at: Date
  /** The id of the booking that `moveBooking` will move into the held places. */
  for_booking_id?: string
}

/** `absent`: there is no such experience. `gone`: there is no such slot. `full`: only `remaining` places are left. */
type HoldProblem = { kind: Exclude<SqlEnums['hold_problem'], 'full'> } | { kind: 'full'; remaining: number }

/** Holds places regardless of cut-off and horizon. Guests hold places only for a booking whose link the caller has checked. */
export async function holdPlaces(
  sql: Queryable,
  { slot, ...request }: HoldRequest,
  { by }: { by: StaffMember | GuestActor },
  now: Date,
): Promise<Result<{ id: string }, HoldProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const hold = { ...request, ...slot, actor, actor_id }
  type Answer = { problem: SqlEnums['hold_problem'] | null; remaining: number; hold_id: string }
  const { problem, remaining, hold_id } = await rowFrom(sql)<Answer>`
    select * from hold_places(${sql.json(hold as never)}, ${vineyard_id}, ${now}) where ${isStillThere(sql, by)}`
  if (problem === null) {
    holdsMade.inc()
    return ok({ id: hold_id })
  }
  return refused(problem === 'full' ? { kind: 'full', remaining } : { kind: problem })
}

/** Returns a hold in scope, ended or not. */
export async function findHold(sql: Queryable, id: string, { by }: { by: Staff }): Promise<Hold | undefined> {
  const [hold] = await sql<Hold[]>`
    select h.id, h.vineyard_id, h.experience_id, h.pattern_id, h.availability_id, h.slot_date, h.start_time, h.end_time,
      h.number_of_guests, h.price_per_person, h.currency, h.for_booking_id, h.created_at, h.expires_at, h.ended_at, h.outcome
    from holds h where h.id = ${id} and ${inScope(sql, by, 'h.vineyard_id')}`
  return hold
}

/** Returns the live holds of resellers and API keys at a vineyard in scope, sorted by end. */
export async function listSellerHolds(
  sql: Queryable,
  vineyard_id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<RowOf<typeof sellerHoldShape>[]> {
  return sql<RowOf<typeof sellerHoldShape>[]>`
    select h.id, coalesce(r.name, k.name) as seller, e.title as experience_title, h.slot_date, h.start_time,
      h.number_of_guests, h.expires_at
    from holds h
      join api_keys k on k.id = h.actor_id
      left join resellers r on r.id = k.reseller_id
      join experiences e on e.id = h.experience_id
    where h.actor = 'key' and is_live(h, ${now}) and h.vineyard_id = ${vineyard_id}
      and not k.is_test and ${inScope(sql, by, 'h.vineyard_id')}
    order by h.expires_at, h.id`
}

/** Releases a hold before it expires. Does nothing if the hold has ended; refuses with `booked` if it was booked. */
export async function releaseHold(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  return outcomeFrom(sql)<SqlEnums['release_problem']>`
    select problem from release_hold(${id}, ${vineyardScope(by).vineyard_id}, ${now}) where ${isStillThere(sql, by)}`
}

/**
 * `ended`: the hold was released, or a booking has moved into it. `gone`: the slot was closed or moved. `full`: the hold expired
 * and the places were sold.
 */
type BookHoldProblem =
  | { kind: Exclude<SqlEnums['hold_booking_problem'], 'repeated' | 'ended' | 'full'> }
  | { kind: 'ended' }
  | { kind: 'full'; remaining: number }

/** Turns a hold into a confirmed booking with its id and price, once. An expired hold is booked if its places are free. */
export async function bookHold(
  sql: Queryable,
  id: string,
  guest: StaffGuest,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<{ id: string }, BookHoldProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  type Answer = { problem: SqlEnums['hold_booking_problem'] | null; remaining: number }
  const { problem, remaining } = await rowFrom(sql)<Answer>`
    select problem, remaining
    from book_hold(${id}, ${sql.json(guest)}, ${vineyard_id}, ${actor}, ${actor_id}, ${now})`
  if (problem === null) bookingsMade.inc({ channel: 'staff' })
  if (problem === null || problem === 'repeated') return ok({ id })
  countRefusedRequest(problem)
  return refused(problem === 'full' ? { kind: 'full', remaining } : { kind: problem })
}
