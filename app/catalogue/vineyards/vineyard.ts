import { hasPosition } from './position.ts'

/** The fields that are text or null, in the order of lists and forms. */
export const textFields = [
  'city',
  'region',
  'address',
  'postcode',
  'description',
  'phone',
  'email',
  'website',
] as const
/** The links to social networks, in the order of lists and forms. */
export const socialLabels = {
  facebook_url: 'Facebook',
  instagram_url: 'Instagram',
  twitter_url: 'Twitter',
  linkedin_url: 'LinkedIn',
  youtube_url: 'YouTube',
  tiktok_url: 'TikTok',
} as const
export type SocialField = keyof typeof socialLabels
export const socialFields = Object.keys(socialLabels) as SocialField[]

/**
 * A vineyard as visitors see it. A *verified* entry is maintained by the vineyard itself; a *demonstration estate* is
 * fictional and labelled wherever it appears.
 */
export type Vineyard = Record<(typeof textFields)[number] | SocialField, string | null> & {
  id: string
  name: string
  /** Degrees. The position is unknown if either is null or 0. */
  latitude: number | null
  longitude: number | null
  cover_image_url: string | null
  logo_url: string | null
  is_visible: boolean
  is_verified: boolean
  is_demo: boolean
}

/** A vineyard in a list, with only the start of its description. */
export type VineyardSummary = Pick<
  Vineyard,
  'id' | 'name' | 'city' | 'region' | 'description' | 'cover_image_url' | 'is_verified' | 'is_demo'
> &
  Poster

/** The drawing shown while a vineyard has no photograph; null if it has one, or until the drawing exists. */
export type Poster = { poster_url: string | null }

type Coordinates = Pick<Vineyard, 'latitude' | 'longitude'>

export function verification({ is_verified }: Pick<Vineyard, 'is_verified'>): 'Verified' | 'Unverified' {
  return is_verified ? 'Verified' : 'Unverified'
}

/** 'Alfriston, East Sussex', or the part that is known. */
export function locationOf({ city, region }: Pick<Vineyard, 'city' | 'region'>): string {
  return joined(city, region)
}

type Postal = Pick<Vineyard, 'address' | 'city' | 'region' | 'postcode'>

/** The full address on one line; null if only the town or region is known. */
export function postalAddressOf({ address, city, region, postcode }: Postal): string | null {
  if (!address && !postcode) return null
  return joined(address, city, region, postcode)
}

/** The parts in order, without missing and repeated ones. */
function joined(...parts: (string | null)[]): string {
  const distinct: string[] = []
  for (const part of parts) {
    if (part && !distinct.some((earlier) => includesPart(earlier, part))) distinct.push(part)
  }
  return distinct.join(', ')
}

/** Whether an earlier part ends with this one: 'Combe Lane, Alfriston' includes 'Alfriston'. */
function includesPart(earlier: string, part: string): boolean {
  const [whole, end] = [earlier.toLowerCase(), part.toLowerCase()]
  return whole === end || whole.endsWith(`, ${end}`)
}

const directions = 'https://www.google.com/maps/dir/?api=1&destination='

/** The link of "Get Directions": to the address, else to the position, else null. */
export function directionsTo(vineyard: Postal & Coordinates): string | null {
  const address = postalAddressOf(vineyard)
  if (address) return directions + encodeURIComponent(address)
  if (hasPosition(vineyard))
    return directions + encodeURIComponent(`${vineyard.latitude},${vineyard.longitude}`)
  return null
}
