import { kilometresBetween, kilometresPerMile, type Position } from '../../catalogue/vineyards/position.ts'
import { widthOf } from '../locator/labels.ts'
import { type Box, overlaps } from '../locator/outline.ts'
import { bearing, formatMiles } from '../search/near.ts'
import type { MapControl } from './still-map.ts'

/** A town beyond the edge of the map. The centre of its label is at (x, y); `angle` is the direction on the screen. */
export type EdgeTown = Position & {
  name: string
  miles: string
  direction: string
  x: number
  y: number
  angle: number
}

/** Name, longitude and latitude. The largest town comes first. */
export type KnownTown = [name: string, longitude: number, latitude: number]

const furthestMiles = 25
const most = 6
/** The area of the map for each label, in square pixels, so that a small map has fewer labels. */
const areaOfLabel = 45_000
/** The height of a label, its width beyond its text, and its distance from the edge of the map, in pixels */
export const edgeLabelHeight = 30
const [beside, inset] = [44, 8]
/** The smallest angle between the directions of two labels, in degrees */
const apart = 36
/** The shifts along the edge, in pixels, that are tried for a label that would cover something else */
const shifts = [0, 40, -40, 80, -80, 120, -120, 160, -160, 200, -200]

/** Returns near towns beyond the map, preferring larger ones, with labels that keep clear of `taken` boxes. */
export function placeEdgeTowns(towns: KnownTown[], map: MapControl, taken: Box[]): EdgeTown[] {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const bounds = map.getBounds()
  const centre = {
    latitude: (bounds.getNorth() + bounds.getSouth()) / 2,
    longitude: (bounds.getWest() + bounds.getEast()) / 2,
  }
  const outside = towns
    .flatMap(([name, longitude, latitude], n) => {
      const kilometres = kilometresBetween(centre, { latitude, longitude })
      if (kilometres > furthestMiles * kilometresPerMile) return []
      const { x, y } = map.project([longitude, latitude])
      if (x >= 0 && x <= width && y >= 0 && y <= height) return []
      const [right, down] = [x - width / 2, y - height / 2]
      return [
        { name, latitude, longitude, kilometres, right, down, cost: kilometres * (0.5 + n / towns.length) },
      ]
    })
    .toSorted((a, b) => a.cost - b.cost)

  const placed: EdgeTown[] = []
  // Keeps the middle of the map clear, because visitors look there.
  const middle = { left: width * 0.3, right: width * 0.7, top: height * 0.3, bottom: height * 0.7 }
  const occupied = [...taken, middle]
  for (const { name, latitude, longitude, kilometres, right, down } of outside) {
    if (placed.length === Math.min(most, Math.floor((width * height) / areaOfLabel))) break
    const angle = (Math.atan2(down, right) * 180) / Math.PI
    if (placed.some((other) => Math.abs(((angle - other.angle + 540) % 360) - 180) < apart)) continue
    const town = {
      name,
      latitude,
      longitude,
      angle,
      miles: formatMiles(kilometres),
      direction: bearing(centre, { latitude, longitude }),
    }
    const labelWidth = widthOf(edgeText(town)) + beside
    const [alongX, alongY] = [width / 2 - inset - labelWidth / 2, height / 2 - inset - edgeLabelHeight / 2]
    if (alongX <= 0 || alongY <= 0) continue
    // The line to the town leaves the map through its left or right edge, or else through its top or bottom edge.
    const isBeside = Math.abs(right) / alongX > Math.abs(down) / alongY
    const reach = isBeside ? alongX / Math.abs(right) : alongY / Math.abs(down)
    for (const shift of shifts) {
      const x = Math.max(-alongX, Math.min(alongX, right * reach + (isBeside ? 0 : shift))) + width / 2
      const y = Math.max(-alongY, Math.min(alongY, down * reach + (isBeside ? shift : 0))) + height / 2
      const box = {
        left: x - labelWidth / 2 - 4,
        right: x + labelWidth / 2 + 4,
        top: y - edgeLabelHeight / 2 - 4,
        bottom: y + edgeLabelHeight / 2 + 4,
      }
      if (occupied.some((other) => overlaps(box, other))) continue
      occupied.push(box)
      placed.push({ ...town, x, y })
      break
    }
  }
  return placed
}

/** Returns a label such as 'Cranbrook 4 miles NE'. */
export function edgeText({ name, miles, direction }: Pick<EdgeTown, 'name' | 'miles' | 'direction'>): string {
  const letters = direction.split('-').map((word) => word[0]?.toUpperCase())
  return `${name} ${miles} ${letters.join('')}`
}
