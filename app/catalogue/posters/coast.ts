// Draws backdrops of the coast: cliffs, headlands, straits and saltmarshes.
import {
  between,
  ease,
  flow,
  gouge,
  mix,
  outline,
  print,
  stroke,
  type Point,
} from '../../platform/media/drawing/ink.ts'
import { sea } from '../../platform/media/drawing/sky.ts'
import { ridge, ridgeLine, waves } from './hill.ts'
import type { Plan } from './plan.ts'
import { avenue, lighthouse, sail, windmill } from './trees.ts'

export const water = (plan: Plan) =>
  sea(
    { ...plan, palette: { ...plan.palette, far: mix(plan.palette.far, plan.palette.sky, 0.35) } },
    plan.horizon,
    plan.sunAt[0],
  )

/** Draws white cliffs that recede from the middle hill into the sea. */
export function whiteCliffs(plan: Plan): string {
  const { palette: ink, horizon: h, side, variant } = plan
  const near = (x: number) => (side > 0 ? x : 1600 - x)
  const bays = variant % 2 ? 13 : 8
  const walk = (x: number) => ease(variant % 2 ? 180 : 420, 1250, near(x))
  const foot = (x: number) => h - 2 + 150 * walk(x)
  const cliff = (x: number) =>
    foot(x) - 4 - 165 * walk(x) * (0.66 + 0.34 * Math.abs(Math.sin(bays * walk(x) ** 0.85)) ** 0.8)
  const xs = ridgeLine(cliff, 14).filter(([x]) => walk(x) > 0.004)
  const base = xs.map(([x]): Point => [x, foot(x)]).reverse()
  let marks = ''
  xs.forEach(([x, y], i) => {
    if (i % 3 === 0) marks += gouge(x, y + 12 * walk(x), 4, (foot(x) - y) * 0.6, 2.4)
  })
  const white = mix(ink.chalk, ink.glow, plan.time === 'noon' ? 0 : 0.16)
  return (
    water(plan) +
    print(
      outline([...xs.map(([x, y]): Point => [x, y - 8 - 34 * walk(x)]), ...base]),
      mix(ink.mid, ink.field, 0.4),
    ) +
    print(outline([...xs, ...base]), white) +
    print(marks, ink.far, 0.55) +
    stroke(outline(base, false), ink.chalk, 5, 0.7) +
    (variant % 3 === 0
      ? sail(800 - side * 420, h + 74, 64, ink.ink, ink.chalk)
      : lighthouse(800 - side * 60, foot(800 - side * 60) + 26, 96, ink.accent, ink.chalk, ink.ink))
  )
}
/** Draws dark headlands behind each other, with surf below. */
export function headlands(plan: Plan): string {
  const { palette: ink, roll, horizon: h, side, variant } = plan
  const from = (x: number) => (side > 0 ? 1600 - x : x)
  const cape = (extent: number, tall: number, foot: number, near: number) => {
    const top = (x: number) =>
      h +
      foot -
      tall * ease(extent, extent - 210, from(x)) ** 0.7 -
      12 * Math.sin(x / 34) * ease(extent, extent - 120, from(x)) -
      6 * Math.sin(x / 13)
    const turf = mix(ink.far, mix(ink.mid, ink.field, 0.3), near)
    const rock = mix(ink.far, ink.ink, near * 0.75)
    const line = ridgeLine(top, 22).filter(([x]) => from(x) < extent)
    const feet = line.map(([x]): Point => [x, h + foot]).reverse()
    const brow = line.map(([x, y]): Point => {
      const down = tall * (0.34 + 0.1 * Math.sin(x / 21) + 0.08 * Math.sin(x / 9))
      return [x, Math.min(h + foot, y + down)]
    })
    const light = side > 0 ? 1600 - extent + 190 : extent - 190
    return (
      print(outline([...line, ...feet]), turf) +
      print(outline([...brow, ...feet]), rock) +
      stroke(outline(feet, false), ink.chalk, 4 + near * 6, 0.8) +
      (near > 0.5 && variant % 3 !== 1
        ? lighthouse(light, top(light) + 6, 118, ink.accent, ink.chalk, ink.ink)
        : '')
    )
  }
  const stack = (x: number, r: number) => {
    const top: Point[] = [
      [x - r * 0.5, h + 96 - r * 3],
      [x + r * 0.4, h + 96 - r * 2.6],
    ]
    return print(outline([[x - r, h + 96], ...top, [x + r, h + 96]]), mix(ink.far, ink.ink, 0.6))
  }
  return (
    water(plan) +
    (variant % 2
      ? cape(1500, 60, 26, 0.25) + cape(1120, 110, 74, 0.55)
      : cape(1180, 90, 40, 0.35) + cape(620, 150, 110, 0.7)) +
    (variant % 3 === 1 ? stack(800, 30) + stack(800 - 62 * side, 20) + stack(800 - 104 * side, 12) : '') +
    sail(800 - side * between(roll, -260, 60), h + 52, 46, ink.ink, ink.chalk)
  )
}
/** Draws a strait like the Solent or the Channel: a low far shore, chalk stacks and sails. */
export function strait(plan: Plan): string {
  const { palette: ink, roll, horizon: h, side, variant } = plan
  const shore = waves(roll, h - 12, 12, 240)
  let svg = ridge(shore, mix(ink.far, ink.paper, 0.25), ink.paper) + water(plan)
  const stack = (dx: number, t: number, w: number) => {
    const x = 800 + side * (250 - dx * 1.2)
    const rock = outline([
      [x - w, h + 70],
      [x - w * 0.5, h + 70 - t * 0.8],
      [x + w * 0.1, h + 70 - t],
      [x + w * 0.7, h + 70 - t * 0.5],
      [x + w, h + 70],
    ])
    return print(rock, ink.chalk) + print(gouge(x + 2, h + 76 - t * 0.9, 6, t * 0.7, 4), ink.far, 0.6)
  }
  if (variant % 2) svg += stack(0, 96, 54) + stack(104, 78, 44) + stack(190, 60, 36) + stack(258, 40, 24)
  for (let i = 0; i < 4; i++) {
    const near = (i * 53) % 90
    const canvas = i % 2 ? ink.chalk : mix(ink.accent, ink.chalk, 0.25)
    svg += sail(800 - side * (i * 150 - 110), h + 40 + near, 34 + near * 0.45, ink.ink, canvas)
  }
  return svg
}
/** Draws salt meadows with a creek that winds to the sea. */
export function saltmarsh(plan: Plan): string {
  const { palette: ink, roll, horizon: h, side, variant } = plan
  let svg = water(plan) + ridge(waves(roll, h + 26, 5, 190), mix(ink.far, ink.mid, 0.6), ink.paper)
  svg += avenue('round', [800 - side * 700, h + 30], [800 - side * 250, h + 30], 7, 46, plan, 0.5)
  svg += ridge(waves(roll, h + 44, 6, 300), mix(ink.mid, ink.field, 0.35), ink.paper)
  svg += print(`M-60 ${h + 112}q420 -26 900 0t900 0v400H-60z`, mix(ink.field, ink.crop, 0.3), 0.7)
  svg += creek(plan, h + 46, 380, 1.5)
  if (variant % 2) svg += windmill(800 + side * 180, h + 50, 130, mix(ink.ink, ink.far, 0.25), ink.chalk)
  const canvas = variant % 2 ? ink.chalk : mix(ink.accent, ink.chalk, 0.2)
  return svg + sail(800 - side * 40, h + 66, 70, ink.ink, canvas)
}
/** Draws water that winds from the horizon into the foreground and becomes wider as it comes nearer. */
export function creek(plan: Plan, top: number, long: number, wide = 1): string {
  const { palette: ink, side } = plan
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let i = 0; i <= 14; i++) {
    const u = i / 14
    const x = 800 - side * (250 + 270 * Math.sin(u * 4.8 + 0.5) * (0.35 + u * 0.8))
    const half = (7 + 96 * u ** 1.6) * wide
    left.push([x - half, top + long * u ** 1.35])
    right.unshift([x + half, top + long * u ** 1.35])
  }
  const pale = mix(ink.sky, ink.paper, plan.time === 'dusk' ? 0.25 : 0.5)
  return print(flow([...left, ...right], true), pale)
}
