// The camera and the ground below it. All values are metres: x to the right, z away from the viewer, heights above the sea.
import type { Point } from './ink.ts'

export type Camera = { middle: number; horizon: number; focal: number; eye: number }
export type Slope = { near: number; far: number; height: (x: number, z: number) => number }
/** A slope as a camera sees it. */
export type View = Slope & { camera: Camera }

/** Returns the point of the picture that shows a spot on the ground, or `above` metres over the ground. */
export const onGround = ({ camera, height }: View, x: number, z: number, above = 0): Point => [
  camera.middle + (camera.focal * x) / z,
  camera.horizon + (camera.focal * (camera.eye - (height(x, z) + above))) / z,
]

/** Returns the outline of a hill: the highest ground in each column of the picture. */
export function crest(view: View, step = 82): Point[] {
  const { camera, near, far } = view
  const points: Point[] = []
  for (let column = -20; column <= 1620; column += step) {
    let top = Infinity
    for (let z = near; z <= far; z *= 1.01)
      top = Math.min(top, onGround(view, ((column - camera.middle) * z) / camera.focal, z)[1])
    points.push([column, top])
  }
  return points
}

/** Returns whether the camera sees this spot; the ground in front may hide it. */
export function isVisible({ camera, near, height }: View, x: number, z: number): boolean {
  const y = height(x, z) + 0.6
  for (let share = 0.96; share * z > near; share -= 0.04)
    if (height(x * share, z * share) > camera.eye + (y - camera.eye) * share) return false
  return true
}

export const pixelsPerMetre = ({ camera }: View, z: number) => camera.focal / z
