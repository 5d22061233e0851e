// Trees, hedges and dry-stone walls: each a dark shape with a few light marks.
import {
  between,
  disc,
  gouge,
  leafy,
  mix,
  outline,
  print,
  stroke,
  type Dice,
  type Point,
} from '../../../app/media/drawing/ink.ts'
import { isVisible, onGround, pixelsPerMetre, type View } from '../../../app/media/drawing/ground.ts'
import type { Palette, DrawnScene } from '../../../app/media/drawing/palette.ts'

export type Tree = 'oak' | 'poplar' | 'pine' | 'thorn'

/** `x, y` is the foot of the trunk and `h` the height, all in pixels. */
export function tree(kind: Tree, x: number, y: number, h: number, scene: DrawnScene): string {
  const { palette, season, sun, roll } = scene
  const bare = season === 'winter' && kind !== 'pine'
  const trunk = outline([
    [x - h * 0.03, y],
    [x - h * 0.012, y - h * 0.6],
    [x + h * 0.012, y - h * 0.6],
    [x + h * 0.03, y],
  ])
  if (bare) return winterTree(kind, x, y, h, palette, roll) + print(trunk, palette.ink)
  const crown = crowns[kind].map(
    ([dx, dy, r]) => [x + dx * h, y - dy * h, r * h * between(roll, 0.9, 1.1)] as const,
  )
  const body = crown.map(([cx, cy, r]) => disc(Math.round(cx), Math.round(cy), Math.round(r))).join('')
  let light = ''
  for (const [cx, cy, r] of crown)
    for (let i = 0; i < (h > 84 ? 4 : 2); i++) {
      const turn = between(roll, -0.5, 1.1)
      const reach = r * between(roll, 0.35, 0.8)
      light += gouge(
        cx + sun * Math.cos(turn) * reach,
        cy - Math.sin(turn) * reach,
        sun * r * -0.1,
        -r * 0.34,
        sun * r * 0.2,
      )
    }
  const leaf = season === 'autumn' && roll() < 0.4 ? palette.accent : palette.leaf
  return print(trunk, palette.ink) + leafy(body, palette.ink, h * 0.07) + print(light, leaf)
}
const crowns: Record<Tree, (readonly [number, number, number])[]> = {
  oak: [
    [-0.22, 0.5, 0.24],
    [0.22, 0.52, 0.24],
    [0, 0.72, 0.28],
    [0, 0.48, 0.26],
  ],
  poplar: [
    [0, 0.28, 0.13],
    [0, 0.45, 0.14],
    [0, 0.63, 0.125],
    [0, 0.8, 0.1],
    [0, 0.92, 0.06],
  ],
  pine: [
    [-0.2, 0.74, 0.14],
    [0.16, 0.84, 0.17],
    [0.36, 0.72, 0.12],
    [0, 0.7, 0.14],
  ],
  thorn: [
    [0.1, 0.55, 0.2],
    [0.34, 0.64, 0.2],
    [0.56, 0.66, 0.14],
  ],
}
/** A bare crown: twigs over a faint haze. */
function winterTree(kind: Tree, x: number, y: number, h: number, palette: Palette, roll: Dice): string {
  let twigs = ''
  for (const [dx, dy, r] of crowns[kind])
    for (let i = 0; i < (h > 50 ? 6 : 3); i++) {
      const turn = between(roll, 0.1, Math.PI - 0.1)
      twigs += `M${Math.round(x)} ${Math.round(y - h * 0.32)}L${Math.round(x + dx * h + Math.cos(turn) * r * h)} ${Math.round(y - dy * h - Math.sin(turn) * r * h)}`
    }
  const haze = crowns[kind].map(([dx, dy, r]) => disc(x + dx * h, y - dy * h, r * h)).join('')
  return print(haze, palette.ink, 0.38) + stroke(twigs, palette.ink, Math.max(0.8, h * 0.012))
}

/** A hedge or wall between two points on the ground, `high` metres tall, where the hill does not hide it. */
export function hedge(
  view: View,
  [a, b]: readonly [Point, Point],
  high: number,
  stone: boolean,
  { palette, roll }: DrawnScene,
): string {
  let [d, marks] = ['', '']
  let [top, foot]: [Point[], Point[]] = [[], []]
  const close = () => {
    if (top.length > 1) d += outline([...top, ...foot.reverse()])
    top = []
    foot = []
  }
  const steps = Math.max(2, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 9))
  for (let step = 0; step <= steps; step++) {
    const [x, z] = [a[0] + ((b[0] - a[0]) * step) / steps, a[1] + ((b[1] - a[1]) * step) / steps]
    if (z < view.near || z > view.far || !isVisible(view, x, z)) {
      close()
      continue
    }
    const scale = pixelsPerMetre(view, z)
    top.push(onGround(view, x, z, high * (stone ? 1 : between(roll, 0.6, 1.1))))
    if (step % 3 === 0 || step === steps) foot.push(onGround(view, x, z, -0.3))
    const [mx, my] = onGround(view, x, z, high * 0.75)
    if (roll() < 0.2) marks += gouge(mx, my, scale * 0.9, 0, scale * 0.3)
  }
  close()
  return (
    (stone
      ? print(d, mix(palette.paper, palette.mid, 0.3))
      : leafy(d, mix(palette.ink, palette.mid, 0.2), 6)) +
    print(marks, stone ? palette.ink : palette.leaf, stone ? 0.4 : 0.7)
  )
}

/** A copse, planted back to front so that the near trees stand before the far ones. */
export function copse(
  x: number,
  y: number,
  wide: number,
  h: number,
  count: number,
  kind: Tree,
  scene: DrawnScene,
): string {
  let svg = ''
  for (let i = 0; i < count; i++) {
    const share = (i * 0.618) % 1
    const height = h * between(scene.roll, 0.75, 1.1)
    svg += tree(kind, x + (share - 0.5) * wide, y + (i / count) * h * 0.12, height, scene)
  }
  return svg
}

/** Distant woods: a scalloped strip along a ridge. */
export function wood(
  top: (x: number) => number,
  from: number,
  wide: number,
  tall: number,
  ink: string,
  roll: Dice,
): string {
  let d = `M${Math.round(from)} ${Math.round(top(from) + 7)}`
  let [x, y] = [from, top(from) + 7]
  while (x < from + wide) {
    const r = Math.round(tall * between(roll, 0.45, 0.8))
    const end = x + r * 1.5 >= from + wide
    const next = Math.round(top(x + r * 1.5) + 7 - (end ? 0 : tall * between(roll, 0.3, 0.8)))
    d += `a${r} ${r} 0 0 1 ${Math.round(r * 1.5)} ${next - Math.round(y)}`
    x += r * 1.5
    y = next
  }
  return print(d + 'z', ink)
}

/** Birds, each drawn with two strokes. */
export function birds(x: number, y: number, count: number, size: number, ink: string, roll: Dice): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const [bx, by] = [x + between(roll, -1, 1) * size * 6, y + between(roll, -1, 1) * size * 2.4]
    const s = size * between(roll, 0.6, 1.1)
    d += gouge(bx, by, -s, -s * 0.42, s * 0.22) + gouge(bx, by, s, -s * 0.5, -s * 0.22)
  }
  return print(d, ink)
}
