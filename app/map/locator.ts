import inset from '../../basemap/inset.json' with { type: 'json' }
import type { Position } from '../vineyards/position.ts'
import type { Label } from './map-labels.ts'
import type { Box } from './outline.ts'

/**
 * A small picture of where a place lies: the land around it as SVG path data, and the towns that found room. Both
 * are drawn in a picture of `frame` size; the place is where the pin's tip stands.
 */
export type Locator = Position & { land: string; labels: Label[] }

/** 77 by 39 kilometres of country: as a rule wide enough to hold a town that a stranger has heard of. */
export const frame = { width: 360, height: 180, metresPerUnit: 215 } as const

/** The pin's tip. Lower than the middle, because the pin stands above it. */
export const tip = { x: 180, y: 104 } as const

/** Where the whole country stands at stamp size, to say which part of it this is. */
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

/** What the pin, the stamp and the scale cover: no town is drawn underneath. */
export const covered: Box[] = [
  { left: tip.x - 19, top: tip.y - 50, right: tip.x + 19, bottom: tip.y + 3 },
  { left: stamp.x - 4, top: 0, right: frame.width, bottom: stamp.y + stamp.height + 4 },
  { left: 0, top: scaleBar.y - 19, right: scaleBar.x + scaleBar.width + 6, bottom: frame.height },
]

/** The place on the stamp, in the stamp's own units; null when the stamp does not reach that far. */
export function onStamp({ latitude, longitude }: Position): { x: number; y: number } | null {
  const x = Math.round((longitude - inset.left) * inset.across * 10) / 10 + 2
  const y = Math.round((inset.north - latitude) * inset.up * 10) / 10 + 2
  return x > 0 && x < stamp.width && y > 0 && y < stamp.height ? { x, y } : null
}
