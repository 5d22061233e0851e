import type { Queryable } from '../../platform/database/database.server.ts'
import { isOurPicture } from '../../platform/media/picture.ts'
import { hasPosition } from '../../catalogue/vineyards/position.ts'
import type { Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { isPlanned } from '../../catalogue/experiences/experience.server.ts'
import type { Experience } from '../../catalogue/experiences/experience.ts'

/** The most experiences in the feed. The real number is far smaller. */
const mostListed = 10_000

type Row = Pick<
  Experience,
  | 'id'
  | 'vineyard_id'
  | 'title'
  | 'description'
  | 'type'
  | 'duration_minutes'
  | 'price_per_person'
  | 'currency'
  | 'is_instant'
  | 'cancellation_cutoff_minutes'
> &
  Pick<
    Vineyard,
    'cover_image_url' | 'phone' | 'website' | 'address' | 'city' | 'postcode' | 'latitude' | 'longitude'
  > & { vineyard_name: string }

/**
 * Returns the planned experiences of verified vineyards as a product feed for sites that list things to do. The fields are
 * those of Google's "Things to do" feeds. Each experience is a product with one option, which links to its booking page.
 */
export async function makeProductFeed(sql: Queryable, { site_url }: { site_url: string }, now: Date) {
  const rows = await sql<Row[]>`
    select e.id, e.title, e.description, e.type, e.duration_minutes, e.price_per_person, e.currency, e.is_instant,
      e.cancellation_cutoff_minutes, e.vineyard_id, v.name as vineyard_name, v.cover_image_url, v.phone, v.website,
      v.address, v.city, v.postcode, v.latitude, v.longitude
    from experiences e join vineyards v on v.id = e.vineyard_id
    where e.is_active and v.is_visible and v.is_verified and not v.is_demo and ${isPlanned(sql, now)}
    order by v.name, e.title, e.id
    limit ${mostListed}`
  return {
    feed_metadata: { shard_id: 0, total_shards_count: 1, processing_instruction: 'PROCESS_AS_SNAPSHOT' },
    products: rows.map((row) => productOf(row, site_url)),
  }
}

function productOf(row: Row, siteUrl: string) {
  const { id, title, description, vineyard_name, cover_image_url, is_instant } = row
  const at = (path: string) => new URL(path, siteUrl).href
  return {
    id,
    title: inEnglish(`${title}, ${vineyard_name}`),
    ...(description && { description: inEnglish(description) }),
    ...(isOurPicture(cover_image_url) && {
      related_media: [{ url: at(cover_image_url), type: 'MEDIA_TYPE_PHOTO' }],
    }),
    operator: { google_business_profile_name: inEnglish(vineyard_name) },
    ...(is_instant && { confirmation_type: 'CONFIRMATION_TYPE_INSTANT' }),
    options: [optionOf(row, at)],
  }
}

function optionOf(row: Row, at: (path: string) => string) {
  const { id, title, type, duration_minutes, cancellation_cutoff_minutes, vineyard_id } = row
  return {
    id,
    title: inEnglish(title),
    landing_page: { url: at(`/book-now/${vineyard_id}?experience=${id}`) },
    landing_page_list_view: { url: at(`/vineyard/${vineyard_id}`) },
    ...(duration_minutes !== null && { duration_sec: duration_minutes * 60 }),
    // Guests pay at the vineyard, so a cancellation in time is free.
    cancellation_policy: {
      refund_conditions: [
        { min_duration_before_start_time_sec: cancellation_cutoff_minutes * 60, refund_percent: 100 },
      ],
    },
    ...(type && { option_categories: [{ label: type }] }),
    related_locations: [
      {
        location: { location: { place_info: locationOf(row) } },
        relation_type: 'RELATION_TYPE_ADMISSION_TICKET',
      },
    ],
    price_options: [{ id: 'guest', title: 'Guest', price: moneyOf(row) }],
  }
}

function locationOf(row: Row) {
  const { vineyard_name, phone, website, address, city, postcode } = row
  const postal = [address, city, postcode].filter(Boolean).join(', ')
  return {
    name: vineyard_name,
    ...(phone && { phone_number: phone }),
    ...(website && { website_url: website }),
    ...(postal && { unstructured_address: postal }),
    ...(hasPosition(row) && { coordinates: { latitude: row.latitude, longitude: row.longitude } }),
  }
}

/** Returns a price in the feed's format: whole units, and the remainder in billionths (`nanos`). */
function moneyOf({ price_per_person, currency }: Row) {
  const pence = Math.round(price_per_person * 100)
  return { currency_code: currency, units: Math.floor(pence / 100), nanos: (pence % 100) * 10_000_000 }
}

const inEnglish = (text: string) => ({ localized_texts: [{ language_code: 'en', text }] })
