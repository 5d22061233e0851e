// Draws the landscape around a vineyard without a photograph. The same facts always give the same drawing.
import {
  between,
  disc,
  ease,
  flow,
  mix,
  print,
  stroke,
  type Point,
} from '../../platform/media/drawing/ink.ts'
import { crest } from '../../platform/media/drawing/ground.ts'
import { clouds, sky } from '../../platform/media/drawing/sky.ts'
import { backdrop } from './backdrop.ts'
import { ridgeLine } from './hill.ts'
import { middle, type Spot } from './middle-hill.ts'
import { landscapes, type Plan, planPoster, type PosterFacts } from './plan.ts'
import { nearGround, nearPath, nearRows, type NearSlope } from './rows.ts'
import { balloon, bigTree, flock, flowers } from './trees.ts'

/** Returns an SVG of 1600 × 1200 pixels. The horizon is near the middle, so that wide crops also look good. */
export function drawPoster(facts: PosterFacts): string {
  const plan = planPoster(facts)
  if (plan.composition === 'left') plan.side = 1
  if (plan.composition === 'right') plan.side = -1
  const near = nearGround(plan)
  const edge = crestLine(near)
  const { palette: ink, horizon: h } = plan
  const sunHidden = plan.weather === 'clouds' && plan.variant % 3 > 0
  // In cloudy weather the sun is often outside the picture.
  const sunAt: Point = sunHidden ? [-400, 100] : plan.sunAt
  const front =
    sky({ ...plan, time: plan.skyTime }, h, sunAt) +
    weather(plan) +
    backdrop(plan) +
    (plan.weather === 'mist' ? mist(plan, h + 44, 60) : '')
  const hill = middle(plan, edge)
  const body = front + hill.svg + nearRows(near, plan) + foreground(plan, near, edge, hill.spot)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200" width="1600" height="1200" stroke-linecap="round" stroke-linejoin="round"><rect width="1600" height="1200" fill="${ink.mid}"/>${body}</svg>`
}

function weather(plan: Plan): string {
  const { horizon: h } = plan
  if (plan.weather === 'clouds') return clouds(plan, h * 0.94, false, landscapes[plan.land].low ? 6 : 4)
  if (plan.weather === 'streaks') return clouds(plan, h, true, 5)
  return plan.weather === 'mist' ? mist(plan, h - 60, 46) : ''
}
/** Draws flat banks of mist with thin ends. */
function mist(plan: Plan, y: number, tall: number): string {
  const { palette: ink, roll } = plan
  let d = ''
  for (let i = 0; i < 4; i++) {
    const [x, w, t] = [between(roll, -300, 1200), between(roll, 520, 1100), tall * between(roll, 0.5, 0.9)]
    const top = y + i * tall * 0.5
    d += `M${Math.round(x)} ${Math.round(top)}q${Math.round(w * 0.3)} ${Math.round(-t)} ${Math.round(w * 0.55)} ${Math.round(-t * 0.4)}t${Math.round(w * 0.45)} ${Math.round(t * 0.4)}q${Math.round(-w * 0.4)} ${Math.round(t * 0.8)} ${Math.round(-w * 0.7)} ${Math.round(t * 0.5)}t${Math.round(-w * 0.3)} ${Math.round(-t * 0.5)}z`
  }
  return print(d, ink.paper, 0.5)
}

/** Returns the outline of the near ground as a function of x. */
function crestLine(near: NearSlope): (x: number) => number {
  const points = crest(near.view, 50)
  return (x) => {
    const i = Math.min(points.length - 2, Math.max(0, Math.floor((x + 20) / 50)))
    const [a, b] = [points[i] as Point, points[i + 1] as Point]
    return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])
  }
}

/** Draws the objects nearest to the viewer: a framing tree, flowers, a path, a wall, birds. */
function foreground(plan: Plan, near: NearSlope, edge: (x: number) => number, spot: Spot): string {
  const hides = (x: number, extent: number) => Math.abs(x - spot.x) < extent + spot.size * 0.55
  const { palette: ink, roll, side, variant, horizon: h, land } = plan
  let svg = ''
  if (plan.composition === 'meadow')
    svg += nearPath(near, plan, side * -16) + flowers(plan, (x) => Math.max(edge(x) + 190, 900), 80)
  const { trees: kind, seaside: coast, walled } = landscapes[land]
  const tall = kind === 'poplar' ? 620 : 520
  if (plan.composition === 'pond') svg += pond(plan)
  const out =
    plan.composition === 'frame' ? -side : plan.composition === 'hollow' || variant % 3 === 2 ? null : -side
  const x = 800 + (out ?? 0) * between(roll, 610, 720)
  if (out && !hides(x, 240)) {
    svg += bigTree(
      kind === 'windswept' && out > 0 ? 'round' : kind,
      x,
      Math.max(edge(x) + 130, 860),
      tall * between(roll, 0.85, 1.1),
      plan,
    )
    if (kind === 'poplar' || kind === 'birch')
      svg += bigTree(kind, x - out * 105, Math.max(edge(x) + 110, 850), tall * 0.74, plan)
  }
  if (plan.composition === 'frame' && !hides(800 + side * 740, 320))
    svg += bigTree(kind === 'windswept' ? 'round' : kind, 800 + side * 740, 1010, tall * 1.3, plan)
  else if (plan.composition !== 'pond' && (variant % 3 === 2 || plan.composition === 'across'))
    svg += walled ? wall(plan) : variant % 4 === 2 ? fence(plan) : bank(plan)
  const aloft =
    ['levels', 'riverside', 'wolds', 'weald'].includes(land) && plan.season === 'summer' && variant % 3 === 1
  if (aloft)
    svg += balloon(
      Math.round(800 + side * between(roll, 160, 420)),
      Math.round(h - between(roll, 270, 330)),
      plan,
    )
  else if (variant % 2 === 0 || coast) {
    const [x, y] = [800 + side * between(roll, 60, 380), h - between(roll, 160, 300)]
    svg += coast ? flock(x, y, 4, 22, ink.chalk, roll) : flock(x, y, 5, 17, ink.ink, roll)
  }
  return svg
}
/** Returns the edge of the foreground, which rises towards one of the lower corners. */
const cornerEdge = (side: number) => (x: number) =>
  960 + 250 * ease(-200, 1150, side > 0 ? x : 1600 - x) + 6 * Math.sin(x / 50)
/** Draws a drystone wall across a lower corner. */
function wall(plan: Plan): string {
  const { palette: ink, roll, side } = plan
  const top = (x: number) => cornerEdge(side)(x) - 20
  const stone = mix(mix(ink.chalk, ink.soil, 0.35), ink.far, 0.4)
  let [caps, joints] = ['', '']
  for (let x = -20; x < 1640; x += between(roll, 34, 52)) {
    caps += disc(Math.round(x), Math.round(top(x)), Math.round(between(roll, 20, 27)))
    for (const row of [36, 68])
      joints += `M${Math.round(x + (row % 3) * 14)} ${Math.round(top(x) + row)}h${Math.round(between(roll, 16, 34))}`
  }
  const foot = print(
    flow(ridgeLine((x) => top(x) + 104 + 8 * Math.sin(x / 27), 60)) + 'V1220H-60z',
    mix(ink.ink, ink.field, 0.2),
  )
  return (
    print(caps, mix(stone, ink.chalk, 0.4)) +
    print(flow(ridgeLine((x) => top(x) + 8, 80)) + 'V1220H-60z', stone) +
    stroke(joints, mix(stone, ink.ink, 0.55), 6, 0.7) +
    foot
  )
}
/** Draws a post-and-rail fence on a grassy corner. */
function fence(plan: Plan): string {
  const { palette: ink, side } = plan
  const top = cornerEdge(side)
  let posts = ''
  for (let x = 10; x < 1640; x += 150) posts += `M${x} ${Math.round(top(x) + 60)}V${Math.round(top(x) - 88)}`
  const rail = (up: number) => flow(ridgeLine((x) => top(x) - up, 150, -140, 1660))
  const wood = plan.time === 'noon' ? ink.chalk : mix(ink.ink, ink.soil, 0.12)
  return (
    print(flow(ridgeLine(top, 80)) + 'V1220H-60z', mix(ink.ink, ink.field, 0.3)) +
    stroke(rail(26) + rail(66), wood, 9) +
    stroke(posts, wood, 15)
  )
}
/** Draws a pond that reflects the sky and extends beyond the picture, with reeds at its visible end. */
function pond(plan: Plan): string {
  const { palette: ink, roll, side, season } = plan
  const [x, y] = [800 - side * between(roll, 330, 520), 1060]
  const pale =
    season === 'winter'
      ? mix(ink.far, ink.paper, 0.3)
      : mix(mix(ink.sky, ink.glow, plan.time === 'noon' ? 0 : 0.4), ink.paper, 0.22)
  // The outline starts at the bottom, where the seam is level and therefore invisible.
  const shore = (grow: number, dy: number): Point[] =>
    Array.from({ length: 19 }, (_, i) => {
      const turn = (i / 18 + 0.25) * Math.PI * 2
      const wobble = 1 + 0.09 * Math.sin(turn * 3 + 1) + 0.05 * Math.sin(turn * 5)
      return [
        x + Math.cos(turn) * (660 + grow) * wobble,
        y + dy + Math.sin(turn) * (92 + grow * 0.3) * wobble,
      ] as const
    })
  let [reeds, heads] = ['', '']
  for (let i = 0; i < 34; i++) {
    const end = i % 2 ? 1 : -1
    const [rx, ry] = [x + side * between(roll, 420, 700), y + between(roll, -30, 150)]
    const up = between(roll, 80, 170)
    reeds += `M${Math.round(rx)} ${Math.round(ry)}q${end * 4}-${Math.round(up / 2)} ${Math.round(end * between(roll, 4, 26))}-${Math.round(up)}`
    if (i % 3 === 0) heads += disc(Math.round(rx + end * 12), Math.round(ry - up * 0.94), 8)
  }
  // Draws one or two swans, and lily pads near the closer shore.
  let pads = ''
  for (let i = 0; i < 9; i++) {
    const wide = between(roll, 22, 40)
    const [px, py] = [x - side * between(roll, 40, 420), y + between(roll, 62, 128)]
    pads += `M${Math.round(px)} ${Math.round(py)}a${Math.round(wide)} 8 0 1 0 ${Math.round(wide * 1.6)} -5z`
  }
  const swan = (dx: number, dy: number, size: number) => {
    const [sx, sy] = [Math.round(x - side * 140 + dx), Math.round(y + dy)]
    const scaled = (value: number) => Math.round(value * size)
    return `M${sx} ${sy}q${side * scaled(-10)} ${scaled(-26)} ${side * scaled(16)} ${scaled(-22)}q${side * scaled(26)} ${scaled(4)} ${side * scaled(34)} ${scaled(-4)}q${side * scaled(6)} ${scaled(28)} ${side * scaled(-24)} ${scaled(28)}zM${sx} ${sy - scaled(8)}q${side * scaled(-18)} ${scaled(-24)} ${side * scaled(-6)} ${scaled(-48)}q${side * scaled(-4)} ${scaled(-10)} ${side * scaled(-16)} ${scaled(-2)}q${side * scaled(10)} ${scaled(-20)} ${side * scaled(23)} ${scaled(-4)}q${side * scaled(-6)} ${scaled(26)} ${side * scaled(14)} ${scaled(46)}z`
  }
  const swans = plan.variant % 2 ? swan(60, -8, 1) : swan(40, -4, 1) + swan(-70, 22, 1.15)
  const glints = `M${x - 240} ${y + 4}h150M${x + 20} ${y + 34}h210M${x - 130} ${y + 58}h120M${x + 60} ${y - 24}h130`
  return (
    print(flow(shore(14, -12), true), mix(ink.ink, ink.field, 0.5)) +
    print(flow(shore(0, 0), true), pale) +
    print(`${flow(shore(-26, -26).slice(4, 15))}z`, mix(ink.mid, ink.ink, 0.25), 0.28) +
    (season === 'winter' ? '' : print(pads, mix(ink.ink, ink.field, 0.45))) +
    print(swans, ink.chalk) +
    stroke(glints, ink.chalk, 7, 0.8) +
    stroke(reeds, season === 'winter' || season === 'autumn' ? ink.soil : ink.ink, 7) +
    print(heads, mix(ink.accent, ink.ink, 0.4))
  )
}
/** Draws a dark bank across a lower corner, with grass along its edge. */
function bank(plan: Plan): string {
  const { palette: ink, roll, side } = plan
  const top = cornerEdge(side)
  let grass = ''
  for (let x = -20; x < 1620; x += between(roll, 16, 34)) {
    const [up, lean] = [between(roll, 26, 66), between(roll, -16, 20)]
    if (top(x) < 1200)
      grass += `M${Math.round(x - 5)} ${Math.round(top(x) + 10)}l${Math.round(lean)}-${Math.round(up)} ${Math.round(10 - lean)} ${Math.round(up)}`
  }
  return print(flow(ridgeLine(top, 80)) + 'V1220H-60z' + grass, ink.ink)
}
