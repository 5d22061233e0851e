import { areaOf, type Box, boundsOf, overlaps, pathOf, simplifyRing } from '../app/explore/locator/outline.ts'
import type { Coast } from './coast.ts'

/** The box of the United Kingdom and the Isle of Man, in degrees. */
const frame: Box = { left: -8.3, top: 49.7, right: 1.9, bottom: 60.95 }
const height = 72

export type Inset = {
  left: number
  north: number
  across: number
  up: number
  width: number
  height: number
  land: string
}

/**
 * Returns a stamp-sized map of the whole country, with the numbers that give the position of a dot on the map: x =
 * (longitude - left) * across and y = (north - latitude) * up.
 */
export function buildInset(coast: Coast): Inset {
  const up = height / (frame.bottom - frame.top)
  const across = up * Math.cos((54.7 * Math.PI) / 180)
  const width = Math.round((frame.right - frame.left) * across)

  const land = coast.rings
    .map((steps) => cornersOf(steps, coast.scale))
    .filter((ring) => isOurs(ring))
    .map((ring) =>
      ring.map((value, i) => (i % 2 ? (frame.bottom - value) * up : (value - frame.left) * across)),
    )
    .map((ring) => simplifyRing(ring, 0.8))
    .filter((ring) => ring.length > 0 && areaOf(ring) > 1.2)
    .map((ring) => pathOf(ring))
    .join('')
  return { left: frame.left, north: frame.bottom, across, up, width, height, land }
}

/** Returns the corners of one of the file's rings in degrees: longitude, latitude, longitude and so on. */
function cornersOf(steps: number[], scale: number): number[] {
  const ring: number[] = []
  steps.forEach((step, i) => ring.push(i < 2 ? step : step + ring[i - 2]!))
  return ring.map((value) => value / scale)
}

/** Returns whether a ring is Great Britain, Ireland or one of the islands around them. */
function isOurs(ring: number[]): boolean {
  const { left, right, bottom } = boundsOf(ring)
  const middle = {
    left: (left + right) / 2 - 0.01,
    right: (left + right) / 2 + 0.01,
    top: bottom - 0.01,
    bottom,
  }
  return overlaps(middle, { ...frame, left: -11 }) && areaOf(ring) < 60 && right < 2.2
}
