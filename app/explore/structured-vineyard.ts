import type { Experience } from '../experiences/experience.ts'
import { hasPosition } from '../vineyards/position.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'
import { socialLinks } from '../vineyards/contact-links.ts'

/** A vineyard in schema.org's words, from nothing but what its page says. Unknown fields are left out. */
export function structuredVineyard(vineyard: Vineyard, experiences: Experience[]) {
  const { name, description, phone, email, website, address, city, region, postcode } = vineyard
  const place = hasPosition(vineyard)
    ? { '@type': 'GeoCoordinates', latitude: vineyard.latitude, longitude: vineyard.longitude }
    : null
  const elsewhere = socialLinks(vineyard).map(({ url }) => url)
  const offers = experiences.map(({ title, price_per_person, currency }) => ({
    '@type': 'Offer',
    name: title,
    price: price_per_person.toFixed(2),
    priceCurrency: currency,
  }))
  return known({
    '@context': 'https://schema.org',
    '@type': 'Winery',
    name,
    description,
    telephone: phone,
    email,
    url: website,
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
    makesOffer: offers.length > 0 ? offers : null,
  })
}

type Json = string | number | null | Json[] | { [key: string]: Json }

function known(fields: { [key: string]: Json }): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
