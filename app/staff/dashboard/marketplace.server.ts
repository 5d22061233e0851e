import { statesOfReviews } from '../../bookings/reviews/staff-review.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Marketplace } from './marketplace.shapes.ts'

type Figures = Marketplace['figures']
type Counted = Pick<Figures, 'vineyards' | 'verified' | 'experiences' | 'winemakers'> &
  Omit<Marketplace['waiting'], 'late_bookings'>
type Booked = Omit<Figures, keyof Counted> & Pick<Marketplace['waiting'], 'late_bookings'>

/** Returns the admin's dashboard. Leaves out cancelled bookings. No-shows and called-off bookings bring no money. */
export async function findMarketplace(sql: Queryable, now: Date): Promise<Marketplace> {
  const [[counted], [booked]] = await Promise.all([countMarket(sql), countBooked(sql, now)])
  const { vineyards, verified, experiences, winemakers, ...waiting } = counted
  const { late_bookings, ...placed } = booked
  return {
    figures: { vineyards, verified, experiences, winemakers, ...placed },
    waiting: { late_bookings, ...waiting },
  }
}

const countReviews = (sql: Queryable, state: 'pictures' | 'reported') =>
  sql`(select count(*)::int from reviews r where r.erased_at is null and ${statesOfReviews(sql)[state]})`

const countMarket = (sql: Queryable) => sql<[Counted]>`
  select v.*, w.*,
    (select count(*)::int from experiences where is_active) as experiences,
    (select count(*)::int from vineyard_claims where state = 'new') as claims,
    (select count(*)::int from contact_messages where state <> 'answered') as contact_messages,
    (select count(*)::int from emails where state in ('failed', 'dead')) as failed_mails,
    (select count(*)::int from calendar_sources where failures > 0 or read_report is not null) as calendars,
    (select count(*)::int from erasure_requests where declined_at is null) as erasure_requests,
    ${countReviews(sql, 'pictures')} as review_pictures,
    ${countReviews(sql, 'reported')} as reported_reviews
  from
    (
      select count(*)::int as vineyards, (count(*) filter (where is_verified))::int as verified,
        (count(*) filter (where not is_verified))::int as unverified_vineyards
      from vineyards where is_visible
    ) as v,
    (
      select count(*)::int as winemakers, (count(*) filter (where password_hash is null))::int as invited_winemakers
      from winemakers where is_active
    ) as w`

/** Counts bookings by index-only scans, which a test checks. */
export const countBooked = (sql: Queryable, now: Date) => sql<[Booked]>`
  select placed.*, coming.*, (
    select count(*) from bookings b where is_long_pending(b, ${now})
  )::int as late_bookings
  from
    (
      select count(*)::int as placed,
        coalesce(sum(total_price) filter (where attendance is distinct from 'no_show' and called_off_at is null), 0) as placed_pounds
      from bookings
      where created_at > ${now}::timestamptz - interval '7 days' and created_at <= ${now} and status <> 'cancelled' and not is_test
    ) as placed,
    (
      select count(*)::int as coming, coalesce(sum(number_of_guests), 0)::int as coming_guests from bookings
      where ends_at > ${now} and ends_at <= ${now}::timestamptz + interval '7 days'
        and status in ('pending', 'confirmed') and called_off_at is null and attendance is distinct from 'no_show' and not is_test
    ) as coming`
