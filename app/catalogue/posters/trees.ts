// Draws trees and small objects with few flat shapes, which stay recognisable on a card.
import {
  between,
  disc,
  mix,
  num,
  outline,
  print,
  stroke,
  type Dice,
  type Point,
} from '../../platform/media/drawing/ink.ts'
import type { Plan, TreeKind } from './plan.ts'

/** The centres and radii of each crown's discs, as shares of the tree's height. `x` is from the trunk, `y` from the foot. */
const crowns: Record<Exclude<TreeKind, 'poplar'>, Record<'x' | 'y' | 'size', readonly number[]>> = {
  round: { x: [0, -0.2, 0.2, 0.06], y: [0.62, 0.52, 0.54, 0.8], size: [0.3, 0.2, 0.2, 0.2] },
  spreading: {
    x: [-0.3, 0.3, 0, -0.14, 0.17],
    y: [0.56, 0.58, 0.66, 0.8, 0.8],
    size: [0.2, 0.2, 0.28, 0.18, 0.17],
  },
  pine: { x: [-0.22, 0, 0.22, 0.05], y: [0.72, 0.82, 0.74, 0.68], size: [0.13, 0.17, 0.14, 0.13] },
  birch: { x: [0, 0.06, -0.05, 0.02], y: [0.5, 0.66, 0.78, 0.9], size: [0.15, 0.16, 0.14, 0.09] },
  windswept: { x: [0.08, 0.28, 0.5, 0.68], y: [0.56, 0.62, 0.62, 0.58], size: [0.17, 0.18, 0.14, 0.09] },
}

/** Draws a tree that is `h` pixels tall and has its foot at `x, y`. */
export function bigTree(kind: TreeKind, x: number, y: number, h: number, plan: Plan, air = 0): string {
  const { palette: ink, season, sun: light, roll } = plan
  const dark = mix(ink.ink, ink.mid, air)
  const trunkInk = kind === 'birch' ? mix(ink.chalk, ink.far, 0.2) : dark
  const lean = kind === 'windswept' ? h * 0.16 : 0
  const trunk = outline([
    [x - h * 0.035, y],
    [x - h * 0.014 + lean, y - h * 0.62],
    [x + h * 0.014 + lean, y - h * 0.62],
    [x + h * 0.035, y],
  ])
  if (season === 'winter' && kind !== 'pine')
    return print(trunk, trunkInk) + branches(kind, x + lean * 0.6, y, h, dark, roll)
  const turned = season === 'autumn' && kind !== 'pine'
  const leaf = turned
    ? roll() < 0.5
      ? ink.leaf
      : mix(ink.accent, ink.leaf, 0.55)
    : season === 'spring'
      ? mix(ink.leaf, ink.field, 0.4)
      : mix(ink.leaf, ink.field, 0.15)
  const base = turned ? mix(ink.accent, dark, 0.4) : dark
  if (kind === 'poplar')
    return (
      print(trunk, trunkInk) +
      print(flame(x, y, h, 0.13), base) +
      print(flame(x + light * h * 0.026, y - h * 0.02, h * 0.93, 0.078), mix(leaf, dark, air * 0.3))
    )
  let [body, lit, high] = ['', '', '']
  const crown = crowns[kind]
  for (const [i, part] of crown.size.entries()) {
    const size = part * h * between(roll, 0.94, 1.08)
    const [cx, cy] = [x + crown.x[i]! * h, y - crown.y[i]! * h]
    body += disc(Math.round(cx), Math.round(cy), Math.round(size))
    lit += disc(Math.round(cx + light * h * 0.04), Math.round(cy - h * 0.045), Math.round(size * 0.8))
    high += disc(Math.round(cx + light * h * 0.075), Math.round(cy - h * 0.085), Math.round(size * 0.46))
  }
  const tone = mix(leaf, dark, air * 0.3)
  const bough =
    h < 200 || kind === 'pine' || kind === 'birch'
      ? ''
      : stroke(
          `M${Math.round(x + lean * 0.7)} ${Math.round(y - h * 0.34)}l${Math.round(h * 0.13)}-${Math.round(h * 0.14)}M${Math.round(x + lean * 0.6)} ${Math.round(y - h * 0.3)}l${Math.round(-h * 0.11)}-${Math.round(h * 0.15)}`,
          trunkInk,
          h * 0.02,
        )
  return (
    print(trunk, trunkInk) + bough + print(body, base) + print(lit, mix(tone, base, 0.34)) + print(high, tone)
  )
}
/** Draws the upright outline of a poplar. */
function flame(x: number, y: number, h: number, half: number): string {
  const w = half * h * 1.3
  return `M${num(x)} ${num(y - h)}C${num(x + w)} ${num(y - h * 0.66)} ${num(x + w)} ${num(y - h * 0.2)} ${num(x)} ${num(y - h * 0.1)}C${num(x - w)} ${num(y - h * 0.2)} ${num(x - w)} ${num(y - h * 0.66)} ${num(x)} ${num(y - h)}z`
}
/** Draws bare branches that fork four times. */
function branches(kind: TreeKind, x: number, y: number, h: number, ink: string, roll: Dice): string {
  const strokes = ['', '', '', '', '']
  const spread = kind === 'poplar' ? 0.22 : kind === 'birch' ? 0.34 : 0.52
  const grow = (px: number, py: number, angle: number, length: number, depth: number) => {
    const [qx, qy] = [px + Math.cos(angle) * length, py - Math.sin(angle) * length]
    strokes[depth] =
      strokes[depth] + `M${Math.round(px)} ${Math.round(py)}L${Math.round(qx)} ${Math.round(qy)}`
    if (depth === 4 || (h < 200 && depth === 3)) return
    for (const turn of depth === 0 ? [-1, 0, 1] : [-1, 1]) {
      const next = angle + turn * spread * between(roll, 0.7, 1.2)
      grow(qx, qy, next, length * between(roll, 0.66, 0.8), depth + 1)
    }
  }
  grow(x, y - h * 0.2, Math.PI / 2 + (kind === 'windswept' ? -0.3 : 0), h * 0.25, 0)
  return strokes
    .map((d, i) => stroke(d, ink, Math.max(2, h * ([0.03, 0.018, 0.012, 0.008, 0.006][i] as number))))
    .join('')
}

/** Draws a row of trees along a line. All of them look equally far away. */
export function avenue(
  kind: TreeKind,
  from: Point,
  to: Point,
  count: number,
  h: number,
  plan: Plan,
  air: number,
): string {
  let svg = ''
  for (let i = 0; i < count; i++) {
    const u = (i + between(plan.roll, 0.2, 0.8)) / count
    svg += bigTree(
      kind,
      from[0] + (to[0] - from[0]) * u,
      from[1] + (to[1] - from[1]) * u,
      h * between(plan.roll, 0.8, 1.15),
      plan,
      air,
    )
  }
  return svg
}

/** Draws flowers or dry grass over the foreground, larger towards the bottom. */
export function flowers(plan: Plan, top: (x: number) => number, count: number): string {
  const { palette: ink, roll, season } = plan
  let [a, b, stems] = ['', '', '']
  for (let i = 0; i < count; i++) {
    const x = roll() * 1600
    const t = top(x)
    const y = t + 24 + (1190 - t) * roll()
    const r = 5 + ((y - t) / (1200 - t)) * 11
    stems += `M${Math.round(x)} ${Math.round(y)}v${Math.round(r * 3)}`
    if (i % 3) a += disc(x, y, r)
    else b += disc(x, y, r * 0.8)
  }
  if (season === 'winter') return stroke(stems, ink.soil, 4, 0.7)
  const first =
    season === 'summer' ? mix(ink.accent, '#c8402f', 0.4) : season === 'spring' ? ink.chalk : ink.leaf
  return (
    stroke(stems, mix(ink.ink, ink.field, 0.3), 4, 0.8) +
    print(a, first) +
    print(b, season === 'spring' ? ink.crop : ink.chalk)
  )
}

export function flock(x: number, y: number, count: number, size: number, ink: string, roll: Dice): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const s = size * between(roll, 0.7, 1.2)
    const [bx, by] = [
      x + (i - count / 2) * size * 2.6 + between(roll, -1, 1) * size,
      y + Math.abs(i - count / 2) * size * 0.8 + between(roll, -1, 1) * size,
    ]
    d += `M${num(bx - s)} ${num(by - s * 0.5)}q${num(s * 0.6)} ${num(-s * 0.2)} ${num(s)} ${num(s * 0.5)}q${num(s * 0.4)} ${num(-s * 0.7)} ${num(s)} ${num(-s * 0.5)}`
  }
  return stroke(d, ink, Math.max(4, size * 0.22))
}

export const sail = (x: number, y: number, h: number, ink: string, paper: string) =>
  print(
    `M${x} ${y - h}l${num(h * 0.46)} ${num(h * 0.86)}h${num(-h * 0.46)}zM${num(x - h * 0.06)} ${num(y - h * 0.8)}l${num(-h * 0.3)} ${num(h * 0.66)}h${num(h * 0.3)}z`,
    paper,
  ) +
  print(
    `M${num(x - h * 0.42)} ${num(y - h * 0.1)}h${num(h * 0.95)}l${num(-h * 0.2)} ${num(h * 0.18)}h${num(-h * 0.58)}z`,
    ink,
  )
export const spire = (x: number, y: number, h: number, ink: string) =>
  print(
    `M${num(x - h * 0.11)} ${y}v${num(-h * 0.5)}l${num(h * 0.11)} ${num(-h * 0.5)}l${num(h * 0.11)} ${num(h * 0.5)}v${num(h * 0.2)}h${num(h * 0.4)}v${num(h * 0.3)}z`,
    ink,
  )
export const windmill = (x: number, y: number, h: number, ink: string, paper: string) =>
  print(
    `M${num(x - h * 0.17)} ${y}l${num(h * 0.07)} ${num(-h * 0.62)}q${num(h * 0.1)} ${num(-h * 0.14)} ${num(h * 0.2)} 0l${num(h * 0.07)} ${num(h * 0.62)}z`,
    ink,
  ) +
  stroke(
    `M${num(x - h * 0.34)} ${num(y - h * 0.98)}l${num(h * 0.68)} ${num(h * 0.62)}M${num(x + h * 0.31)} ${num(y - h * 1.01)}l${num(-h * 0.62)} ${num(h * 0.68)}`,
    paper,
    h * 0.05,
  )
export const lighthouse = (x: number, y: number, h: number, accent: string, paper: string, ink: string) =>
  print(
    `M${num(x - h * 0.12)} ${y}l${num(h * 0.05)} ${num(-h * 0.76)}h${num(h * 0.14)}l${num(h * 0.05)} ${num(h * 0.76)}z`,
    paper,
  ) +
  print(
    `M${num(x - h * 0.1)} ${num(y - h * 0.3)}l${num(h * 0.014)} ${num(-h * 0.2)}h${num(h * 0.172)}l${num(h * 0.014)} ${num(h * 0.2)}z`,
    accent,
  ) +
  print(
    `M${num(x - h * 0.1)} ${num(y - h * 0.76)}h${num(h * 0.2)}v${num(-h * 0.05)}h${num(-h * 0.03)}v${num(-h * 0.1)}l${num(-h * 0.07)} ${num(-h * 0.09)}l${num(-h * 0.07)} ${num(h * 0.09)}v${num(h * 0.1)}h${num(-h * 0.03)}z`,
    ink,
  )
export const balloon = (x: number, y: number, { palette: ink }: Plan) =>
  print(
    `M${num(x - 44)} ${y}a44 44 0 0 1 88 0q0 30.8 -33.4 57.2h-21.1q-33.4 -26.4 -33.4 -57.2z`,
    ink.accent,
  ) +
  print(`M${x} ${y - 44}q31.7 39.6 7 101.2h-14.1q-24.6 -61.6 7 -101.2z`, ink.chalk) +
  print(`M${num(x - 8.8)} ${num(y + 66)}h17.6v13.2h-17.6z`, ink.ink)
