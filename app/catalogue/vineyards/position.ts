/** A position in degrees north and east. */
export type Position = { latitude: number; longitude: number }

/** Returns whether a position is known. A latitude or longitude that is 0 or missing means that it is unknown. */
export function hasPosition<Thing extends { [Field in keyof Position]?: number | null }>(
  thing: Thing,
): thing is Thing & Position {
  return Boolean(thing.latitude) && Boolean(thing.longitude)
}

/** Returns the nearest candidate within a distance in kilometres, or null. */
export function nearestOf<Located extends Position>(
  candidates: Iterable<Located>,
  from: Position,
  within: number,
): Located | null {
  let nearest: { candidate: Located; distance: number } | null = null
  for (const candidate of candidates) {
    // A degree of latitude is 111 km. Comparing latitudes first rules out most candidates without trigonometry.
    if (Math.abs(candidate.latitude - from.latitude) * 111 > (nearest?.distance ?? within)) continue
    const distance = kilometresBetween(candidate, from)
    if (distance <= (nearest?.distance ?? within)) nearest = { candidate, distance }
  }
  return nearest?.candidate ?? null
}

export const kilometresPerMile = 1.609344

/** The earth's mean radius in kilometres. */
export const earthRadius = 6371.0088
const radians = Math.PI / 180

/** Returns the great-circle distance by the haversine formula, accurate to half a per cent. */
export function kilometresBetween(a: Position, b: Position): number {
  const latitude = Math.sin(((b.latitude - a.latitude) * radians) / 2)
  const longitude = Math.sin(((b.longitude - a.longitude) * radians) / 2)
  const both =
    latitude * latitude +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * longitude * longitude
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, both)))
}
