import type { GuestActor } from '../../people/sign-in/actor.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { type Result, ok, refused } from '../../platform/result.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { bookingsMade } from '../booking-metrics.server.ts'
import { cancelBookingAsGuest, correctGuestEmail, moveBooking, type MoveProblem } from '../booking.server.ts'
import type { BookingVersion, Move } from '../changes/change-request.ts'
import type { Guest } from './booking-request.ts'
import type { Hold } from './hold.server.ts'

/*
 * Changes that guests make to bookings with an unverified email address. Emails about changes count towards
 * `LIMIT_BOOKING_EMAILS`; otherwise anybody could send endless emails through the link of one booking.
 */

/** The guest's mailbox has reached its limit and may get its next email at `until`. */
export type EmailsProblem = { kind: 'emails'; until: Date }

/** The time of a change, and the largest number of emails an hour to one mailbox. */
type Change = { emailsAnHour: number; now: Date }

/** Counts the email of a change, then makes the change. If the change is refused, its email is no longer counted. */
async function withinEmailLimit<Value, Problem>(
  sql: Queryable,
  id: string,
  email: string | null,
  { emailsAnHour, now }: Change,
  change: () => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | EmailsProblem>> {
  const until = await countEmail(sql, id, email, { emailsAnHour, now })
  if (until) return refused({ kind: 'emails', until })
  const changed = await change()
  if (!changed.ok && emailsAnHour > 0) await sql`select return_booking_email(${id}, ${email})`
  return changed
}

/** Counts an email. Returns null, or, at the limit, when the mailbox may get its next email. A limit of 0 means no limit. */
async function countEmail(sql: Queryable, id: string, email: string | null, { emailsAnHour, now }: Change) {
  if (emailsAnHour === 0) return null
  const { until } = await rowFrom(sql)<{ until: Date | null }>`
    select take_booking_email(${id}, ${email}, ${emailsAnHour}, ${now}) as until`
  return until
}

/** Moves a booking for its guest. */
export function moveAsGuest(
  sql: Queryable,
  id: string,
  move: Move,
  { by, ...change }: { by: GuestActor } & Change,
): Promise<Result<undefined, MoveProblem | EmailsProblem>> {
  return withinEmailLimit(sql, id, null, change, () => moveBooking(sql, id, move, { by }, change.now))
}

/** Corrects the email address of a booking for its guest. */
export function correctEmailAsGuest(
  sql: Queryable,
  id: string,
  email: string,
  change: Change,
): Promise<Result<undefined, { kind: SqlEnums['correction_problem'] } | EmailsProblem>> {
  return withinEmailLimit(sql, id, email, change, async () => {
    const corrected = await correctGuestEmail(sql, id, email, change.now)
    return corrected.ok ? corrected : refused({ kind: corrected.problem })
  })
}

/**
 * Cancels a booking for its guest. Beyond the email limit, stores the email but does not send it: the guest sees the
 * cancellation on the confirmation page.
 */
export async function cancelAsGuest(
  sql: Sql,
  id: string,
  seen: BookingVersion | undefined,
  change: Change,
): ReturnType<typeof cancelBookingAsGuest> {
  const until = await countEmail(sql, id, null, change)
  const [outcome, isEmailed] = await inTransaction(sql, async (tx) => {
    const emails = async () =>
      (await tx`select from emails where booking_id = ${id} and email_type = 'cancelled'`).length
    const before = await emails()
    const cancelled = await cancelBookingAsGuest(tx, id, change.now, seen)
    if (cancelled.ok && until)
      await tx`
          update emails set state = 'kept'
          where booking_id = ${id} and email_type = 'cancelled' and state = 'waiting'`
    return [cancelled, (await emails()) > before] as const
  })
  // A refused or repeated cancellation writes no email, so the email that was counted above is subtracted again.
  if (!isEmailed && until === null && change.emailsAnHour > 0)
    await sql`select return_booking_email(${id}, null)`
  return outcome
}

/** Places that are held until a link confirms the booking, with the details that its guest typed. */
export type HeldBooking = Omit<Guest, 'guest_email'> &
  Pick<Hold, 'vineyard_id' | 'slot_date' | 'start_time' | 'end_time' | 'number_of_guests'> &
  Pick<Hold, 'currency' | 'expires_at'> & {
    vineyard_name: string
    experience_title: string
    total_price: number
    is_booked: boolean
  }

/** Returns the booking that a link confirms or has confirmed, or undefined if the hold has ended without a booking. */
export async function findHeldBooking(sql: Queryable, id: string, now: Date) {
  const [held] = await sql<HeldBooking[]>`
    select h.vineyard_id, v.name as vineyard_name, e.title as experience_title, h.slot_date, h.start_time, h.end_time,
      h.number_of_guests, (h.number_of_guests * h.price_per_person)::float8 as total_price, h.currency, h.expires_at,
      h.outcome is not distinct from 'booked' as is_booked, g.request ->> 'guest_name' as guest_name,
      g.request ->> 'guest_phone' as guest_phone, coalesce(g.request ->> 'special_requests', '') as special_requests
    from guest_holds g
      join holds h on h.id = g.id join experiences e on e.id = h.experience_id join vineyards v on v.id = h.vineyard_id
    where g.id = ${id} and (h.outcome = 'booked' or is_live(h, ${now}))`
  return held
}

/** Records that a held booking belongs to a stop of an itinerary, so that the stop gets the booking when it is confirmed. */
export async function attachHeldBookingToStop(sql: Queryable, idempotency_key: string, stop_id: string) {
  await sql`
    update guest_holds set request = request || jsonb_build_object('itinerary_stop_id', ${stop_id}::uuid)
    where idempotency_key = ${idempotency_key}`
}

/** Creates the booking that a link confirms, with the id of the link. Repeating the call changes nothing. */
export async function confirmByLink(
  sql: Queryable,
  id: string,
  now: Date,
): Promise<Result<undefined, 'absent' | 'gone'>> {
  type Answer = { problem: SqlEnums['confirm_problem'] | null; channel: string | null }
  // The statement reads the hold as it was before the confirmation. A link that has already been used has an empty request.
  const { problem, channel } = await rowFrom(sql)<Answer>`
    select problem, (
      select coalesce(g.request ->> 'channel', 'public') from guest_holds g where g.id = ${id} and g.request <> '{}'
    ) as channel
    from confirm_by_link(${id}, ${now})`
  if (problem !== null) return refused(problem)
  if (channel !== null) bookingsMade.inc({ channel })
  return ok(undefined)
}

/** Releases the places of a link, for people who got the email without having booked. */
export async function releaseHeldBooking(sql: Queryable, id: string, now: Date) {
  const { problem } = await rowFrom(sql)<{ problem: SqlEnums['release_problem'] | null }>`
    select problem from release_hold((select g.id from guest_holds g where g.id = ${id}), null, ${now})`
  return problem === null || problem === 'absent' ? ok(undefined) : refused(problem)
}
