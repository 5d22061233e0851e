import type { Experience } from '../experiences/experience.ts'
import { isOurPicture } from '../media/picture.ts'
import type { Day } from '../platform/days.ts'
import { known } from '../ui/head.ts'
import { socialLinks } from '../vineyards/contact-links.ts'
import { hasPosition } from '../vineyards/position.ts'
import { type Vineyard, placeOf } from '../vineyards/vineyard.ts'

/** A vineyard as schema.org data, with only what its page shows. Unknown fields are left out. */
export function structuredVineyard(vineyard: Vineyard, at: (path: string) => string) {
  const { name, description, phone, email, website, address, city, region, postcode } = vineyard
  const place = hasPosition(vineyard)
    ? { '@type': 'GeoCoordinates', latitude: vineyard.latitude, longitude: vineyard.longitude }
    : null
  const socialUrls = socialLinks(vineyard).map(({ url }) => url)
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
    sameAs: socialUrls.length > 0 ? socialUrls : null,
  })
}

/** An experience as a product with an offer. It is in stock if the page names a next day; otherwise nothing is claimed. */
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

/** Search engines cut longer descriptions. */
const maxDescription = 160

/** The meta description: the start of the vineyard's own description, else a summary. */
export function describeVineyard(
  vineyard: Pick<Vineyard, 'name' | 'city' | 'region' | 'description'>,
  experiences: number,
): string {
  const own = vineyard.description?.replace(/\s+/g, ' ').trim()
  if (own) return shortened(own, maxDescription)
  const place = placeOf(vineyard)
  const where = place ? `${vineyard.name}, a vineyard in ${place}` : `${vineyard.name}, a vineyard`
  const what =
    experiences > 0
      ? 'tours and tastings to book, with prices and free places'
      : 'where it is and how to reach it'
  return `${where}: ${what}.`
}

/** Cuts after a whole word. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s.,;:]+$/, '')}…`
}
