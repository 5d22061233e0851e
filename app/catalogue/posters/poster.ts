// Draws the landscape around a vineyard without a photograph. The same facts always give the same drawing.
import { between, print, type Point } from '../../platform/media/drawing/ink.ts'
import { crest } from '../../platform/media/drawing/ground.ts'
import { clouds, sky } from '../../platform/media/drawing/sky.ts'
import { backdrop } from './backdrop.ts'
import { foreground } from './foreground.ts'
import { middle } from './middle-hill.ts'
import type { PosterFacts } from './landscape.ts'
import { planPoster, type Plan } from './plan.ts'
import { nearGround, nearRows, type NearSlope } from './rows.ts'

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
  if (plan.weather === 'clouds')
    return clouds(plan, h * 0.94, false, plan.land === 'flatland' || plan.land === 'estuary' ? 6 : 4)
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
