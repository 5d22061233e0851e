// Draws the near vine rows. Their positions are in metres, and the camera of ground.ts projects them into the picture.
import { ease, flow, mix, outline, pegs, print, type Point } from '../../platform/media/drawing/ink.ts'
import { crest, isVisible, onGround, pixelsPerMetre, type View } from '../../platform/media/drawing/ground.ts'
import { landscapes, nearShapes, type Plan } from './plan.ts'

export type NearSlope = {
  view: View
  heading: number
  bend: number
  spacing: number
  from: number
  to: number
}

export function nearGround(plan: Plan): NearSlope {
  const { roll, side } = plan
  const at = 62
  const { hollow = 0, bend = 0, from = 0, ...shape } = nearShapes[plan.composition]
  const focal = 1000
  const crestY = (shape.crest + ((plan.variant * 2) % 5) * 0.022 - 0.03) * 1200
  const eye = shape.rise + ((crestY - plan.horizon) * at) / focal
  const camera = { middle: 800 + (roll() - 0.5) * 220, horizon: plan.horizon, focal, eye }
  const phase = roll() * 6
  const view: View = {
    camera,
    near: (focal * eye) / (1330 - plan.horizon),
    far: at + 14,
    height: (x, z) =>
      shape.tilt * side * x * ease(12, 66, z) +
      hollow * (Math.hypot(x - side * 6, 9) - 9) * ease(10, 60, z) +
      shape.rise * Math.exp(-(((z - at) / 30) ** 2)) +
      0.5 * Math.sin(x / 15 + phase) * ease(25, 60, z) -
      6 * ease(at, at + 30, z),
  }
  return {
    view,
    heading: shape.heading * side + (roll() - 0.5) * 0.1,
    bend: bend * side,
    spacing: 4.6 + roll() * 1.5,
    from,
    to: at + 6,
  }
}

export function nearRows(near: NearSlope, plan: Plan): string {
  const { view } = near
  const { palette: ink, season, sun: light } = plan
  const bare = season === 'winter'
  const height = { spring: 1.5, summer: 2, autumn: 1.9, winter: 1.35 }[season]
  const half = { spring: 0.36, summer: 0.52, autumn: 0.48, winter: 0.1 }[season]
  const low = { spring: 0.7, summer: 0.3, autumn: 0.4, winter: 0.8 }[season]
  const dark = season === 'autumn' ? ink.accent : season === 'spring' ? mix(ink.ink, ink.leaf, 0.28) : ink.ink
  const lit = season === 'autumn' ? ink.leaf : season === 'spring' ? mix(ink.leaf, '#8fb04e', 0.35) : ink.leaf
  const grass = mix(ink.field, ink.leaf, season === 'summer' ? 0 : 0.12)
  const [cos, sin] = [Math.cos(near.heading), Math.sin(near.heading)]
  const place = (s: number, t: number): Point => {
    const across = s + near.bend * (t / 100) ** 2
    return [across * cos + t * sin, across * -sin + t * cos]
  }
  const offsets: number[] = []
  for (let s = -Math.ceil(118 / near.spacing) * near.spacing; s <= 118; s += near.spacing) offsets.push(s)
  // If the rows run across the picture, the far rows are printed first; otherwise the outer rows are printed first.
  if (Math.abs(near.heading) > 0.8) offsets.sort((a, b) => (near.heading > 0 ? a - b : b - a))
  else offsets.sort((a, b) => Math.abs(b) - Math.abs(a))
  let [soil, shadow, rows, posts] = ['', '', '', '']
  const alongLane = (s: number) => plan.composition === 'lane' && Math.abs(s) < near.spacing * 0.75
  for (const s of offsets.filter((offset) => !alongLane(offset)))
    for (const run of runs(s)) {
      const facing = Math.abs(near.heading) > 0.8 ? (near.heading > 0 ? half : -half) : s > 0 ? -half : half
      soil += band(run, s, -0.7, 0, 0.7, 0)
      if (!bare) shadow += band(run, s, 0, 0, light * -1.5, 0)
      rows += print(band(run, s, facing, height - 0.25, facing, low), dark, 1)
      if (!bare) rows += print(band(run, s, -facing, height, facing, height - 0.34), lit)
      posts += uprights(run, s, 0, height + 0.35, 6)
      if (low > 0.5) rows += pegs(uprights(run, s, 0, low, bare ? 2 : 3), ink.ink, 5)
    }
  const earth = landscapes[plan.land].red ? mix(ink.soil, ink.field, 0.35) : mix(ink.field, ink.chalk, 0.45)
  return (
    `<path d="${flow(crest(view, 60))}V1220H-60z" fill="${grass}" stroke="${ink.paper}" stroke-width="3" stroke-opacity=".6"/>` +
    print(soil, bare ? mix(ink.field, ink.soil, 0.35) : earth, 0.85) +
    print(shadow, ink.ink, 0.2) +
    (plan.composition === 'lane' ? print(lane(), ink.chalk, 0.92) : '') +
    rows +
    pegs(posts, bare ? ink.ink : ink.chalk, bare ? 4 : 5)
  )

  /** Draws the track between the two middle rows. */
  function lane(): string {
    const [left, right]: [Point[], Point[]] = [[], []]
    for (let t = view.near; t <= near.to; t += 3) {
      left.push(ground(-1.6, t, 0))
      right.unshift(ground(1.6, t, 0))
    }
    return outline([...left, ...right])
  }
  function band(run: number[], s: number, a: number, up: number, b: number, down: number): string {
    const upper = run.map((t) => ground(s + a, t, up))
    const lower = run.map((t) => ground(s + b, t, down))
    return outline([...upper, ...lower.reverse()])
  }
  function ground(s: number, t: number, up: number): Point {
    const [x, z] = place(s, t)
    return onGround(view, x, Math.max(z, 4), up)
  }
  function uprights(run: number[], s: number, from: number, to: number, apart: number): string {
    let d = ''
    const last = run.at(-1) as number
    for (let t = Math.ceil((run[0] as number) / apart) * apart; t < last; t += apart) {
      const [x, z] = place(s, t)
      if (pixelsPerMetre(view, z) < 17) continue
      const [a, b] = [onGround(view, x, z, from), onGround(view, x, z, to)]
      d += `M${Math.round(a[0])} ${Math.round(a[1])}V${Math.round(b[1])}`
    }
    return d
  }
  /** Returns the stretches of a row that are visible, that is, inside the picture and not behind the ground. */
  function runs(s: number): number[][] {
    const found: number[][] = []
    let run: number[] = []
    let last: Point | null = null
    const close = () => {
      if (run.length > 1) found.push(run)
      run = []
      last = null
    }
    for (let t = -120; t <= 130; t += 1) {
      const [x, z] = place(s, t)
      const here = onGround(view, x, z)
      const isInside =
        z >= Math.max(view.near, near.from) && z <= near.to && here[0] >= -260 && here[0] <= 1860
      if (isInside && last && Math.hypot(here[0] - last[0], here[1] - last[1]) < 44) continue
      if (isInside && isVisible(view, x, z)) {
        run.push(t)
        last = here
      } else close()
    }
    close()
    return found
  }
}

/** Draws a chalk path that winds over the near ground. */
export function nearPath(near: NearSlope, plan: Plan, x0: number): string {
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let z = near.view.near; z <= near.to + 6; z += 3) {
    const x = x0 * (1 - z / 90) + 5 * Math.sin(z / 11 + x0)
    left.push(onGround(near.view, x - 1.1, z))
    right.unshift(onGround(near.view, x + 1.1, z))
  }
  return print(flow([...left, ...right], true), plan.palette.chalk, 0.92)
}
