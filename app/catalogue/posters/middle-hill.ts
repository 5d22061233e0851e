// Draws the hill behind the rows.
import { between, ease, mix } from '../../platform/media/drawing/ink.ts'
import {
  bump,
  contours,
  fields,
  figure,
  ridge,
  shade,
  sheep,
  waves,
  woodland,
  type PosterHill,
} from './hill.ts'
import { landscapes, type Plan } from './plan.ts'

/** Draws the hill behind the rows, with its fields and the grape figure. Returns the drawing and the figure's position. */
export function middle(plan: Plan, edge: (x: number) => number): { svg: string; spot: Spot } {
  const { palette: ink, roll, side, horizon: h, land, variant } = plan
  const { open: coast, low, walled: stone, smooth } = landscapes[land]
  const u = (x: number) => (side > 0 ? x : 1600 - x) / 1600
  const rough = waves(roll, 0, low ? 5 : 12, 190)
  const rise = low
    ? between(roll, 70, 110)
    : between(roll, 150, 200) * ([0.85, 1.15, 1.5][(variant + Math.floor(h)) % 3] as number)
  const foot = coast ? h + 330 : h + (low ? 96 : 150)
  const peak = [0.82, 0.7, 0.94][variant % 3] as number
  // In a valley, a second hill of nearly the same height is on the opposite side.
  const [spread, opposite] = plan.composition === 'valley' ? [0.24, 0.95] : [0.36, 0.4]
  const shape = coast
    ? (x: number) => ease(0.34, 0.98, u(x)) * (foot - h + rise * 0.45)
    : (x: number) => rise * bump(u(x), peak, spread) + rise * opposite * bump(u(x), 0.06, 0.26)
  const top = (x: number) => foot - shape(x) + rough(x)
  const hill: PosterHill = { top, drop: low ? 190 : 330, middle: 800, spread: 0.16 }
  const turf = mix(ink.field, ink.mid, smooth ? 0.5 : 0.38)
  const spot = figureSpot(hill, edge, 1600 * (side > 0 ? peak : 1 - peak), roll)
  const keepClear = [spot.x - spot.size * 0.62, spot.x + spot.size * 0.62] as const
  let svg = ridge(top, turf, ink.paper, 40) + shade(top, plan.sun, 120, ink.ink, 0.16)
  if (smooth) svg += contours(hill, ink.chalk)
  const farms: PosterHill = smooth ? { ...hill, top: (x) => top(x) + 120, drop: 240 } : hill
  svg += fields(farms, plan, keepClear)
  if (land === 'downs' || land === 'beeches' || land === 'combes') {
    const x = spot.x + side * -spot.size * 1.2
    svg += woodland(hill, plan, x - 90, x + 40, 0.02, 52, mix(ink.ink, ink.mid, 0.22))
  }
  if (stone || (land === 'downs' && variant % 2)) svg += sheep(hill, plan, keepClear[0], keepClear[1], 9)
  svg += figure(hill, spot.x, spot.v, spot.size, plan)
  // Trees in the dip between the hill and the rows hide the seam and add a dark accent.
  const dip: PosterHill = { top: (x) => Math.max(edge(x) - 4, top(x) + 30), drop: 1, middle: 800, spread: 0 }
  const start = 800 - side * 800 + side * 1600 * between(roll, 0.05, 0.5)
  for (let i = 0; i < 2; i++) {
    const x = start + i * side * between(roll, 330, 520)
    if (Math.abs(x - spot.x) > spot.size * 0.9 + 120)
      svg += woodland(dip, plan, x - 110, x + 110, 0, 58, mix(ink.ink, ink.mid, 0.12 + i * 0.12))
  }
  return { svg, spot }
}
/** Where the figure is. `v` runs from 0 at the ridge to 1 at the foot of the hill; `x` and `size` are in pixels. */
export type Spot = { x: number; v: number; size: number }
/** Returns the figure's size and position: near the wanted position, where much turf is visible. */
function figureSpot(hill: PosterHill, edge: (x: number) => number, wanted: number, roll: () => number): Spot {
  let best = { x: 800, room: 0, score: -Infinity }
  const aim = wanted + (roll() - 0.5) * 360
  for (let x = 230; x <= 1370; x += 30) {
    const room =
      Math.min(edge(x - 60), edge(x), edge(x + 60)) -
      Math.max(hill.top(x - 60), hill.top(x), hill.top(x + 60))
    const score = Math.min(room, 260) - Math.abs(x - aim) * 0.14
    if (score > best.score) best = { x, room, score }
  }
  const size = Math.max(64, Math.min(best.room * 0.82, 120 + roll() * 90))
  const centre = Math.max(size * 0.52 + 8, Math.min(best.room * 0.5, size * 0.75 + 14))
  return { x: best.x, size, v: (centre / hill.drop) ** (1 / 1.2) }
}
