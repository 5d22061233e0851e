// Draws the landscape behind the vineyard, which is typical of its part of the country.
import {
  between,
  ease,
  flow,
  mix,
  outline,
  print,
  stroke,
  type Point,
} from '../../platform/media/drawing/ink.ts'
import { creek, headlands, saltmarsh, strait, water, whiteCliffs } from './coast.ts'
import { bump, fields, hedgeline, ridge, ridgeLine, shade, waves, woodland, type PosterHill } from './hill.ts'
import type { Plan } from './plan.ts'
import { avenue, sail, spire, windmill } from './trees.ts'

/** Draws everything between the sky and the middle hill. */
export function backdrop(plan: Plan): string {
  const { palette: ink, roll, horizon: h, side, variant, season } = plan
  switch (plan.land) {
    case 'downs': {
      const whale = (x: number) =>
        h + 6 - 96 * bump(x, 800 - side * 330, 420) - 34 * bump(x, 800 + side * 240, 300)
      const tone = mix(ink.far, ink.mid, 0.35)
      const at = 740 - side * 330
      const wood = mix(tone, ink.ink, 0.45)
      const clump = variant % 2 ? woodland(flatHill(whale), plan, at, at + 130, 0, 40, wood) : ''
      return (
        (variant % 3 === 0 ? water({ ...plan, horizon: h - 16 }) : ridges(plan, 0, [-20, 26, 380])) +
        clump +
        ridge(whale, tone, ink.paper) +
        shade(whale, plan.sun, 100, ink.ink, 0.16) +
        ridges(plan, 1, [70, 18, 260])
      )
    }
    case 'weald': {
      const far = ridges(plan, 2, [-42, 22, 300], [-2, 24, 240])
      const x = 800 - side * between(roll, 60, 420)
      return (
        far +
        (variant % 3 === 0
          ? spire(x, h + 36, 120, mix(ink.far, ink.ink, 0.5))
          : variant % 3 === 1
            ? windmill(x, h + 30, 120, mix(ink.ink, ink.far, 0.2), ink.chalk)
            : '') +
        ridges(plan, 3, [44, 22, 230])
      )
    }
    case 'whitecliffs':
      return whiteCliffs(plan)
    case 'rockycoast':
      return headlands(plan)
    case 'island':
      return strait(plan)
    case 'estuary':
      return saltmarsh(plan)
    case 'flatland':
      return plain(plan)
    case 'wolds': {
      const x = 800 - side * between(roll, 120, 420)
      return (
        ridges(plan, 1, [-46, 20, 360], [-4, 30, 300]) +
        (variant % 2 ? spire(x, h + 40, 130, mix(ink.far, ink.ink, 0.5)) : '') +
        ridges(plan, 2, [46, 30, 270])
      )
    }
    case 'dales': {
      const table = (x: number) =>
        h - 20 - 120 * ease(800 + side * 520, 800 - side * 180, x) - 18 * bump(x, 800 - side * 300, 120)
      const fell =
        variant % 2
          ? (x: number) => h + 10 - 150 * ease(0.05, 0.95, bump(x, 800 - side * 350, 380) * 1.5)
          : table
      const tone = season === 'summer' ? mix(ink.far, ink.accent, 0.3) : mix(ink.far, ink.mid, 0.3)
      const slopes = waves(roll, h + 48, 24, 280)
      let walls = ''
      for (let i = 0; i < 7; i++)
        walls += `M${i * 250 - 80} ${Math.round(slopes(i * 250 - 80) + 4)}q${30 * side} 50 ${80 * side} 150`
      return (
        ridges(plan, 0, [-50, 16, 330]) +
        ridge(fell, tone, ink.paper) +
        shade(fell, plan.sun, 110, ink.ink, 0.2) +
        ridge(slopes, mix(ink.mid, ink.field, 0.3), ink.paper) +
        stroke(walls, mix(ink.paper, ink.far, 0.3), 5)
      )
    }
    case 'combes': {
      let svg = ridges(plan, 0, [-40, 24, 260])
      for (let i = 0; i < 4; i++) {
        const at = i % 2 ? 800 - side * (520 - i * 40) : 800 + side * (420 - i * 130)
        const top = (x: number) => h + 60 + i * 26 - (130 - i * 12) * bump(x, at, 330)
        const tone = mix(
          mix(ink.far, ink.mid, 0.4 + i * 0.18),
          i % 3 === 1 ? ink.soil : ink.field,
          0.2 + i * 0.12,
        )
        svg +=
          ridge(top, tone, ink.paper) +
          shade(top, plan.sun, 110, ink.ink, 0.16) +
          woodland(flatHill(top), plan, at - 60 * side, at + 120, 0, 32, mix(tone, ink.ink, 0.45))
        svg += hedgeline(
          flow(ridgeLine((x) => top(x) + 44 + 18 * Math.sin(x / 90), 60)),
          mix(tone, ink.ink, 0.4),
          9,
        )
      }
      return svg
    }
    case 'levels': {
      const at = 800 - side * between(roll, 180, 380)
      const tor = (x: number) => h + 24 - 150 * bump(x, at, 150) - 40 * bump(x, at + side * 160, 150)
      return (
        ridges(plan, 0, [-26, 14, 420]) +
        ridge(tor, mix(ink.far, ink.mid, 0.5), ink.paper, 26) +
        shade(tor, plan.sun, 110, ink.ink, 0.2) +
        plain({ ...plan, variant: 1 + 2 * variant, horizon: h + 30 })
      )
    }
    case 'riverside':
      return vale(plan)
    case 'mountains':
      return peaks(plan, 300, season === 'winter') + ridges(plan, 1, [30, 30, 280], [74, 24, 220])
    case 'mountaincoast': {
      const far = peaks(plan, 230, season === 'winter' || season === 'spring', 4)
      return far + water(plan) + sail(800 - side * 140, h + 60, 52, ink.ink, ink.chalk)
    }
    case 'highlands':
      return (
        peaks(plan, 330, season === 'winter' || season === 'spring', 10) +
        water(plan) +
        avenue('pine', [800 - side * 760, h + 130], [800 - side * 330, h + 96], 5, 150, plan, 0.2)
      )
    case 'beeches': {
      const back = ridges(plan, 2, [-34, 30, 300])
      const top = waves(roll, h + 30, 36, 260)
      const wood = mix(mix(ink.mid, season === 'autumn' ? ink.accent : ink.leaf, 0.35), ink.ink, 0.25)
      return (
        back +
        woodland(flatHill(top), plan, -40, 1640, 0, 58, wood) +
        ridge(top, mix(ink.mid, ink.field, 0.3), ink.paper)
      )
    }
  }
}

const flatHill = (top: (x: number) => number): PosterHill => ({ top, drop: 120, middle: 800, spread: 0.1 })
/** Draws overlapping ridges, paler with distance, each with a shaded side and a number of woods (`wooded`). */
function ridges(plan: Plan, wooded: number, ...levels: [level: number, tall: number, long: number][]) {
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
function plain(plan: Plan): string {
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
function vale(plan: Plan): string {
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
  svg += fields({ top: () => h + 48, drop: 300, middle: 800, spread: 0.3 }, plan, null)
  svg += creek(plan, h + 42, 380)
  const kind = variant % 3 ? 'poplar' : 'round'
  return svg + avenue(kind, [800 - side * 760, h + 128], [800 - side * 420, h + 88], 4, 124, plan, 0.2)
}
/** Draws peaks with a sunlit and a shaded face. */
function peaks(plan: Plan, tall: number, snow: boolean, base = 30): string {
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
