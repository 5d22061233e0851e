import { kilometresPerMile, type Position } from '../../catalogue/vineyards/position.ts'

/** A position to search around, and its name */
export type Near = Position & { label: string }

/** Vineyards within this many miles are near. Vineyards farther away are listed apart. */
export const nearMiles = 25

/** Returns whether a distance counts as near. An unknown distance does not count as near. */
export function isNear(kilometres: number | null): boolean {
  return kilometres !== null && kilometres <= nearMiles * kilometresPerMile
}

/** Returns 'less than a mile', '1 mile' or '12 miles'. Many positions are accurate only to 1 km, so there are no decimals. */
export function formatMiles(kilometres: number): string {
  const miles = Math.round(kilometres / kilometresPerMile)
  if (kilometres < kilometresPerMile) return 'less than a mile'
  return miles === 1 ? '1 mile' : `${miles} miles`
}

const compass = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']

/** Returns the direction in which `to` lies from `from`. */
export function bearing(from: Position, to: Position): string {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  const angle = (Math.atan2(east, to.latitude - from.latitude) * 180) / Math.PI
  return compass[(Math.round(angle / 45) + 8) % 8] ?? 'north'
}

/** Returns the latitude and longitude in decimal degrees. One of them may be 0: Greenwich is at longitude 0. */
export function readVisitorPosition(params: URLSearchParams): Position | 'missing' | 'invalid' {
  const [lat, lng] = [(params.get('lat') ?? '').trim(), (params.get('lng') ?? '').trim()]
  if (lat === '' && lng === '') return 'missing'
  const [latitude, longitude] = [readDegrees(lat, 90), readDegrees(lng, 180)]
  if (latitude === null || longitude === null) return 'invalid'
  // Programs that know no position send 0 for the latitude and the longitude.
  return latitude === 0 && longitude === 0 ? 'missing' : { latitude, longitude }
}

function readDegrees(text: string, most: number): number | null {
  if (!/^[+-]?\d{1,3}(\.\d{1,15})?$/.test(text)) return null
  const degrees = Number(text)
  return Math.abs(degrees) <= most ? degrees : null
}

/** Returns 'Brighton' for 'near Brighton', which visitors type to find the vineyards around a location. */
export function locationTyped(text: string): string {
  return text.replace(/^\s*near\s+/i, '')
}

/** Returns '51.28° north, 1.08° east', for a position near no known town. */
export function formatPosition({ latitude, longitude }: Position): string {
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'south' : 'north'}`
  return `${north}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'west' : 'east'}`
}

/** A location in the URL. A location without a name is the visitor's position. */
export type NearParams = { near?: string; lat: string; lng: string }

/** Returns the parameters of a named location. */
export function paramsNear({ label, ...position }: Position & { label: string }): NearParams {
  return { near: label, ...degreesOf(position, 3) }
}

/** Returns the visitor's position rounded to about a kilometre, so that a shared link does not give away a home. */
export function paramsOfVisitor(position: Position): NearParams {
  return degreesOf(position, 2)
}

function degreesOf({ latitude, longitude }: Position, decimals: number) {
  return { lat: String(Number(latitude.toFixed(decimals))), lng: String(Number(longitude.toFixed(decimals))) }
}
