import { coastLines } from '../locations/landmass.server.ts'
import type { Position } from '../vineyards/position.ts'

const kilometresPerDegree = 111.32

/** Returns the distance to the nearest coast in kilometres. */
export function kilometresToCoast({ latitude, longitude }: Position): number {
  const east = kilometresPerDegree * Math.cos((latitude * Math.PI) / 180)
  const toX = (degrees: number) => (degrees - longitude) * east
  const toY = (degrees: number) => (degrees - latitude) * kilometresPerDegree
  let nearest = Infinity
  for (const outline of coastLines()) {
    let x = toX(outline.at(-2)!)
    let y = toY(outline.at(-1)!)
    for (let i = 0; i < outline.length; i += 2) {
      const [nextX, nextY] = [toX(outline[i]!), toY(outline[i + 1]!)]
      nearest = Math.min(nearest, distanceToSegment(x, y, nextX, nextY))
      x = nextX
      y = nextY
    }
  }
  return nearest
}

/** Returns the distance from the origin to the line segment from a to b. */
function distanceToSegment(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + dx * share, ay + dy * share)
}
