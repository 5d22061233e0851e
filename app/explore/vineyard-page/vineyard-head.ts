import type { Event, Product, Winery } from 'schema-dts'

import type { Experience } from '../../catalogue/experiences/experience.ts'
import type { structuredAmenities } from './amenities.server.ts'
import type { Rating } from '../../bookings/reviews/rating.ts'
import { isOurPicture } from '../../platform/media/picture.ts'
import type { Day } from '../../platform/days.ts'
import { shortDescription } from '../../ui/page/head.ts'
import { socialLinks } from '../../catalogue/vineyards/contact-links.ts'
import { hasPosition } from '../../catalogue/vineyards/position.ts'
import { type Vineyard, locationOf } from '../../catalogue/vineyards/vineyard.ts'

/** A slot with places left. */
export type UpcomingSlot = {
  experience_id: string
  starts_at: Date
  ends_at: Date
  capacity: number
  remaining: number
}

/** Returns a vineyard as schema.org data, with only the facts that its page shows. */
export function structuredVineyard(
  vineyard: Vineyard,
  amenities: ReturnType<typeof structuredAmenities>,
  at: (path: string) => string,
  rating: Rating | null,
): Winery {
  const { name, description, phone, email, website, address, city, region, postcode } = vineyard
  const socialUrls = socialLinks(vineyard).map(({ url }) => url)
  return {
    '@type': 'Winery',
    name,
    description: description ?? undefined,
    telephone: phone ?? undefined,
    email: email ?? undefined,
    url: website ?? undefined,
    image: isOurPicture(vineyard.cover_image_url) ? at(vineyard.cover_image_url) : undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address ?? undefined,
      addressLocality: city ?? undefined,
      addressRegion: region ?? undefined,
      postalCode: postcode ?? undefined,
      addressCountry: 'GB',
    },
    geo: hasPosition(vineyard)
      ? { '@type': 'GeoCoordinates', latitude: vineyard.latitude, longitude: vineyard.longitude }
      : undefined,
    sameAs: socialUrls.length > 0 ? socialUrls : undefined,
    amenityFeature: amenities.length > 0 ? amenities : undefined,
    aggregateRating: rating
      ? {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.reviews,
          bestRating: 5,
          worstRating: 1,
        }
      : undefined,
  }
}

/** Returns an experience as a product with an offer. The offer is in stock if the page names a next available day. */
export function structuredExperience(
  experience: Experience,
  nextDay: Day | undefined,
  book: string,
): Product {
  const { title, description } = experience
  const offer = structuredOffer(experience, book, nextDay !== undefined)
  return {
    '@type': 'Product',
    name: title,
    description: description ?? undefined,
    offers: { ...offer, availabilityStarts: nextDay },
  }
}

function structuredOffer({ price_per_person, currency }: Experience, url: string, isInStock: boolean) {
  return {
    '@type': 'Offer',
    price: price_per_person.toFixed(2),
    priceCurrency: currency,
    availability: isInStock ? 'https://schema.org/InStock' : undefined,
    url,
  } as const
}

/** Returns a slot as an event of its own, with its capacity and the places left. */
export function structuredEvent(
  experience: Experience,
  slot: UpcomingSlot,
  vineyard: Vineyard,
  book: string,
): Event {
  const minutes = Math.round((slot.ends_at.getTime() - slot.starts_at.getTime()) / 60_000)
  return {
    '@type': 'Event',
    name: experience.title,
    startDate: slot.starts_at.toISOString(),
    endDate: slot.ends_at.toISOString(),
    duration: `PT${minutes}M`,
    maximumAttendeeCapacity: slot.capacity,
    remainingAttendeeCapacity: slot.remaining,
    location: { '@type': 'Place', name: vineyard.name, address: locationOf(vineyard) || undefined },
    offers: structuredOffer(experience, book, true),
  }
}

/** Returns the meta description: the start of the vineyard's own description, or a summary if it has none. */
export function describeVineyard(
  vineyard: Pick<Vineyard, 'name' | 'city' | 'region' | 'description'>,
  experiences: number,
): string {
  const own = shortDescription(vineyard.description ?? '')
  if (own !== '') return own
  const location = locationOf(vineyard)
  const where = location ? `${vineyard.name}, a vineyard in ${location}` : `${vineyard.name}, a vineyard`
  const what =
    experiences > 0
      ? 'tours and tastings to book, with prices and free places'
      : 'where it is and how to reach it'
  return `${where}: ${what}.`
}
