import type { Position } from './position.ts'

// These functions are not in `position.ts`, because that file loads with every page, and only staff enter positions.

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
