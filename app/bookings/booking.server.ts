import { type Actor, nobody, vineyardScope } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import { type Booking, guestCancellation } from './booking.ts'

/** A booking with its experience and vineyard, as the confirmation shows them. */
export type BookingView = Booking & {
  experience: {
    id: string
    title: string
    description: string | null
    duration_minutes: number | null
    price_per_person: number
    cancellation_cutoff_minutes: number
    vineyard: {
      id: string
      name: string
      address: string | null
      city: string | null
      region: string | null
      postcode: string | null
      phone: string | null
      email: string | null
      latitude: number | null
      longitude: number | null
      cover_image_url: string | null
      is_visible: boolean
      is_demo: boolean
    }
  }
}

/** The fields of `Booking` out of a row `b`, in the order in which everybody is told them. */
export function bookingColumns(sql: Queryable) {
  return sql`
    b.id, b.reference, b.user_id, b.vineyard_id, b.experience_id, b.availability_id, b.booking_date, b.start_time,
    b.end_time, b.booking_time, b.starts_at, b.ends_at, b.number_of_guests, b.num_guests, b.guest_name,
    b.guest_email, b.guest_phone, b.special_requests, b.customer_notes, b.price_per_person, b.total_price,
    b.currency, b.status, b.created_at, b.updated_at`
}

/**
 * A booking by its link. It stays readable when its vineyard is hidden or its experience is off. To staff who are signed
 * in, one of another vineyard is absent.
 */
export async function findBooking(
  sql: Queryable,
  id: string,
  { by }: { by: Actor } = { by: nobody },
): Promise<BookingView | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const [booking] = await sql<BookingView[]>`
    select
      ${bookingColumns(sql)},
      jsonb_build_object(
        'id', e.id, 'title', e.title, 'description', e.description, 'duration_minutes', e.duration_minutes,
        'price_per_person', e.price_per_person, 'cancellation_cutoff_minutes', e.cancellation_cutoff_minutes,
        'vineyard', jsonb_build_object(
          'id', v.id, 'name', v.name, 'address', v.address, 'city', v.city, 'region', v.region,
          'postcode', v.postcode, 'phone', v.phone, 'email', v.email, 'latitude', v.latitude,
          'longitude', v.longitude, 'cover_image_url', v.cover_image_url, 'is_visible', v.is_visible,
          'is_demo', v.is_demo
        )
      ) as experience
    from bookings b
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
    where b.id = ${id} and (${scope}::uuid is null or b.vineyard_id = ${scope})`
  return booking
}

/** Cancels for the guest: compared and set, places given back, event and mail written, all or nothing. */
export async function cancelBookingAsGuest(
  sql: Queryable,
  id: string,
  now: Date,
): Promise<Result<undefined, 'absent' | 'final' | 'late'>> {
  const [{ problem }] = await retrying(
    sql,
    (sql) => sql<[{ problem: 'absent' | 'final' | 'late' | null }]>`
      select problem from cancel_booking_as_guest(${id}, ${now})`,
  )
  return problem === null ? ok(undefined) : refused(problem)
}

/** What My bookings shows of a booking. */
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
> & {
  is_over: boolean
  experience_title: string
  vineyard_name: string
  /** Whether its guest may still move or cancel it. */
  may_change: boolean
  /** Where the same can be booked once more, as long as it is offered. */
  again: { vineyard_id: string; experience_id: string } | null
}

type LineRow = Omit<BookingLine, 'may_change'> & Pick<Booking, 'starts_at'> & { cutoff: number }

/** Those of these bookings that exist, what comes first at the top and what is over below, latest first. */
export async function listBookings(sql: Queryable, ids: string[], now: Date): Promise<BookingLine[]> {
  const lines = await sql<LineRow[]>`
    select
      b.starts_at, e.cancellation_cutoff_minutes as cutoff,
      case when e.is_active and v.is_visible then
        jsonb_build_object('vineyard_id', v.id, 'experience_id', e.id)
      end as again,
      b.id, b.reference, b.booking_date, b.booking_time, b.number_of_guests, b.total_price, b.currency, b.status,
      over.is_over, e.title as experience_title, v.name as vineyard_name
    from bookings b
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
      cross join lateral (
        select coalesce(b.ends_at, london_instant(b.booking_date, '23:59')) <= ${now} or b.status in ('cancelled', 'completed')
      ) as over (is_over)
    where b.id = any(${ids}::uuid[])
    order by
      over.is_over,
      case when over.is_over then null else b.starts_at end,
      b.starts_at desc`
  return lines.map(({ cutoff, starts_at, ...line }) => ({
    ...line,
    may_change: guestCancellation({ status: line.status, starts_at }, cutoff, now) === 'open',
  }))
}
