import inset from '../../../basemap/inset.json' with { type: 'json' }
import type { Position } from '../../catalogue/vineyards/position.ts'
import type { Label } from './labels.ts'
import type { Box } from './outline.ts'

/** A small map around a position, `frame` in size: the land and rivers as SVG path data, and labelled towns. */
export type Locator = Position & { land: string; rivers: string; labels: Label[] }

/** The map covers 77 × 39 km, which usually includes a well-known town. */
export const frame = { width: 360, height: 180, metresPerUnit: 215 } as const

/** The tip of the pin, which marks the position. It is below the centre, to leave space for the pin. */
export const tip = { x: 180, y: 104 } as const

/** The inset with the whole country. */
export const stamp = {
  x: frame.width - inset.width - 12,
  y: 8,
  width: inset.width + 4,
  height: inset.height + 4,
} as const

export const scaleBar = {
  x: 12,
  y: frame.height - 10,
  width: 16_093 / frame.metresPerUnit,
  text: '10 miles',
} as const

/** The areas of pin, inset and scale, which towns must not overlap. */
export const covered: Box[] = [
  { left: tip.x - 19, top: tip.y - 50, right: tip.x + 19, bottom: tip.y + 3 },
  { left: stamp.x - 4, top: 0, right: frame.width, bottom: stamp.y + stamp.height + 4 },
  { left: 0, top: scaleBar.y - 19, right: scaleBar.x + scaleBar.width + 6, bottom: frame.height },
]

/** Returns the point of the inset that shows a position, or null if the position is outside the inset. */
export function onStamp({ latitude, longitude }: Position): { x: number; y: number } | null {
  const x = Math.round((longitude - inset.left) * inset.across * 10) / 10 + 2
  const y = Math.round((inset.north - latitude) * inset.up * 10) / 10 + 2
  return x > 0 && x < stamp.width && y > 0 && y < stamp.height ? { x, y } : null
}
