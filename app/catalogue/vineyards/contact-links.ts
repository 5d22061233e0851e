import { hasPosition } from './position.ts'
import {
  type Postal,
  postalAddressOf,
  type SocialField,
  socialFields,
  socialLabels,
  type Vineyard,
} from './vineyard.ts'

/** Returns the vineyard's links to social networks in a fixed order. */
export function socialLinks(vineyard: Pick<Vineyard, SocialField>) {
  return socialFields.flatMap((field) => {
    const url = vineyard[field]
    return url ? [{ label: socialLabels[field], url }] : []
  })
}

/** Returns a website for display: 'hollowdown.example.com' for 'https://www.hollowdown.example.com/'. */
export function websiteName(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/(?<!\/)\/+$/, '')
}

const directions = 'https://www.google.com/maps/dir/?api=1&destination='

/** Returns the link of "Get Directions" to the address or, without an address, to the position. Null if both are missing. */
export function directionsTo(vineyard: Postal & Pick<Vineyard, 'latitude' | 'longitude'>): string | null {
  const address = postalAddressOf(vineyard)
  if (address) return directions + encodeURIComponent(address)
  if (hasPosition(vineyard))
    return directions + encodeURIComponent(`${vineyard.latitude},${vineyard.longitude}`)
  return null
}
