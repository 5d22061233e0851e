// Rows of vines, as hedges on the ground in metres. The projection decides how rows converge, where they bend over the
// hill, and which stretches are hidden.
import {
  beads,
  clamp,
  gouge,
  leafy,
  mix,
  num,
  outline,
  pegs,
  print,
  type Point,
} from '../../../app/media/drawing/ink.ts'
import { isVisible, onGround, pixelsPerMetre, type View } from '../../../app/media/drawing/ground.ts'
import type { DrawnScene, Season } from '../../../app/media/drawing/palette.ts'

/** A block of parallel rows. `bend` is how far (m) a row has swung sideways after 100 m; rows stay parallel. */
export type Block = {
  from: Point // where row 0 starts, metres
  heading: number // radians right of straight ahead
  bend: number
  rows: readonly [number, number] // sideways reach, metres
  length: number
  spacing: number // wider than the 2 m of a real vineyard, or the alleys close up on paper
  inside: (x: number, z: number) => boolean
}

type Canopy = { low: number; high: number; half: number; trellis: boolean }
const canopies: Record<Season, Canopy> = {
  spring: { low: 0.8, high: 1.35, half: 0.22, trellis: true },
  summer: { low: 0.55, high: 1.9, half: 0.46, trellis: false },
  autumn: { low: 0.6, high: 1.75, half: 0.42, trellis: false },
  winter: { low: 0.75, high: 1.2, half: 0.1, trellis: true },
}
type BySize = [string, string, string]
type Stop = { t: number; scale: number; weak: boolean } // weak: a vine that died and was replanted

/** `far` rows are simpler, and printed with less ink. */
export function vines(view: View, block: Block, scene: DrawnScene, far: boolean): string {
  const { palette, season, sun, roll } = scene
  const canopy = canopies[season]
  const [cos, sin] = [Math.cos(block.heading), Math.sin(block.heading)]
  const dark = season === 'autumn' ? palette.accent : palette.ink
  const shade = far ? mix(dark, palette.mid, season === 'winter' ? 0.5 : 0.38) : dark
  const leaf = far ? mix(palette.leaf, palette.mid, 0.2) : palette.leaf
  const at = (s: number, t: number): Point => {
    const side = s + block.bend * (t / 100) ** 2
    return [block.from[0] + side * cos + t * sin, block.from[1] - side * sin + t * cos]
  }
  // Sideways distance of the eye from row 0: nearer rows stand in front of farther ones, so they print later.
  const eye = -(block.from[0] * cos - block.from[1] * sin)
  const offsets: number[] = []
  for (let s = block.rows[0]; s <= block.rows[1]; s += block.spacing) offsets.push(s)
  offsets.sort((a, b) => Math.abs(b - eye) - Math.abs(a - eye))

  // Shapes that hide nothing become one path; a path for each row would double the file.
  let [soil, shadow, rows, farShade, farLeaf, wood, frost] = ['', '', '', '', '', '', '']
  const trunks: BySize = ['', '', '']
  const canes: BySize = ['', '', '']
  const posts: BySize = ['', '', '']
  const buds: BySize = ['', '', '']
  for (const s of offsets)
    for (const run of runs(s)) {
      const facing = s > eye ? -canopy.half : canopy.half
      if (far) {
        const top = canopy.high + (canopy.trellis ? 0.2 : 0.5)
        farShade += band(line(run, s, 0, top * 0.8, 0, 2), line(run, s, 0, 0, 0, 2))
        farLeaf +=
          season === 'winter' ? '' : band(line(run, s, 0, top, 0.3), line(run, s, 0, top * 0.66, 0, 3))
        continue
      }
      if (Math.abs(s - eye) < 24) {
        // farther out the row in front hides the ground
        soil += band(line(run, s, -0.45, 0, 0, 4), line(run, s, 0.45, 0, 0, 4))
        const side = sun * (canopy.trellis ? -0.5 : -1.25)
        shadow += band(line(run, s, 0, 0, 0, 4), line(run, s, side, 0, 0, 4))
      }
      for (const part of lengths(run).reverse()) (canopy.trellis ? trellis : hedgeRow)(part, s, facing)
    }
  if (far) return `<g transform="scale(.5)">${print(farShade, shade)}${print(farLeaf, leaf)}</g>`
  const upright = (lines: string[], ink: string, widths: number[]) =>
    lines.map((d, i) => pegs(d, ink, widths[i] as number)).join('')
  const under =
    print(soil, season === 'winter' ? palette.mid : palette.paper, season === 'winter' ? 0.4 : 0.6) +
    print(shadow, palette.ink, season === 'winter' ? 0.2 : 0.3) +
    upright(trunks, palette.ink, [1.4, 2.6, 5.5])
  if (!canopy.trellis)
    return (
      `<defs>${texture('l', leaf, shade, 0.4)}${texture('s', shade, leaf, 0.8)}</defs>` +
      under +
      rows +
      upright(posts, palette.paper, [1.2, 2.2, 4])
    )
  return (
    under +
    upright(canes, palette.ink, [0.8, 1.2, 2.4]) +
    upright(posts, palette.ink, [1.4, 2.6, 5]) +
    print(wood, palette.ink) +
    print(frost, palette.paper) +
    buds.map((d, i) => beads(d, leaf, [5, 10, 19][i] as number, [6, 11, 19][i] as number)).join('')
  )

  function line(run: Stop[], s: number, side: number, up: number, ragged = 0, every = 1): Point[] {
    return run
      .filter((_, i) => i % every === 0 || i === run.length - 1)
      .map((stop) => {
        const [x, z] = at(s + side, stop.t)
        const height = stop.weak && up > canopy.low ? canopy.low + (up - canopy.low) * 0.25 : up
        const [px, py] = onGround(view, x, z, height)
        return [px + (roll() - 0.5) * ragged * stop.scale * 0.6, py - roll() * ragged * stop.scale]
      })
  }
  /** Leaf-shaped nicks of one ink in the other, at three sizes because a flat tile knows no perspective. */
  function texture(id: string, ground: string, nick: string, opacity: number): string {
    let d = ''
    for (let i = 0; i < 9; i++)
      d += gouge(4 + ((i * 37) % 64), 8 + ((i * 23) % 48), 9 + roll() * 6, (roll() - 0.5) * 12, 4.5)
    return [7, 13]
      .map(
        (size, n) =>
          `<pattern id="${id}${n + 1}" width="76" height="60" patternUnits="userSpaceOnUse" patternTransform="scale(${num(size / 9)}) rotate(${(n + 1) * 9})">` +
          `<rect width="76" height="60" fill="${ground}"/>${print(d, nick, opacity)}</pattern>`,
      )
      .join('')
  }
  /** A row divided where its scale doubles, so that dots and nicks can shrink with distance. */
  function lengths(run: Stop[]): Stop[][] {
    const parts: Stop[][] = []
    let part: Stop[] = []
    for (const stop of run) {
      part.push(stop)
      if (part.length > 1 && size(stop) !== size(part[0] as Stop)) {
        parts.push(part)
        part = [stop]
      }
    }
    return part.length > 1 ? [...parts, part] : parts
  }
  function size(stop: Stop): 0 | 1 | 2 {
    return stop.scale < 21 ? 0 : stop.scale < 42 ? 1 : 2
  }
  /** The visible stretches of a row, sampled evenly in the picture rather than on the ground. */
  function runs(s: number): Stop[][] {
    const found: Stop[][] = []
    let run: Stop[] = []
    let last: Point | undefined
    const close = () => {
      if (run.length > 1) found.push(run)
      run = []
      last = undefined
    }
    for (let t = 0; t <= block.length; t += 0.5) {
      const [x, z] = at(s, t)
      if (z < view.near || z > view.far || !block.inside(x, z)) {
        close()
        continue
      }
      const here = onGround(view, x, z)
      if (here[0] < -150 || here[0] > 1750 || here[1] > 1150) {
        close()
        continue
      }
      const scale = pixelsPerMetre(view, z)
      const apart = far ? 60 : clamp(scale * 1.05, 32, 68)
      if (last && Math.hypot(here[0] - last[0], here[1] - last[1]) < apart) continue
      if (!isVisible(view, x, z)) {
        close()
        continue
      }
      if (far && run.length > 2 && block.heading < 0.8 && roll() < 0.015) {
        close()
        t += 2
        continue
      }
      run.push({ t, scale, weak: !far && roll() < 0.025 })
      last = here
    }
    close()
    return found
  }
  function band(top: Point[], foot: Point[]): string {
    return outline([...top, ...foot.reverse()], true, far ? 2 : 1)
  }
  /** Summer and autumn: the shaded side, the lit top, and posts a little higher. */
  function hedgeRow(run: Stop[], s: number, facing: number): void {
    const { low, high } = canopy
    const step = size(run[0] as Stop)
    const body = band(line(run, s, facing, high - 0.2, 0, 3), line(run, s, facing, low, -0.1, 2))
    const top = band(
      line(run, s, -facing, high, 0.2, 2),
      line(run, s, facing, high - 0.34, 0.2, step === 1 ? 1 : 2),
    )
    rows +=
      print(body, step ? `url(#s${step})` : shade) +
      (step ? leafy(top, `url(#l${step})`, [0, 8, 15][step] as number, leaf) : print(top, leaf))
    trunks[step] += step ? uprights(run, s, 0, low + 0.3, 2, 24) : ''
    posts[step] += uprights(run, s, high - 0.2, high + 0.5, 7, 16)
  }
  /** Winter and spring: trunks, canes tied to the wire, then frost or buds along it. */
  function trellis(run: Stop[], s: number, facing: number): void {
    const { low, high } = canopy
    const step = size(run[0] as Stop)
    trunks[step] += uprights(run, s, 0, low, step ? 2 : 4, 16)
    canes[step] += uprights(run, s, low, high + 0.25, 1, 26)
    posts[step] += uprights(run, s, 0, high + 0.5, 7, 15)
    wood += band(line(run, s, 0, low + 0.1, 0.08, 2), line(run, s, 0, step ? low - 0.08 : 0.35, 0, 2))
    if (season === 'winter')
      frost += band(line(run, s, 0, low + 0.24, 0.1, 2), line(run, s, 0, low + 0.1, 0, 2))
    else
      buds[step] +=
        outline(line(run, s, facing, high - 0.15, 0.5), false) +
        (step ? outline(line(run, s, -facing, high + 0.1, 0.4, 2), false) : '')
  }
  /** Upright strokes every `apart` metres, as far away as a metre has `least` pixels. */
  function uprights(run: Stop[], s: number, from: number, to: number, apart: number, least: number): string {
    let d = ''
    const [first, last] = [run[0] as Stop, run.at(-1) as Stop]
    for (let t = Math.ceil(first.t / apart) * apart; t < last.t; t += apart) {
      const [x, z] = at(s, t)
      if (pixelsPerMetre(view, z) < least) break
      const [a, b] = [onGround(view, x, z, from), onGround(view, x, z, to)]
      d += `M${Math.round(a[0])} ${Math.round(a[1])}V${Math.round(b[1])}`
    }
    return d
  }
}
