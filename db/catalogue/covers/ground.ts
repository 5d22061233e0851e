// The camera and the ground it stands on. Metres: x to the right, z away from the viewer, heights above the datum.
import { clamp, gouge, type Dice, type Point } from './ink.ts'

export type Camera = { middle: number; horizon: number; focal: number; eye: number }
export type Slope = { near: number; far: number; height: (x: number, z: number) => number }

export const project = (camera: Camera, x: number, y: number, z: number): Point => [
  camera.middle + (camera.focal * x) / z,
  camera.horizon + (camera.focal * (camera.eye - y)) / z,
]
export const onGround = (camera: Camera, slope: Slope, x: number, z: number, above = 0) =>
  project(camera, x, slope.height(x, z) + above, z)

/** The hill's outline against what lies behind: in each column of the picture the highest ground wins. */
export function crest(camera: Camera, slope: Slope, step = 82): Point[] {
  const points: Point[] = []
  for (let column = -20; column <= 1620; column += step) {
    let top = Infinity
    for (let z = slope.near; z <= slope.far; z *= 1.01)
      top = Math.min(top, onGround(camera, slope, ((column - camera.middle) * z) / camera.focal, z)[1])
    points.push([column, top])
  }
  return points
}

/** Whether the ground itself stands between the eye and this spot: what hides the rows beyond a crest. */
export function seen(camera: Camera, slope: Slope, x: number, z: number): boolean {
  const y = slope.height(x, z) + 0.6
  for (let share = 0.96; share * z > slope.near; share -= 0.04)
    if (slope.height(x * share, z * share) > camera.eye + (y - camera.eye) * share) return false
  return true
}

export const pixelsPerMetre = (camera: Camera, z: number) => camera.focal / z

/** Gouge marks that lie along the slope, so that a flat ink still shows the swell of the hill. */
export function grain(
  camera: Camera,
  slope: Slope,
  roll: Dice,
  count: number,
  inside: (x: number, z: number) => boolean,
  thick = 1,
): string {
  let d = ''
  for (let i = 0; i < count; i++) {
    const z = slope.near * (slope.far / slope.near) ** roll()
    const x = ((roll() * 1600 - camera.middle) * z) / camera.focal
    if (!inside(x, z) || !seen(camera, slope, x, z)) continue
    const reach = (30 + roll() * 40) / pixelsPerMetre(camera, z)
    const [a, b] = [onGround(camera, slope, x, z), onGround(camera, slope, x + reach, z + reach * 0.2)]
    d += gouge(a[0], a[1], b[0] - a[0], b[1] - a[1], clamp(pixelsPerMetre(camera, z) * 0.12, 1, 4) * thick)
  }
  return d
}
