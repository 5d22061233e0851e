// The logo of an estate: a motif in a badge, in three colours. The same seed always gives the same logo.
import {
  between,
  dice,
  disc,
  gouge,
  num,
  outline,
  print,
  stroke,
  type Dice,
  type Point,
} from '../../../app/media/drawing/ink.ts'

export type Motif = 'leaf' | 'grapes' | 'hill' | 'lighthouse' | 'oast' | 'ruin'
type Inks = { paper: string; main: string; second: string }

// Each logo has a background, a main and a second colour.
const schemes: Inks[] = [
  { paper: '#f8f4e6', main: '#1d4238', second: '#9c3b3b' },
  { paper: '#f8f4e6', main: '#7d2333', second: '#d19a2e' },
  { paper: '#f8f4e6', main: '#31485c', second: '#d8a340' },
  { paper: '#f8f4e6', main: '#3f5a2c', second: '#c9a24e' },
  { paper: '#f6efdc', main: '#402b33', second: '#a8503f' },
]

/** A 256 x 256 SVG. */
export function logo({ seed, motif }: { seed: string | number; motif: Motif }): string {
  const roll = dice(`mark ${seed}`)
  const inks = schemes[Math.floor(roll() * schemes.length)] as Inks
  const badge = badges[Math.floor(roll() * badges.length)] as (grow: number) => string
  const solid = roll() < 0.6
  const [ground, key] = solid ? [inks.main, inks.paper] : [inks.paper, inks.main]
  const rim = solid ? inks.main : inks.paper
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256" stroke-linecap="round" stroke-linejoin="round">` +
    `<defs><clipPath id="m"><path d="${badge(-16)}"/></clipPath></defs>` +
    print(badge(0), rim) +
    (solid ? '' : stroke(badge(-3), inks.main, 6)) +
    stroke(badge(-10), key, 2.5) +
    `<g clip-path="url(#m)">${print(badge(-16), ground)}${drawings[motif](key, inks.second, ground, roll)}</g></svg>`
  )
}

// Badges grow or shrink about the middle, so that their rim, line and background share one outline.
const badges: ((grow: number) => string)[] = [
  (g) => disc(128, 128, 120 + g),
  (g) => `M${24 - g} ${248 + g}V${120}a${104 + g} ${112 + g} 0 0 1 ${208 + 2 * g} 0V${248 + g}z`,
  (g) =>
    `M${20 - g} ${14 - g}H${236 + g}V${130}q0 ${84 + g} -${108 + g} ${114 + g}q-${108 + g}-${30} -${108 + g}-${114 + g}z`,
  (g) =>
    outline(
      [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5].map((i) => {
        const angle = (i * Math.PI) / 4
        return [128 + (128 + g) * Math.cos(angle), 128 + (128 + g) * Math.sin(angle)]
      }),
    ),
]

const drawings: Record<Motif, (key: string, second: string, ground: string, roll: Dice) => string> = {
  leaf: (key, second, ground, roll) => {
    // Five lobes, one half and its mirror; the teeth differ from seed to seed.
    const half: Point[] = [
      [0, 62],
      [14, 50],
      [30, 58],
      [42, 40],
      [34, 30],
      [66, 26],
      [76, 6],
      [62, -4],
      [78, -26],
      [60, -44],
      [44, -36],
      [46, -62],
      [26, -58],
      [12, -74],
      [0, -58],
    ]
    const cut = half.map(([x, y]): Point => [x * between(roll, 0.94, 1.06), y * between(roll, 0.96, 1.04)])
    const whole = [
      ...cut,
      ...cut
        .slice(1, -1)
        .reverse()
        .map(([x, y]): Point => [-x, y]),
    ]
    const turned = (points: Point[]): Point[] => points.map(([x, y]) => [128 + x, 126 - y])
    const veins = (
      [
        [0, 58],
        [48, 38],
        [-48, 38],
        [60, -8],
        [-60, -8],
        [30, -44],
        [-30, -44],
      ] as Point[]
    )
      .map(([x, y]) => `M128 160L${128 + x} ${128 - y}`)
      .join('')
    return (
      print(outline(turned(whole)), key) +
      stroke(veins, ground, 3.5) +
      stroke('M128 158q-4 30 14 52', second, 7)
    )
  },
  grapes: (key, second, ground, roll) => {
    let berries = ''
    let light = ''
    for (let row = 0; row < 5; row++)
      for (let i = 0; i < 5 - row; i++) {
        const [x, y] = [128 + (i - (4 - row) / 2) * 29 + between(roll, -1.5, 1.5), 104 + row * 25]
        berries += disc(x, y, 15.5)
        light += gouge(x - 8, y - 3, 8, -7, -3)
      }
    return (
      print(leafAt(96, 76, 42, -20) + leafAt(164, 74, 34, 24), key) +
      `<path d="${berries}" fill="${second}" stroke="${ground}" stroke-width="3"/>` +
      print(light, ground, 0.8) +
      stroke('M128 96V52q2-10 14-12', key, 6)
    )
  },
  hill: (key, second, ground, roll) => {
    const lean = between(roll, -20, 20)
    let rows = ''
    for (let i = -6; i <= 6; i++)
      rows += `M${num(128 + lean + i * 9)} ${num(128 + Math.abs(i) * 1.6)}Q${num(128 + lean + i * 24)} 176 ${num(128 + i * 52)} 262L${num(128 + i * 52 + 19)} 262Q${num(128 + lean + i * 24 + 8)} 176 ${num(128 + lean + i * 9 + 3)} ${num(128 + Math.abs(i) * 1.6)}z`
    return (
      print(disc(128 + lean * 2, 96, 36), second) +
      print('M0 158Q60 104 128 124T256 146V256H0z', key) +
      print(rows, ground) +
      print('M0 160q70-40 128-36t128 22v-8q-70-22-128-22T0 150z', key) +
      print(
        gouge(70, 70, -16, -7, 4) +
          gouge(70, 70, 16, -8, -4) +
          gouge(98, 54, -11, -5, 3) +
          gouge(98, 54, 11, -6, -3),
        key,
      )
    )
  },
  lighthouse: (key, second, ground, roll) => {
    let waves = ''
    for (let y = 190; y < 250; y += 16)
      for (let x = -10 + between(roll, 0, 20); x < 260; x += 44) waves += gouge(x, y, 34, 0, 5)
    return (
      print('M128 72L-20 36V96zM128 72L276 36V96z', second) +
      print('M108 190L116 84H140L148 190z', key) +
      print('M112 134L115 108H141L144 134zM109.500 166l1-12h35l1 12z', ground) +
      print('M108 84h40v-7h-40zM116 74h24V56h-24zM112 56l16-18 16 18z', key) +
      print('M121 72h14V60h-14z', second) +
      print('M64 196q20-22 44-18h40q28-2 46 18z', key) +
      print(waves, key)
    )
  },
  oast: (key, second, ground) => {
    const kiln = (x: number, y: number) =>
      print(`M${x - 27} 196V${y}h54V196z`, key) +
      print(`M${x - 32} ${y + 2}L${x - 7} ${y - 66}h14L${x + 32} ${y + 2}z`, second) +
      print(`M${x - 8} ${y - 64}v-14l15-16 6 5-4 25z`, key) +
      print(`M${x - 6} ${y + 24}h12v16h-12z`, ground)
    return (
      print('M148 196V138h62v58z', key) +
      print('M140 140l14-36h54l14 36z', second) +
      print('M166 152h12v14h-12zM188 152h12v14h-12zM172 176h18v20h-18z', ground) +
      kiln(124, 124) +
      kiln(70, 132) +
      print('M0 200q128-26 256 0v60H0z', ground) +
      stroke('M10 214q118-26 236 0M0 232q128-28 256 0', key, 5)
    )
  },
  ruin: (key, second, ground, roll) => {
    const broken = between(roll, -8, 8)
    return (
      print(disc(128, 118, 52), second) +
      print(
        `M52 204V96l10-14 12 8V70l14-10L128 30l34 34 12 ${num(22 + broken)} 14-6 16 22V204H176V138q-4-46-48-68q-44 22-48 68V204z`,
        key,
      ) +
      stroke('M128 140V204M82 146Q106 96 128 146Q150 96 174 146M128 72V112', key, 6) +
      print('M0 202h256v60H0z', key) +
      stroke('M70 112h10M66 134h14M182 120h12M180 150h14M68 160h10M124 52h14', ground, 3) +
      stroke('M24 220q100-22 208 0M30 236q100-18 196 0', ground, 4)
    )
  },
}
function leafAt(x: number, y: number, r: number, turn: number): string {
  const lobes: Point[] = []
  for (let i = 0; i < 18; i++) {
    const reach = r * (i % 2 ? 0.74 : i % 6 === 0 ? 1.08 : 0.95)
    const angle = (i / 18) * Math.PI * 2 + (turn * Math.PI) / 180
    lobes.push([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.86])
  }
  return outline(lobes)
}
