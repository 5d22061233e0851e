// Draws inland backdrops: ridges, plains, river valleys and mountains.
import { between, mix, outline, print, type Point } from '../../platform/media/drawing/ink.ts'
import { creek } from './coast.ts'
import { bump, fields, ridge, shade, waves, woodland, type PosterHill } from './hill.ts'
import type { Plan } from './plan.ts'
import { avenue, spire, windmill } from './trees.ts'

export const flatHill = (top: (x: number) => number): PosterHill => ({
  top,
  drop: 120,
  middle: 800,
  spread: 0.1,
})
/** Draws overlapping ridges, paler with distance, each with a shaded side and a number of woods (`wooded`). */
export function ridges(plan: Plan, wooded: number, ...levels: [level: number, tall: number, long: number][]) {
  const { palette: ink, roll, horizon: h, sun: light } = plan
  return levels
    .map(([level, tall, long], i) => {
      const top = waves(roll, h + level, tall, long)
      const near = (i + 1) / (levels.length + 0.4)
      const tone = mix(mix(ink.far, ink.paper, 0.42), ink.mid, near * 0.9)
      let svg = ridge(top, tone, ink.paper) + shade(top, light, tall * 1.5, mix(tone, ink.ink, 0.35), 0.3)
      for (let k = 0; k < wooded; k++) {
        const from = between(roll, -60, 1560)
        const to = from + between(roll, 90, 260)
        svg += woodland(flatHill(top), plan, from, to, 0.03, 30 + i * 9, mix(tone, ink.ink, 0.34))
      }
      return svg
    })
    .join('')
}
/** Draws level land below a big sky, with hedgerow trees, a mill or a spire on the skyline. */
export function plain(plan: Plan): string {
  const { palette: ink, roll, horizon: h, side, variant } = plan
  let svg = ridge((x) => h - 8 + 3 * Math.sin(x / 180), mix(ink.far, ink.paper, 0.25), ink.paper)
  const x = 800 - side * between(roll, 140, 480)
  svg +=
    variant % 3 === 0
      ? windmill(x, h + 12, 150, mix(ink.ink, ink.far, 0.2), ink.chalk)
      : variant % 3 === 1
        ? spire(x, h + 8, 130, mix(ink.far, ink.ink, 0.45))
        : avenue('poplar', [x - 130, h + 16], [x + 130, h + 16], 7, 140, plan, 0.4)
  const top = (px: number) => h + 8 + 3 * Math.sin(px / 240)
  const from = 800 + side * 180
  svg += woodland(flatHill(top), plan, from, from + 420, 0, 40, mix(ink.mid, ink.ink, 0.42))
  svg += ridge(top, mix(ink.mid, ink.field, 0.4), ink.paper)
  for (let i = 0; i < 5; i++)
    svg += print(
      `M-60 ${h + 18 + i * 16}h1720v${7 + i * 2}H-60z`,
      [ink.crop, ink.field, ink.leaf, ink.soil, ink.mid][(i + variant) % 5] as string,
      0.6,
    )
  return svg + creek(plan, h + 26, 330, variant % 2 ? 1 : 0.6)
}
/** Draws a river in a valley between wooded banks. */
export function vale(plan: Plan): string {
  const { palette: ink, roll, horizon: h, side, variant } = plan
  const long = (x: number) =>
    h -
    30 -
    84 * bump(x, 800 - side * 380, 260) -
    60 * bump(x, 800 - side * 60, 190) -
    44 * bump(x, 800 + side * 420, 300)
  let svg =
    variant % 2
      ? ridge(long, mix(ink.far, ink.paper, 0.15), ink.paper) + shade(long, plan.sun, 90, ink.ink, 0.14)
      : ridges(plan, 1, [-50, 34, 320], [-14, 26, 230])
  svg += ridge(waves(roll, h + 34, 10, 330), mix(ink.mid, ink.field, 0.45), ink.paper)
  svg += fields({ top: () => h + 48, drop: 300, middle: 800, spread: 0.3 }, plan, null, false)
  svg += creek(plan, h + 42, 380)
  const kind = variant % 3 ? 'poplar' : 'round'
  return svg + avenue(kind, [800 - side * 760, h + 128], [800 - side * 420, h + 88], 4, 124, plan, 0.2)
}
/** Draws peaks with a sunlit and a shaded face. */
export function peaks(plan: Plan, tall: number, snow: boolean, base = 30): string {
  const { palette: ink, roll, horizon: h, sun: light, variant } = plan
  let svg = ''
  for (let layer = 0; layer < 2; layer++) {
    const tone = mix(mix(ink.far, ink.paper, 0.3 - layer * 0.3), ink.mid, layer * 0.25)
    const count = 3 + ((variant + layer) % 2)
    for (let i = 0; i < count; i++) {
      const x = ((i + between(roll, 0.2, 0.8)) / count) * 1600
      const up = tall * between(roll, 0.6, 1) * (1 - layer * 0.34)
      const wide = up * between(roll, 1.5, 2.1)
      const y = h + base
      const top: Point = [x, y - up]
      // Points of the rock face. `across` is the distance from the middle as a share of the width, `above` the distance from
      // the foot as a share of the height.
      const face = (across: number[], above: number[]) =>
        across.map((part, n): Point => [x + wide * part, y - up * above[n]!])
      const left: Point[] = [[x - wide, y + 20], ...face([-0.62, -0.36, -0.16], [0.34, 0.56, 0.86])]
      const right: Point[] = [...face([0.14, 0.34, 0.66], [0.84, 0.6, 0.28]), [x + wide, y + 20]]
      const seam: Point[] = [...face([0.05, -0.07, 0.06], [0.66, 0.4, 0.18]), [x, y + 20]]
      svg += print(outline([...left, top, ...right]), tone)
      svg += print(
        light < 0 ? outline([top, ...right, ...seam.slice().reverse()]) : outline([...left, top, ...seam]),
        mix(tone, ink.ink, 0.4),
        0.42,
      )
      if (snow && layer === 0)
        svg += print(
          outline(face([-0.16, 0, 0.14, 0.07, 0.02, -0.06], [0.86, 1, 0.84, 0.75, 0.83, 0.74])),
          ink.chalk,
          0.9,
        )
    }
  }
  return svg
}
