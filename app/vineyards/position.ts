/** Degrees north and east. */
export type Position = { latitude: number; longitude: number }

/** What may be a position: degrees of something whose whereabouts need not be known. */
type Whereabouts = { latitude?: number | null; longitude?: number | null }

/** A latitude or longitude of 0 or missing means no position. */
export function hasPosition<Thing extends Whereabouts>(thing: Thing): thing is Thing & Position {
  return Boolean(thing.latitude) && Boolean(thing.longitude)
}

/** The number that half a position lacks; undefined where it has both, or neither. */
export function lackingIn({
  latitude,
  longitude,
}: Partial<Record<keyof Position, unknown>>): keyof Position | undefined {
  const [north, east] = [latitude ?? null, longitude ?? null]
  if ((north === null) === (east === null)) return undefined
  return north === null ? 'latitude' : 'longitude'
}

export const halfSentence = (lacking: keyof Position) =>
  `${lacking} is missing. Give both numbers, or leave both empty.`

/** The earth's mean radius. */
const earthRadius = 6371.0088
const radians = Math.PI / 180

/** The shortest way over the ground, by the haversine formula on a round earth: within half a percent of the truth. */
export function kilometresBetween(a: Position, b: Position): number {
  const up = Math.sin(((b.latitude - a.latitude) * radians) / 2)
  const along = Math.sin(((b.longitude - a.longitude) * radians) / 2)
  const both = up * up + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * along * along
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, both)))
}
