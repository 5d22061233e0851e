import type { Queryable } from '../../platform/database.server.ts'

/** How the marketplace stands: what there is, and what waits for somebody. Sums are of bookings that were not cancelled. */
export type Marketplace = {
  figures: {
    vineyards: number
    verified: number
    experiences: number
    winemakers: number
    /** Placed in the last seven days, and what they come to in pounds. */
    placed: number
    placed_pounds: number
    /** Visits of the next seven days, and how many people come. */
    coming: number
    coming_guests: number
  }
  waiting: {
    unverified_vineyards: number
    claims: number
    contact_messages: number
    failed_mails: number
    /** Bookings that have waited for their vineyard's word for more than 24 hours. */
    late_bookings: number
    invited_winemakers: number
    erasure_requests: number
  }
}

/** One statement; bookings, vineyards and experiences are counted from indexes alone. */
export async function findMarketplace(sql: Queryable, now: Date): Promise<Marketplace> {
  const [row] = await sql<[Marketplace]>`
    select
      jsonb_build_object(
        'vineyards', shown.vineyards,
        'verified', shown.verified,
        'experiences', (select count(*) from experiences where is_active),
        'winemakers', staff.winemakers,
        'placed', placed.bookings,
        'placed_pounds', placed.pounds,
        'coming', coming.bookings,
        'coming_guests', coming.guests
      ) as figures,
      jsonb_build_object(
        'unverified_vineyards', shown.vineyards - shown.verified,
        'claims', (select count(*) from vineyard_claims where state = 'new'),
        'contact_messages', (select count(*) from contact_messages where state <> 'answered'),
        'failed_mails', (select count(*) from emails where state in ('failed', 'dead')),
        'late_bookings', (
          select count(*) from bookings
          where status = 'pending' and created_at <= ${now}::timestamptz - interval '24 hours' and starts_at > ${now}
        ),
        'erasure_requests', (select count(*) from erasure_requests where declined_at is null),
        'invited_winemakers', staff.invited
      ) as waiting
    from
      (
        select count(*) as vineyards, count(*) filter (where is_verified) as verified from vineyards where is_visible
      ) as shown,
      (
        select count(*) as winemakers, count(*) filter (where password_hash is null) as invited
        from winemakers where is_active
      ) as staff,
      (
        select count(*) as bookings, coalesce(sum(total_price), 0) as pounds from bookings
        where created_at > ${now}::timestamptz - interval '7 days' and created_at <= ${now} and status <> 'cancelled'
      ) as placed,
      (
        select count(*) as bookings, coalesce(sum(number_of_guests), 0) as guests from bookings
        where ends_at > ${now} and ends_at <= ${now}::timestamptz + interval '7 days'
          and status in ('pending', 'confirmed')
      ) as coming`
  return row
}
