// The land behind the people of a scene: hills, level ground, grass and rows of vines.
import {
  between,
  flow,
  leafy,
  mix,
  outline,
  print,
  stroke,
  type Point,
} from '../../platform/media/drawing/ink.ts'
import { clouds, sky } from '../../platform/media/drawing/sky.ts'
import { bump, ridgeLine, waves } from '../posters/hill.ts'
import { flock, sail, spire } from '../posters/trees.ts'
import type { Setting } from './setting.ts'

/** Draws the grape figure of the posters. Its berries are dashes, which cost fewer bytes than circles. */
function mark(s: Setting, x: number, y: number, size: number, tilt: number): string {
  const { palette: ink, sun: light } = s
  const berries = 'M14 34H50.1M20 44.6H44.1M26 55.2H38.1M32 65.8h.1'
  const leaf =
    'M30 28c0-6 2-12 6-17l3 2.5c-3 4-4 8-4 14zM28 25C18 27 9 22 7 12c4 .5 6 0 9.5-2.5 5 3.5 9.5 8 11.5 15z'
  const dots = (shift: string, colour: string, faint: string) =>
    `<path d="${berries}"${shift} stroke="${colour}"${faint}/>`
  return (
    `<g transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(tilt)}) scale(${Math.round(size / 6.2) / 10}) translate(-31 -40)" stroke-width="10.4" stroke-dasharray="0 12">` +
    dots(` transform="translate(${light} -1.5)"`, ink.ink, ' opacity=".35"') +
    dots('', ink.chalk, '') +
    `<path d="${leaf}" fill="${ink.chalk}"/></g>`
  )
}
const crest = (top: (x: number) => number, ink: string, paper: string) =>
  `<path d="${flow(ridgeLine(top, 150, -60, 1740))}V1020H-60z" fill="${ink}" stroke="${mix(ink, paper, 0.6)}" stroke-width="3"/>`

/** Draws the sky, the horizon and one hill with the grape figure. The scene draws its foreground over the lower half. */
export function hills(
  s: Setting,
  { rise = 170, peak = 0.8, foot = 70, tree = true, birds = true, size = 96 } = {},
): string {
  const { palette: ink, roll, side, horizon: h, hour, sun: light } = s
  const low = { morning: 90, noon: 260, golden: 110, dusk: 46 }[hour]
  const sun: Point = [s.sunAt[0], Math.max(90, Math.round(h - low - between(roll, 0, 40)))]
  const air =
    hour === 'noon' ? clouds(s, h * 0.9, roll() < 0.3, 2) : hour === 'dusk' ? clouds(s, h, true, 2) : ''
  const u = (x: number) => (side > 0 ? x : 1600 - x) / 1600
  const tone = mix(ink.far, ink.mid, 0.35)
  const whale = (x: number) => h + 6 - 70 * bump(u(x), 0.22, 0.26) - 26 * bump(u(x), 0.62, 0.2)
  const range = (xs: number[], ys: number[]) =>
    outline(xs.map((x, i): Point => [side > 0 ? x : 1600 - x, h + ys[i]!]))
  // Four horizons: downs, sea, mountains, and a village spire among low hills.
  const horizons = [
    () => crest(whale, tone, ink.paper),
    () =>
      print(`M0 ${h - 14}l1600 0 0 174-1600 0z`, mix(ink.far, ink.sky, 0.3)) +
      stroke(
        [0, 1, 2, 3, 4, 5]
          .map((i) => `M${s.sunAt[0] - 130 + ((i * 61) % 150)} ${h + 2 + i * 11}h${40 + i * 12}`)
          .join(''),
        ink.paper,
        4,
        0.7,
      ) +
      sail(800 - side * Math.round(between(roll, 160, 330)), h + 26, 50, ink.ink, ink.chalk),
    () =>
      print(
        range(
          [-60, 120, 230, 400, 560, 640, 820, 1060, 1320, 1660],
          [60, -60, -24, -128, -40, -62, 10, -34, 30, 60],
        ),
        tone,
      ) +
      print(range([400, 560, 470, 430], [-128, -40, 20, -50]), ink.ink, 0.14) +
      crest((x) => h + 14 + 8 * Math.sin(x / 170), mix(tone, ink.mid, 0.4), ink.paper),
    () =>
      crest((x) => h - 6 - 20 * Math.sin(x / 260 + side), mix(tone, ink.paper, 0.25), ink.paper) +
      spire(800 - side * Math.round(between(roll, 300, 480)), h + 26, 120, mix(ink.far, ink.ink, 0.5)) +
      crest((x) => h + 20 + 10 * Math.sin(x / 210), tone, ink.paper),
  ]
  const rough = waves(roll, 0, 7, 210)
  const lift = rise * between(roll, 0.84, 1.12)
  const top = (x: number) =>
    h + foot - lift * bump(u(x), peak, 0.34) - lift * 0.3 * bump(u(x), 0.02, 0.2) + rough(x)
  const at = side > 0 ? 1600 * peak : 1600 * (1 - peak)
  const away = [0, 1, 2, 3, 4].map((i): Point => [at - light * i * 150, top(at - light * i * 150) + 2])
  const shadow = away.map(([x, y], i): Point => [x + light * 30, y + [0, 70, 100, 90, 30][i]!]).reverse()
  const strip = () => {
    const edge = (y: number) =>
      [-600, -425, -250].map((d): Point => [at + side * d * (1 + y / 900), top(at + side * d) + y])
    let lines = ''
    for (let d = -586; d < -250; d += 36)
      lines += outline(
        [
          [at + side * d, top(at + side * d) + 12],
          [at + side * d * 1.11, top(at + side * d) + 112],
        ],
        false,
      )
    return (
      print(outline([...edge(10), ...edge(116).reverse()]), mix(ink.field, ink.paper, 0.14)) +
      stroke(lines, s.season === 'autumn' ? mix(ink.accent, ink.mid, 0.35) : mix(ink.ink, ink.mid, 0.4), 9)
    )
  }
  const wood = at - side * 880
  return (
    sky({ ...s, time: s.skyTime }, h, sun) +
    air +
    (birds && roll() < 0.5
      ? flock(800 + side * 260, h * 0.42, 4, 15, hour === 'dusk' ? ink.chalk : ink.ink, roll)
      : '') +
    horizons[Math.floor(s.variant / 3)]!() +
    crest(top, mix(ink.field, ink.mid, 0.45), ink.paper) +
    print(flow([...away, ...shadow], true), ink.ink, 0.12) +
    strip() +
    (tree
      ? leafy(
          outline([-80, -30, 30, 80].map((d): Point => [wood + d, top(wood + d) - 16 + Math.abs(d) * 0.2])),
          mix(ink.ink, ink.mid, 0.25),
          46,
        )
      : '') +
    (size > 0 ? mark(s, at, top(at) + size * 0.62 + 16, size, side * 3) : '')
  )
}

/** Draws level ground from `y` to the bottom, with a slightly uneven edge. */
export const ground = (y: number, ink: string, paper: string, sway = 6) =>
  `<path d="${flow(ridgeLine((x) => y + sway * Math.sin(x / 230 + y), 340))}V1020H-60z" fill="${ink}" stroke="${mix(ink, paper, 0.6)}" stroke-width="3"/>`

/** Draws tufts of grass along a level line. */
export function tufts(s: Setting, from: number, to: number, y: number, up: number, ink: string): string {
  let d = ''
  for (let x = from; x < to; x += between(s.roll, 24, 46)) {
    const lean = between(s.roll, -14, 18)
    d += `M${Math.round(x)} ${y}l${Math.round(lean)}-${Math.round(up * between(s.roll, 0.5, 1))} ${Math.round(14 - lean)} ${Math.round(up)}`
  }
  return print(d, ink)
}

type Rows = Record<'y' | 'focal' | 'eye', number> &
  Partial<Record<'x' | 'high' | 'half' | 'near', number>> & { offsets: readonly number[] }

/** Draws vine rows that meet at the point x, y on the horizon. Offsets, heights and `near` are metres. */
export function rows(
  s: Setting,
  { x = 800, y, focal, eye, high = 1.5, half = 0.3, offsets, near = 6 }: Rows,
): string {
  const { palette: ink, roll, season, sun: light } = s
  const at = (m: number, up: number, z: number): Point => [x + (focal * m) / z, y + (focal * (eye - up)) / z]
  const bare = season === 'winter'
  const dark = season === 'autumn' ? mix(ink.accent, ink.ink, 0.25) : mix(ink.ink, ink.leaf, 0.06)
  const leaf = mix(ink.leaf, dark, 0.12)
  const first = Math.min(...offsets.map(Math.abs))
  const cast = light > 0 ? -1.1 : 1.1
  let [shadows, svg] = ['', '']
  for (const m of [...offsets].sort((a, b) => Math.abs(b) - Math.abs(a))) {
    const out = Math.sign(m)
    const face = m - out * half
    // A row far to the side enters the picture at a distance, so its near part need not be drawn.
    const from = Math.max(near, (focal * (Math.abs(face) - 1)) / 1150)
    const to = from * 9
    const close = Math.abs(m) < first + 0.5
    const depths = close ? [1, 1.2, 1.5, 2, 3.2, 24].map((k) => from * k) : [from, to]
    const line = (side: number, up: number, rough = 0) =>
      depths.map((z): Point => at(side, up + (roll() - 0.5) * rough, z))
    let posts = ''
    for (const k of close ? [1.08, 1.3, 1.65, 2.2, 3.2] : [1.08, 1.5, 2.3]) {
      const [a, b] = [at(face, bare ? 0 : high - 0.1, from * k), at(face, high + 0.28, from * k)]
      posts += `M${Math.round(a[0])} ${Math.round(a[1])}V${Math.round(b[1])}`
    }
    shadows += outline([at(face, 0, from), at(face, 0, to), at(face + cast, 0, to), at(face + cast, 0, from)])
    if (bare) {
      const wire = [at(face, high * 0.5, from), at(face, high * 0.5, to), at(face, high, from)]
      svg += stroke(outline(wire, false), ink.ink, 4) + stroke(posts, ink.ink, 8)
    } else {
      const flick = (up: number, a: number, b: number) =>
        outline([at(face, high * up, from * a), at(face, high * up, from * b)], false)
      const flicks = flick(0.78, 1.02, 2.4) + flick(0.56, 1.1, 2.1) + flick(0.3, 1.05, 1.9)
      svg +=
        print(outline([...line(face, high - 0.1, 0.08), ...line(face, 0.22).reverse()]), dark) +
        (close
          ? `<path d="${flicks}" fill="none" stroke="${leaf}" stroke-width="10" stroke-dasharray="16 38 7 52" opacity=".5"/>`
          : '') +
        (close ? leafy : print)(
          outline([...line(face, high - 0.26, 0.16), ...line(m + out * half, high, 0.1).reverse()]),
          leaf,
          close ? 14 : 1,
        ) +
        stroke(posts, ink.chalk, 6)
    }
  }
  return print(shadows, ink.ink, 0.2) + svg
}
