import type { Position } from './position.ts'

// Only staff enter positions. In `position.ts`, these functions would load with every page, also with the booking form.

/** Returns the name of the missing coordinate of a position, or undefined if both or neither are given. */
export function missingCoordinate({
  latitude,
  longitude,
}: Partial<Record<keyof Position, unknown>>): keyof Position | undefined {
  const [north, east] = [latitude ?? null, longitude ?? null]
  if ((north === null) === (east === null)) return undefined
  return north === null ? 'latitude' : 'longitude'
}

export const halfSentence = (missing: keyof Position) =>
  `${missing} is missing. Enter both numbers, or leave both empty.`
