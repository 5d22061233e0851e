// Draws a rounded hill with fields, trees and the grape figure. x is in pixels; v runs from 0 at the crest to 1 at the
// foot.
import {
  between,
  clamp,
  disc,
  flow,
  leafy,
  mix,
  num,
  outline,
  print,
  stroke,
  type Dice,
  type Point,
} from '../../platform/media/drawing/ink.ts'
import { landscapes, type Plan } from './plan.ts'

export type PosterHill = { top: (x: number) => number; drop: number; middle: number; spread: number }

export const onHill = (hill: PosterHill, x: number, v: number): Point => [
  hill.middle + (x - hill.middle) * (1 + hill.spread * v),
  hill.top(x) + hill.drop * v ** 1.2,
]

/** Returns the line of a smooth ridge, the sum of three waves. The longest wave is 2π × `long` pixels long. */
export function waves(roll: Dice, level: number, tall: number, long: number): (x: number) => number {
  const [a, b, c] = [roll() * 7, roll() * 7, roll() * 7]
  return (x) =>
    level -
    tall *
      (0.6 * Math.sin(x / long + a) +
        0.28 * Math.sin((x / long) * 2.1 + b) +
        0.12 * Math.sin((x / long) * 4.3 + c))
}
export const bump = (x: number, at: number, wide: number) => Math.exp(-(((x - at) / wide) ** 2))

export function ridgeLine(top: (x: number) => number, step = 50, from = -60, to = 1660): Point[] {
  const line: Point[] = []
  for (let x = from; x <= to; x += step) line.push([x, top(x)])
  return line
}
/** Draws everything below a ridge in one ink, with a hairline in the paper's colour along the ridge. */
export function ridge(top: (x: number) => number, ink: string, paper: string, step = 50): string {
  return `<path d="${flow(ridgeLine(top, step))}V1220H-60z" fill="${ink}" stroke="${paper}" stroke-width="3" stroke-opacity=".6"/>`
}
/** Draws the side of a ridge that faces away from the light, as one flat shape. */
export function shade(
  top: (x: number) => number,
  light: number,
  extent: number,
  ink: string,
  opacity: number,
): string {
  const upper: Point[] = []
  const lower: Point[] = []
  for (let x = -60; x <= 1660; x += 40) {
    const away = Math.max(0, ((top(x + 40) - top(x - 40)) / 80) * -light)
    upper.push([x, top(x) + 2])
    lower.unshift([x + light * -20, top(x) + 2 + extent * Math.min(1, away * 2.2)])
  }
  return print(outline([...upper, ...lower]), ink, opacity)
}
/** Draws contour lines as on the product's maps and placeholders. */
export function contours(hill: PosterHill, ink: string): string {
  let d = ''
  for (let i = 1; i <= 6; i++) {
    const v = (i / 6) ** 1.25
    d += flow(ridgeLine((x) => hill.top(x) + hill.drop * v, 60))
  }
  return stroke(d, ink, 2.6, 0.34)
}

type Patch = { x: readonly [number, number]; v: readonly [number, number]; lean: number }
/** Returns a point of a field. `u` runs from 0 to 1 across the field. */
const onPatch = (hill: PosterHill, { x: [left, right], lean }: Patch, u: number, v: number): Point =>
  onHill(hill, left + (right - left) * u + lean * v, v)
/** Returns the line down a field at `u`, in a number of steps. `slant` shifts its ends to the sides. */
function patchLine(hill: PosterHill, patch: Patch, u: number, steps: number, slant = 0): Point[] {
  const [from, to] = patch.v
  return Array.from({ length: steps + 1 }, (_, i) =>
    onPatch(hill, patch, clamp(u + slant * (i / steps - 0.5), 0, 1), from + ((to - from) * i) / steps),
  )
}
function patchShape(hill: PosterHill, patch: Patch): string {
  const across = (v: number) => Array.from({ length: 7 }, (_, i) => onPatch(hill, patch, i / 6, v))
  const [v0, v1] = patch.v
  return outline([
    ...across(v0),
    ...patchLine(hill, patch, 1, 4),
    ...across(v1).reverse(),
    ...patchLine(hill, patch, 0, 4).reverse(),
  ])
}
/** Draws parallel rows down a field, such as a distant vineyard or ploughland. */
function stripes(hill: PosterHill, patch: Patch, count: number, thick: number, slant: number): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const line = patchLine(hill, patch, (i + 0.5) / count, 4, slant)
    const wide = line.map(([x, y], k): Point => [x + thick * (0.7 + 0.12 * k), y])
    d += outline([...line, ...wide.reverse()])
  }
  return d
}

/** Draws a patchwork of fields with hedges or walls over a hill. The span `keepClear` stays plain turf for the figure. */
export function fields(hill: PosterHill, plan: Plan, keepClear: readonly [number, number] | null): string {
  const { palette: ink, roll, season, land } = plan
  const vineDark = season === 'autumn' ? mix(ink.accent, ink.mid, 0.25) : mix(ink.ink, ink.mid, 0.3)
  let svg = ''
  let edges = ''
  let x = -260
  let i = Math.floor(roll() * 5)
  while (x < 1860) {
    const wide = between(roll, 170, 330)
    for (const v of [
      [0.06, 0.36],
      [0.38, 0.86],
    ] as const) {
      const patch: Patch = { x: [x, x + wide - 12], v, lean: plan.side * -50 }
      const isClear = keepClear && x < keepClear[1] && x + wide > keepClear[0]
      i++
      if (isClear) continue
      const kind = ['vines', 'pasture', 'crop', 'vines', 'meadow', 'soil', 'orchard'][i % 7]
      const d = patchShape(hill, patch)
      if (kind === 'vines') {
        svg += print(d, mix(ink.field, ink.paper, 0.12))
        svg += print(
          stripes(hill, patch, Math.round(wide / 24), 9, (i % 3) * 0.12 - 0.12),
          season === 'spring' ? mix(ink.ink, ink.leaf, 0.45) : vineDark,
          season === 'winter' ? 0.6 : 0.9,
        )
      } else if (kind === 'crop') svg += print(d, mix(ink.crop, ink.field, season === 'winter' ? 0.5 : 0.25))
      else if (kind === 'soil') {
        svg += print(d, mix(ink.soil, ink.mid, 0.2))
        svg += print(stripes(hill, patch, Math.round(wide / 30), 6, 0), ink.ink, 0.14)
      } else if (kind === 'orchard' && (land === 'weald' || land === 'riverside'))
        svg += print(d, mix(ink.field, ink.mid, 0.4)) + orchard(hill, patch, plan)
      else svg += print(d, kind === 'meadow' ? mix(ink.leaf, ink.field, 0.55) : mix(ink.field, ink.mid, 0.5))
      edges += outline(patchLine(hill, patch, 0, 3), false)
      edges += outline(
        [0, 0.25, 0.5, 0.75, 1].map((u) =>
          onHill(hill, patch.x[0] + wide * u + patch.lean * v[1], v[1] + 0.01),
        ),
        false,
      )
    }
    x += wide
  }
  const line = landscapes[land].walled
    ? stroke(edges, mix(ink.paper, ink.far, 0.25), 6)
    : hedgeline(edges, mix(ink.ink, ink.mid, 0.22), 13)
  return svg + line
}
export const hedgeline = (d: string, ink: string, dot: number) =>
  d === ''
    ? ''
    : `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${dot}" stroke-linecap="round" stroke-dasharray="${num(dot * 0.8)} ${num(dot * 0.75)}"/>`

/** Draws rows of round fruit trees, with blossom in spring and fruit in autumn. */
export function orchard(hill: PosterHill, patch: Patch, { palette: ink, season, sun: light }: Plan): string {
  let body = ''
  let lit = ''
  for (let row = 0; row < 3; row++)
    for (let k = 0; k < 6; k++) {
      const v = patch.v[0] + 0.08 + ((patch.v[1] - patch.v[0]) * row) / 3
      const [x, y] = onHill(
        hill,
        patch.x[0] + ((patch.x[1] - patch.x[0]) * (k + 0.6)) / 6.2 + patch.lean * v,
        v,
      )
      const r = 11 + row * 3
      body += disc(x, y - r, r)
      lit += disc(x + light * r * 0.3, y - r * 1.25, r * 0.58)
    }
  const crown =
    season === 'spring'
      ? mix('#f6e3dc', ink.glow, 0.15)
      : season === 'autumn'
        ? ink.leaf
        : mix(ink.leaf, ink.field, 0.2)
  return (
    print(body, season === 'winter' ? mix(ink.ink, ink.mid, 0.45) : mix(ink.ink, ink.mid, 0.25)) +
    (season === 'winter' ? '' : print(lit, crown))
  )
}

const GRAPES =
  'M8.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM20.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM32.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM44.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM14.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM26.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM38.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM20.8 55.2a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM32.8 55.2a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM26.8 65.8a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM30.6 27.5c0-6 1.6-11.5 5.4-16.5l3.4 2.4c-3 4-4.6 8.6-4.8 14.1zM28 25C18 27 9 22.5 7 12.5c4.5.5 6.5 0 9.5-2.5 5 3.5 9.5 8 11.5 15z'
/** Draws the grape figure cut into the turf. It is foreshortened, leans with the slope, and has a shaded edge. */
export function figure(hill: PosterHill, x: number, v: number, size: number, plan: Plan): string {
  const [cx, cy] = onHill(hill, x, v)
  const tilt = (hill.top(x + 30) - hill.top(x - 30)) / 60
  const scale = size / 62
  const squash = scale * 0.86
  const matrix = (dx: number, dy: number) =>
    `matrix(${[scale, tilt * scale * 0.85, -tilt * scale * 0.45, squash].map((n) => n.toFixed(3)).join(' ')} ${num(cx + dx - 29 * scale)} ${num(cy + dy - 40 * squash - 29 * tilt * scale * 0.85)})`
  return (
    `<path d="${GRAPES}" transform="${matrix(plan.sun * scale * 0.9, -scale * 1.1)}" fill="${plan.palette.ink}" opacity=".38"/>` +
    `<path d="${GRAPES}" transform="${matrix(0, 0)}" fill="${plan.palette.chalk}"/>`
  )
}

/** Draws sheep on the turf on both sides of the span from `from` to `to`. */
export function sheep(hill: PosterHill, plan: Plan, from: number, to: number, count: number): string {
  let [wool, heads] = ['', '']
  for (let i = 0; i < count; i++) {
    const v = between(plan.roll, 0.2, 0.7)
    const at = i % 2 ? to + between(plan.roll, 0, 190) : from - between(plan.roll, 0, 190)
    const [x, y] = onHill(hill, at, v)
    const r = 6 + 5 * v
    wool += disc(x - r * 0.7, y, r) + disc(x + r * 0.5, y, r * 0.95)
    heads += disc(x + plan.side * r * 1.7, y - r * 0.3, r * 0.55)
  }
  return print(wool, plan.palette.chalk) + print(heads, plan.palette.ink)
}
/** Draws woodland as one shape with a scalloped edge along a line on the hill. */
export function woodland(
  hill: PosterHill,
  plan: Plan,
  from: number,
  to: number,
  v: number,
  tall: number,
  ink: string,
): string {
  let body = ''
  for (let x = from; x < to; x += tall * 0.55) {
    const [px, py] = onHill(hill, x, v)
    const r = tall * between(plan.roll, 0.38, 0.62)
    body += disc(Math.round(px), Math.round(py - r * 0.6), Math.round(r))
  }
  return leafy(body, ink, 4)
}
