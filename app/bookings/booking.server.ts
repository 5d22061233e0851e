import {
  type Actor,
  bookingInScope,
  type GuestActor,
  type KeyActorAt,
  nobody,
  type Staff,
  vineyardScope,
} from '../people/sign-in/actor.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { retrying } from '../platform/database/retry.server.ts'
import { posterAddress } from '../catalogue/vineyards/vineyard.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { outcomeFrom, rowFrom } from '../platform/database/row-from.server.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import { type BookingStatus, secondsUntilFinal } from './booking.ts'
import type { Cancellation } from './changes/cancellation-reason.ts'
import type { bookingShape, Booking } from './booking.shapes.ts'
import { type BookingVersion, maxCorrections, type Move } from './changes/change-request.ts'

/** A booking with its experience and vineyard, as shown on the confirmation page. */
export type BookingView = RowOf<typeof bookingShape>

/** Returns SQL that selects the fields of `Booking` from a row `b`. */
export function bookingColumns(sql: Queryable) {
  return sql`
    b.id, b.reference, b.user_id, b.vineyard_id, b.experience_id, b.availability_id, b.booking_date, b.start_time,
    b.end_time, b.booking_time, b.starts_at, b.ends_at, b.number_of_guests, b.num_guests,
    guest_name_of(b) as guest_name, b.guest_email, b.guest_phone, b.emails_guest, emails_changes(b) as has_email,
    b.special_requests, b.customer_notes, b.price_per_person, b.total_price,
    b.currency, b.status, b.called_off_at, b.called_off_reason, b.called_off_message, b.created_at, b.updated_at, moved_from(b)`
}

/** Returns SQL for the channel of a booking `b`, the name of its seller, and the seller's own reference. */
export function channelColumns(sql: Queryable) {
  return sql`b.channel, b.external_reference, seller_of(b) as seller`
}

/** Returns SQL for the reseller that sold booking `b` and its own reference for the booking, or null. */
export function soldBy(sql: Queryable) {
  return sql`
    nullif(concat_ws(', ', seller_of(b), case when b.channel = 'reseller' then b.external_reference end), '') as sold_by`
}

/** Returns SQL for the seconds during which staff may still undo the last change of status of a booking `b`, or null. */
export function undoSecondsOf(sql: Queryable, now: Date) {
  return sql`
    case when b.undo_until > ${now} and b.erased_at is null then extract(epoch from b.undo_until - ${now}::timestamptz)::float8 end as undo_seconds`
}

/**
 * Returns a booking, even of a hidden vineyard. Guests need no sign-in, because the id is the secret in the booking's link.
 * Staff find only bookings in their scope.
 */
export async function findBooking(sql: Queryable, id: string, { by }: { by: Actor } = { by: nobody }) {
  const [booking] = await sql<BookingView[]>`
    select
      ${bookingColumns(sql)}, case when b.status = 'cancelled' then b.undo_until end as cancellation_final_at, call_off_final_at(b),
      jsonb_build_object(
        'id', e.id, 'title', e.title, 'description', e.description, 'duration_minutes', e.duration_minutes,
        'price_per_person', e.price_per_person, 'cancellation_cutoff_minutes', e.cancellation_cutoff_minutes,
        'included', e.included,
        'parking', e.parking, 'station', e.station, 'step_free', e.step_free, 'dogs', e.dogs,
        'children', e.children, 'food', e.food, 'facts_stated_on', e.facts_stated_on, 'facts', facts_of(e.vineyard_id, e.id),
        'vineyard', jsonb_build_object(
          'id', v.id, 'name', v.name, 'address', v.address, 'city', v.city, 'region', v.region,
          'postcode', v.postcode, 'phone', v.phone, 'email', v.email, 'latitude', v.latitude,
          'longitude', v.longitude, 'cover_image_url', v.cover_image_url, 'poster_url', ${posterAddress(sql)}, 'is_visible', v.is_visible,
          'is_demo', v.is_demo
        )
      ) as experience
    from bookings b
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
    where b.id = ${id} and ${bookingInScope(sql, by)}`
  return booking
}

/** Returns a booking to its guest. If staff can still undo a cancellation, records that the guest has read about it. */
export async function findBookingAsGuest(
  sql: Queryable,
  id: string,
  now: Date,
): Promise<BookingView | undefined> {
  const booking = await findBooking(sql, id)
  if (!booking || secondsUntilFinal(booking.cancellation_final_at, now) === null) return booking
  const noted = await noteCancellationsRead(sql, [id], now)
  // If staff undid the cancellation between the two statements, nothing was recorded, and the booking is read again.
  return noted.has(id) ? booking : findBookingAsGuest(sql, id, now)
}

/** Records that guests have read about these cancellations. Returns the ids of the bookings that staff can still restore. */
export async function noteCancellationsRead(sql: Queryable, ids: string[], now: Date): Promise<Set<string>> {
  const noted = await retrying(
    sql,
    (sql) => sql<{ id: string }[]>`
      select n.id from note_cancellations_read(${ids}::uuid[], ${now}) as n (id)`,
  )
  return new Set(noted.map(({ id }) => id))
}

/**
 * Cancels a booking for its guest before the cut-off. If staff have cancelled and can still undo it, the guest's request makes
 * the cancellation final. Refuses with `final` if the visit is completed, and with `changed` if the booking differs from `seen`.
 */
export async function cancelBookingAsGuest(sql: Queryable, id: string, now: Date, seen?: BookingVersion) {
  return outcomeFrom(sql)<SqlEnums['cancellation_problem']>`
    select problem from cancel_booking_as_guest(${id}, ${now}, ${sql.json({ ...seen })})`
}

/**
 * Why a booking was not moved. `final`: it is cancelled or completed. `erased`: its guest was erased. `late`: the
 * cancellation cut-off has passed. `gone`: there is no such slot. `full`: only `remaining` places are left, counting the
 * booking's own places as free. `changed`: the booking differs from `seen`.
 */
export type MoveProblem =
  | { kind: Exclude<SqlEnums['move_problem'], 'full'> }
  | { kind: 'full'; remaining: number }

/**
 * Moves a booking: takes the new places before it returns the old places, or changes nothing. Keeps status and price per
 * person. Cut-offs apply to guests and API keys; only staff may `overbook` or go `beyond_limits`.
 */
export async function moveBooking(
  sql: Queryable,
  id: string,
  { slot, ...changes }: Move,
  {
    by,
    overbook = false,
    beyond_limits = false,
  }: ({ by: GuestActor | KeyActorAt } & OnPurpose<false>) | ({ by: Staff } & OnPurpose<boolean>),
  now: Date,
): Promise<Result<undefined, MoveProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const target = { ...slot, ...changes, beyond_limits }
  type Row = { problem: SqlEnums['move_problem'] | null; remaining: number }
  const { problem, remaining } = await rowFrom(sql)<Row>`
    select * from move_booking(
      ${id}, ${vineyard_id}, ${sql.json(target as never)}, ${actor}, ${actor_id}, ${overbook}, ${now}
    )`
  if (problem === null) return ok(undefined)
  return refused(problem === 'full' ? { kind: 'full', remaining } : { kind: problem })
}

type OnPurpose<Allowed> = { overbook?: Allowed; beyond_limits?: Allowed }
type StatusOutcome = SqlEnums['status_problem'] | SqlEnums['undo_problem']

/**
 * Why a status was not set or undone. `changed`: the status differs from `seen` or, without `seen`, the guest or seller has
 * cancelled. `called_off`: only cancelling and moving are allowed. `erased`: the guest was erased. `full`: `remaining` places
 * are left. `gone`: the slot is gone, or a closure cancelled the booking. `late` and `final`: see `undoBookingStatus`.
 */
export type StatusProblem =
  | { kind: Exclude<StatusOutcome, 'changed' | 'full'> }
  | { kind: 'changed'; status: BookingStatus }
  | { kind: 'full'; remaining: number }

type StatusRow = { problem: StatusOutcome | null; status: BookingStatus; remaining: number }

/**
 * Sets a status and writes its event. Confirming and cancelling also write an email, which waits until staff can no longer
 * undo the change. A restored booking takes its places again, beyond the capacity only with `overbook`. `seen`, the status
 * on the screen, keeps staff from restoring by mistake a booking that its guest cancelled.
 */
export async function changeBookingStatus(
  sql: Queryable,
  id: string,
  status: BookingStatus,
  {
    by,
    seen = null,
    overbook = false,
    cancellation = null,
  }: { by: Staff; seen?: BookingStatus | null; overbook?: boolean; cancellation?: Cancellation | null },
  now: Date,
): Promise<Result<BookingStatus, StatusProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return statusResult(
    await rowFrom(sql)`
      select * from set_booking_status(
        ${id}, ${vineyard_id}, ${status}, ${seen}, ${sql.json({ ...cancellation })}, ${actor}, ${actor_id}, ${overbook}, ${now}
      )`,
  )
}

function statusResult({ problem, status, remaining }: StatusRow): Result<BookingStatus, StatusProblem> {
  if (problem === null) return ok(status)
  if (problem === 'changed') return refused({ kind: 'changed', status })
  return refused(problem === 'full' ? { kind: 'full', remaining } : { kind: problem })
}

/**
 * Undoes a change of status by staff while the email about the change waits, and discards this email. `seen` is the status that
 * staff set. Writes a new email only if the guest had read about the cancellation. If the places are sold, the booking stays
 * cancelled. `late`: the email has been sent. `final`: the guest or seller cancelled too, or staff undid a walk-in.
 */
export async function undoBookingStatus(
  sql: Queryable,
  id: string,
  { by, seen }: { by: Staff; seen: BookingStatus },
  now: Date,
): Promise<Result<BookingStatus, StatusProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return statusResult(
    await rowFrom(sql)`
      select * from undo_booking_status(${id}, ${vineyard_id}, ${seen}, ${actor}, ${actor_id}, ${now})`,
  )
}

/** Returns whether we email a booking's guest about changes: we need an address, and a reseller may email instead. */
export async function hasEmail(sql: Queryable, id: string): Promise<boolean> {
  const [booking] = await sql`select from bookings b where b.id = ${id} and emails_changes(b)`
  return booking !== undefined
}

/** Corrects the guest's email address and emails the booking's state there. The old address gets no further emails. */
export async function correctGuestEmail(sql: Queryable, id: string, email: string, now: Date) {
  return outcomeFrom(sql)<SqlEnums['correction_problem']>`
    select problem from correct_guest_email(${id}, ${email}, ${maxCorrections}, ${now})`
}

/** A booking as My bookings lists it. */
export type BookingLine = Pick<
  Booking,
  | 'id'
  | 'reference'
  | 'booking_date'
  | 'booking_time'
  | 'number_of_guests'
  | 'total_price'
  | 'currency'
  | 'status'
  | 'called_off_at'
> & {
  is_over: boolean
  /** Whether staff cancelled the booking a moment ago and may still undo the cancellation. */
  is_being_cancelled: boolean
  experience_title: string
  vineyard_name: string
  /** Whether the guest may still move or cancel the booking. */
  may_change: boolean
  /** The ids for booking the same experience again, or null if the experience is no longer offered. */
  again: { vineyard_id: string; experience_id: string } | null
}

/**
 * Returns the bookings with these ids: upcoming bookings first, by start, then past and cancelled bookings, latest first. Also
 * records, for each cancellation that staff can still undo, that the guest has read about it.
 */
export async function listBookings(sql: Queryable, ids: string[], now: Date): Promise<BookingLine[]> {
  const lines = await sql<BookingLine[]>`
    select
      case when e.is_active and v.is_visible then
        jsonb_build_object('vineyard_id', v.id, 'experience_id', e.id)
      end as again,
      b.id, b.reference, b.booking_date, b.booking_time, b.number_of_guests, b.total_price, b.currency, b.status,
      b.called_off_at, over.is_over, is_being_cancelled(b, ${now}), e.title as experience_title, v.name as vineyard_name,
      b.status in ('pending', 'confirmed') and coalesce(${now} < guest_deadline(b), true) as may_change
    from bookings b join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
      cross join lateral (
        select coalesce(b.ends_at, london_instant(b.booking_date, '23:59')) <= ${now} or b.status = 'completed'
          or b.status = 'cancelled' and not is_being_cancelled(b, ${now})
      ) as over (is_over)
    where b.id = any(${ids}::uuid[])
    order by
      over.is_over,
      case when over.is_over then null else b.starts_at end,
      b.starts_at desc`
  const ending = lines.filter((line) => line.is_being_cancelled).map(({ id }) => id)
  if (ending.length > 0 && (await noteCancellationsRead(sql, ending, now)).size < ending.length)
    return listBookings(sql, ids, now)
  return [...lines]
}
