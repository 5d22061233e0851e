import type { Taxi } from '../stations/station.ts'

/** The optional text fields, in the order of lists and forms. */
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
 * A vineyard as visitors see it. The page of a *verified* vineyard is maintained by the vineyard itself; a *demonstration*
 * vineyard is fictional and labelled wherever it appears.
 */
export type Vineyard = Record<(typeof textFields)[number] | SocialField, string | null> & {
  id: string
  name: string
  /** The position in degrees. It is unknown if the latitude or longitude is null or 0. */
  latitude: number | null
  longitude: number | null
  cover_image_url: string | null
  logo_url: string | null
  is_visible: boolean
  is_verified: boolean
  is_demo: boolean
  /** Taxi firms that the vineyard names for its visitors. */
  taxis: Taxi[]
}

/** A vineyard in a list, with only the start of its description. */
export type VineyardSummary = Pick<
  Vineyard,
  'id' | 'name' | 'city' | 'region' | 'description' | 'cover_image_url' | 'is_verified' | 'is_demo'
> &
  Poster

/** The poster that is shown while a vineyard has no photograph. Null if it has a photograph, or until the poster is drawn. */
export type Poster = { poster_url: string | null }

export function verification({ is_verified }: Pick<Vineyard, 'is_verified'>): 'Verified' | 'Unverified' {
  return is_verified ? 'Verified' : 'Unverified'
}

/** Returns 'Alfriston, East Sussex', or only the part that is known. */
export function locationOf({ city, region }: Pick<Vineyard, 'city' | 'region'>): string {
  return joined(city, region)
}

export type Postal = Pick<Vineyard, 'address' | 'city' | 'region' | 'postcode'>

/** Returns the full address on one line, or null if the street address and the postcode are both missing. */
export function postalAddressOf({ address, city, region, postcode }: Postal): string | null {
  if (!address && !postcode) return null
  return joined(address, city, region, postcode)
}

/** Joins the parts in order, without missing and repeated parts. */
function joined(...parts: (string | null)[]): string {
  const distinct: string[] = []
  for (const part of parts) {
    if (part && !distinct.some((earlier) => includesPart(earlier, part))) distinct.push(part)
  }
  return distinct.join(', ')
}

/** Returns whether an earlier part ends with this part, as 'Combe Lane, Alfriston' ends with 'Alfriston'. */
function includesPart(earlier: string, part: string): boolean {
  const [whole, end] = [earlier.toLowerCase(), part.toLowerCase()]
  return whole === end || whole.endsWith(`, ${end}`)
}
