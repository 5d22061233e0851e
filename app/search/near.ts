import type { Position } from '../vineyards/position.ts'
import type { SearchQuery, ViewParams } from './search-url.ts'

/** Kilometres in a mile. */
const mile = 1.609344

/**
 * 'less than a mile', '1 mile', '12 miles', of kilometres as the crow flies. Without decimals, since many vineyards'
 * positions are only good to a kilometre.
 */
export function formatMiles(kilometres: number): string {
  const miles = Math.round(kilometres / mile)
  if (kilometres < mile) return 'less than a mile'
  return miles === 1 ? '1 mile' : `${miles} miles`
}

/** What an address says of a position: nothing, one, or something that is none. */
export type VisitorPosition = 'nothing' | 'nonsense' | Position

/** Latitude and longitude as plain decimal degrees. Zero is as good as any here: Greenwich is a place to look round. */
export function readVisitorPosition(params: URLSearchParams): VisitorPosition {
  const [lat, lng] = [(params.get('lat') ?? '').trim(), (params.get('lng') ?? '').trim()]
  if (lat === '' && lng === '') return 'nothing'
  const [latitude, longitude] = [readDegrees(lat, 90), readDegrees(lng, 180)]
  return latitude === null || longitude === null ? 'nonsense' : { latitude, longitude }
}

function readDegrees(text: string, most: number): number | null {
  if (!/^[+-]?\d{1,3}(\.\d{1,15})?$/.test(text)) return null
  const degrees = Number(text)
  return Math.abs(degrees) <= most ? degrees : null
}

/** '51.28° north, 1.08° east': a place that has no name here. */
export function formatPosition({ latitude, longitude }: Position): string {
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'south' : 'north'}`
  return `${north}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'west' : 'east'}`
}

type NearFields = Pick<ViewParams, 'near' | 'lat' | 'lng'>

/** The parameters of a place with a name. */
export function fieldsNear({ label, ...position }: Position & { label: string }): NearFields {
  return { near: label, ...degreesOf(position, 3) }
}

/**
 * The parameters of where somebody is. Two decimals are about a kilometre: near enough to sort vineyards by, and no
 * address that stays in histories and logs or goes along when the link is shared tells in which house they were.
 */
export function fieldsHere(position: Position): NearFields {
  return degreesOf(position, 2)
}

function degreesOf({ latitude, longitude }: Position, decimals: number) {
  return { lat: String(Number(latitude.toFixed(decimals))), lng: String(Number(longitude.toFixed(decimals))) }
}

/** What is asked for, around another place or, with null, no longer around any: from the first page. */
export function around(asked: SearchQuery, fields: NearFields | null): SearchQuery {
  const { near: _near, lat: _lat, lng: _lng, ...place } = asked.place
  return { ...asked, page: 1, place: { ...place, ...fields } }
}
