import type { Experience } from '../experiences/experience.ts'
import { isOurPicture } from '../media/picture.ts'
import type { Day } from '../platform/days.ts'
import { known } from '../ui/head.ts'
import { socialLinks } from '../vineyards/contact-links.ts'
import { hasPosition } from '../vineyards/position.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'

/** A vineyard in schema.org's words, from nothing but what its page says. Unknown fields are left out. */
export function structuredVineyard(vineyard: Vineyard, at: (path: string) => string) {
  const { name, description, phone, email, website, address, city, region, postcode } = vineyard
  const place = hasPosition(vineyard)
    ? { '@type': 'GeoCoordinates', latitude: vineyard.latitude, longitude: vineyard.longitude }
    : null
  const elsewhere = socialLinks(vineyard).map(({ url }) => url)
  return known({
    '@type': 'Winery',
    name,
    description,
    telephone: phone,
    email,
    url: website,
    image: isOurPicture(vineyard.cover_image_url) ? at(vineyard.cover_image_url) : null,
    address: known({
      '@type': 'PostalAddress',
      streetAddress: address,
      addressLocality: city,
      addressRegion: region,
      postalCode: postcode,
      addressCountry: 'GB',
    }),
    geo: place,
    sameAs: elsewhere.length > 0 ? elsewhere : null,
  })
}

/**
 * An experience as something that can be had for a price. It is in stock where the page names a next day; where the
 * page names none, nothing is said about it either.
 */
export function structuredExperience(
  { title, description, price_per_person, currency }: Experience,
  nextDay: Day | undefined,
  book: string,
) {
  return known({
    '@type': 'Product',
    name: title,
    description,
    offers: known({
      '@type': 'Offer',
      price: price_per_person.toFixed(2),
      priceCurrency: currency,
      availability: nextDay === undefined ? null : 'https://schema.org/InStock',
      availabilityStarts: nextDay ?? null,
      url: book,
    }),
  })
}
