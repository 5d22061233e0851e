// The landscape behind the estate, which shows its region.
import {
  beads,
  between,
  ease,
  flow,
  gouge,
  layer,
  mix,
  outline,
  print,
  type Dice,
  type Point,
} from '../../../app/media/drawing/ink.ts'
import { sea } from '../../../app/media/drawing/sky.ts'
import { wood } from './trees.ts'
import type { Palette, DrawnScene } from '../../../app/media/drawing/palette.ts'
import type { Place } from './places.ts'

/** A ridge from left to right, with a pale line above it. */
function ridge(height: (x: number) => number, bottom: number, ink: string, paper: string): string {
  const line: Point[] = []
  for (let x = -40; x <= 1640; x += 70) line.push([x, height(x)])
  return layer(flow(line) + `V${bottom}H-40z`, ink, paper)
}
const waves = (roll: Dice, level: number, tall: number, long: number) => {
  const [a, b, c] = [roll() * 7, roll() * 7, roll() * 7]
  return (x: number) =>
    level -
    tall *
      (0.55 * Math.sin(x / long + a) +
        0.3 * Math.sin((x / long) * 2.1 + b) +
        0.15 * Math.sin((x / long) * 4.7 + c))
}
/** Gouge marks below a ridge, which give it a slope. */
function slant(height: (x: number) => number, roll: Dice, count: number, drop: number, lean: number): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const x = roll() * 1600
    const y = height(x) + 8 + roll() * drop
    d += gouge(x, y, between(roll, 24, 60), (height(x + 40) - height(x)) * 0.8 + lean, 1.6)
  }
  return d
}
/** Distant fields: leaning quadrilaterals, with lines of dots for the trees between them. */
function patchwork(
  top: (x: number) => number,
  bottom: number,
  { palette, roll }: DrawnScene,
  inks: string[],
): string {
  let [svg, hedges] = ['', '']
  for (let x = -60; x < 1640; x += between(roll, 120, 230)) {
    const [w, lean] = [between(roll, 80, 170), between(roll, -60, 60)]
    const share = between(roll, 0.1, 0.5)
    const y = (px: number, s: number) => top(px) + 8 + (bottom - top(px)) * s
    const hedge: Point[] = [
      [x, y(x, share)],
      [x + w, y(x + w, share)],
      [x + w + lean, y(x + w, share + 0.35)],
    ]
    const ink = inks[Math.floor(roll() * inks.length)] as string
    svg += print(outline([...hedge, [x + lean, y(x, share + 0.35)]]), ink, 0.75)
    hedges += outline(hedge, false)
  }
  return svg + beads(hedges, mix(palette.mid, palette.ink, 0.5), 6, 11)
}

export function distance(scene: DrawnScene, place: Place): string {
  const { palette: p, roll } = scene
  const h = place.horizon
  const haze = mix(p.far, p.paper, 0.4)
  const between2 = mix(p.far, p.mid, 0.55)
  switch (place.distance) {
    case 'downs': {
      // Seven chalk cliffs above the sea, smaller to the left, with the Downs behind them.
      const walk = (x: number) => ease(-120, 760, x)
      const foot = (x: number) => h - 14 + 66 * walk(x)
      const cliff = (x: number) =>
        foot(x) - 8 - 84 * walk(x) * (0.62 + 0.38 * Math.abs(Math.sin(9.5 * walk(x) ** 0.8)) ** 0.7)
      const [top, base]: [Point[], Point[]] = [[], []]
      for (let x = -40; x <= 760; x += 16) {
        top.push([x, cliff(x)])
        base.unshift([x, foot(x) + between(roll, -2, 3)])
      }
      const down = waves(roll, h + 6, 26, 330)
      const whale = (x: number) =>
        down(x) - 92 * Math.exp(-(((x - 1240) / 420) ** 2)) + 14 * ease(700, 200, x)
      return (
        ridge(whale, h + 160, mix(p.far, p.mid, 0.35), p.paper) +
        print(slant(whale, roll, 20, 60, 5), p.paper, 0.35) +
        sea(scene, h - 18, h + 190, place.sun[0], 1100) +
        print(outline([...top.map(([x, y]): Point => [x, y - 7 - 14 * walk(x)]), ...base]), p.mid) +
        print(outline([...top, ...base]), p.paper) +
        print(cliffMarks(cliff, roll, walk), p.far, 0.7) +
        print(outline([...base, ...base.map(([x, y]): Point => [x, y + 5]).reverse()]), p.paper, 0.6)
      )
    }
    case 'weald': {
      const [a, b, c] = [
        waves(roll, h - 36, 22, 300),
        waves(roll, h - 8, 20, 240),
        waves(roll, h + 26, 18, 200),
      ]
      let woods = ''
      for (let i = 0; i < 9; i++) {
        const x = (i + roll()) * 178
        woods += wood(
          i % 2 ? b : c,
          x,
          between(roll, 60, 190),
          22,
          mix(p.mid, p.ink, i % 2 ? 0.3 : 0.5),
          roll,
        )
      }
      return (
        ridge(a, h + 100, haze, p.paper) +
        print(slant(a, roll, 14, 20, 2), p.paper, 0.5) +
        ridge(b, h + 120, p.far, p.paper) +
        ridge(c, h + 160, between2, p.paper) +
        woods +
        patchwork(c, h + 110, scene, [p.field, p.mid, p.glow])
      )
    }
    case 'ocean': {
      // Headlands one behind the other in white water; the lighthouse is on the nearest.
      const far = (x: number) => h + 30 - 80 * ease(770, 1120, x) - 10 * Math.sin(x / 60) * ease(760, 1120, x)
      const head = (x: number) =>
        h +
        138 -
        (168 - 26 * ease(330, -200, x)) * ease(742, 600, x) ** 0.7 -
        7 * Math.sin(x / 37) -
        5 * Math.sin(x / 17)
      const turf = (x: number) => head(x) + 30 + 8 * Math.sin(x / 23) + 26 * ease(560, 680, x)
      const surf = print(
        gouge(-60, h + 138, 330, 6, 7) +
          gouge(230, h + 142, 250, 3, -6) +
          gouge(420, h + 140, 260, 4, 6) +
          gouge(640, h + 140, 150, -2, -6) +
          gouge(600, h + 158, 240, 6, 5) +
          gouge(120, h + 160, 360, 3, 5) +
          gouge(880, h + 26, 240, 4, 4) +
          gouge(700, h + 176, 200, 2, 4),
        p.paper,
        0.9,
      )
      return (
        sea(scene, h, 1000, place.sun[0]) +
        cape(far, h + 30, mix(p.far, p.mid, 0.6), 780, 1640) +
        sail(960, h + 44, p) +
        cape(head, h + 142, mix(p.mid, p.field, 0.3), -40, 756) +
        cape(turf, h + 142, mix(p.far, p.ink, 0.55), -40, 752) +
        print(
          cliffMarks((x) => turf(x) - 4, roll),
          p.mid,
          0.6,
        ) +
        surf
      )
    }
    case 'wolds': {
      const [a, b] = [waves(roll, h - 34, 16, 420), waves(roll, h + 8, 30, 300)]
      let clump = ''
      for (const x of [330, 1010, 1340])
        clump += wood(b, x, between(roll, 60, 130), 36, mix(p.mid, p.ink, 0.45), roll)
      return (
        ridge(a, h + 100, haze, p.paper) +
        ridge(b, h + 170, mix(p.far, p.mid, 0.7), p.paper) +
        patchwork(b, h + 130, scene, [p.field, p.glow, p.mid]) +
        clump
      )
    }
    case 'mountains': {
      // Sugar Loaf, the notch of the Skirrid, and the long ridge of the Black Mountains behind them.
      const table = (x: number) => h - 78 - 34 * ease(1500, 900, x) - 8 * Math.sin(x / 110)
      const peak = (x: number) =>
        h +
        24 -
        190 * Math.exp(-(Math.abs((x - 560) / 190) ** 1.25)) -
        96 * Math.exp(-(Math.abs((x - 1130) / 130) ** 1.3)) -
        30 * ease(1010, 1090, x) * ease(1130, 1100, x)
      const foot = waves(roll, h + 30, 26, 260)
      return (
        ridge(table, h + 100, haze, p.paper) +
        ridge(peak, h + 140, p.far, p.paper) +
        print(slant(peak, roll, 46, 120, 12), mix(p.far, p.ink, 0.45), 0.55) +
        ridge(foot, h + 190, between2, p.paper) +
        patchwork(foot, h + 130, scene, [p.mid, p.field]) +
        river(h, p)
      )
    }
    case 'vale': {
      // The escarpment of the moors with its white horse, the towers of the minster, and flat fields.
      const scarp = (x: number) =>
        h - 6 - 74 * ease(840, 1080, x) - 10 * ease(1000, 1600, x) - 5 * Math.sin(x / 70)
      const plain = (x: number) => h - 4 - 3 * Math.sin(x / 150)
      return (
        ridge((x) => h - 16 - 8 * Math.sin(x / 210), h + 60, haze, p.paper) +
        minster(610, h - 10, p) +
        ridge(scarp, h + 60, p.far, p.paper) +
        print(slant(scarp, roll, 22, 40, 6), p.ink, 0.3) +
        print(
          `M1236 ${h - 50}q12-16 34-10q16-12 26-8l-4 9q-12-2-15 5q8 8 4 16l-5-1q0-8-7-12q-14 4-22 0q-4 7-8 13l-4-2q4-8 4-12z`,
          p.paper,
        ) +
        ridge(plain, h + 160, p.mid, p.paper) +
        patchwork(plain, h + 80, scene, [p.field, p.glow, p.field, p.far])
      )
    }
  }
}

function cliffMarks(edge: (x: number) => number, roll: Dice, size: (x: number) => number = () => 1): string {
  let d = ''
  for (let i = 0; i < 34; i++) {
    const x = 30 + roll() * 690
    d += gouge(x, edge(x) + 10 * size(x), between(roll, -5, 5), between(roll, 14, 50) * size(x), 2)
  }
  return d
}
function cape(height: (x: number) => number, foot: number, ink: string, from: number, to: number): string {
  const line: Point[] = []
  for (let x = from; x <= to; x += 14) line.push([x, Math.min(foot, height(x))])
  return print(outline([...line, [to, foot], [from, foot]]), ink)
}
const sail = (x: number, y: number, p: Palette) =>
  print(`M${x} ${y}l3-44l24 40zM${x - 3} ${y}l0-36l-14 34z`, p.paper) +
  print(`M${x - 20} ${y + 3}h50l-9 9h-34z`, p.accent)
const river = (h: number, p: Palette) =>
  print(
    `M560 ${h + 58}q90 14 40 32t-120 44q-60 26 40 60l210 60l-60-70q-90-24-40-52t90-46q30-24-160-28z`,
    p.paper,
    0.75,
  )
const minster = (x: number, y: number, p: Palette) =>
  print(
    `M${x} ${y + 8}v-50l3-8 3 8h10l3-8 3 8v14l6-7 6 7v-14l3-8 3 8h10l3-8 3 8v22h46v-30l3-7 3 7h16l3-7 3 7v30h40v28z`,
    mix(p.far, p.ink, 0.25),
  )
