import { hasPosition } from './position.ts'

/**
 * Vineyard: a place that grows wine grapes, as visitors see it. *Verified* means that its own people look after the
 * entry; a *demonstration estate* is made up and says so wherever it appears.
 */
export type Vineyard = {
  id: string
  name: string
  city: string | null
  region: string | null
  address: string | null
  postcode: string | null
  description: string | null
  phone: string | null
  email: string | null
  website: string | null
  /** Degrees; null or 0 in either means that nobody knows where it is. */
  latitude: number | null
  longitude: number | null
  cover_image_url: string | null
  logo_url: string | null
  is_visible: boolean
  is_verified: boolean
  is_demo: boolean
  facebook_url: string | null
  instagram_url: string | null
  twitter_url: string | null
  linkedin_url: string | null
  youtube_url: string | null
  tiktok_url: string | null
}

/** What a list shows of a vineyard; its description is only the beginning of one. */
export type VineyardSummary = Pick<
  Vineyard,
  'id' | 'name' | 'city' | 'region' | 'description' | 'cover_image_url' | 'is_verified' | 'is_demo'
>

type Coordinates = Pick<Vineyard, 'latitude' | 'longitude'>

export function verification({ is_verified }: Pick<Vineyard, 'is_verified'>): 'Verified' | 'Unverified' {
  return is_verified ? 'Verified' : 'Unverified'
}

/** 'Alfriston, East Sussex', or as much of it as is known. */
export function placeOf({ city, region }: Pick<Vineyard, 'city' | 'region'>): string {
  return joined(city, region)
}

type Postal = Pick<Vineyard, 'address' | 'city' | 'region' | 'postcode'>

/** The full address on one line; null when only the town is known, which is no address. */
export function postalAddressOf({ address, city, region, postcode }: Postal): string | null {
  if (!address && !postcode) return null
  return joined(address, city, region, postcode)
}

/** Parts in order, without what is missing and without saying one thing twice. */
function joined(...parts: (string | null)[]): string {
  const kept: string[] = []
  for (const part of parts) {
    if (part && !kept.some((earlier) => saysIt(earlier, part))) kept.push(part)
  }
  return kept.join(', ')
}

/** Whether an earlier part ends with this one: 'Combe Lane, Alfriston' has said 'Alfriston'. */
function saysIt(earlier: string, part: string): boolean {
  const [whole, end] = [earlier.toLowerCase(), part.toLowerCase()]
  return whole === end || whole.endsWith(`, ${end}`)
}

const directions = 'https://www.google.com/maps/dir/?api=1&destination='

/** Where "Get Directions" leads: to the address, else to the position, else nowhere. */
export function directionsTo(vineyard: Postal & Coordinates): string | null {
  const address = postalAddressOf(vineyard)
  if (address) return directions + encodeURIComponent(address)
  if (hasPosition(vineyard))
    return directions + encodeURIComponent(`${vineyard.latitude},${vineyard.longitude}`)
  return null
}
