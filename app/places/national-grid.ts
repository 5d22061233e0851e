import proj4 from 'proj4'
import type { Position } from '../vineyards/position.ts'

/**
 * The Ordnance Survey's National Grid (EPSG:27700), carried over to the world's by its seven published parameters:
 * within five metres all over Great Britain, which is nearer than a postcode is wide.
 */
const grid =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
  '+towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs'

const carryOver = proj4(grid, 'WGS84')

/** Metres that the grid has to the east and to the north. */
const extent = { easting: 700_000, northing: 1_300_000 } as const

/** Where a point of the grid lies, in degrees; null beside the grid. */
export function positionOfGrid(easting: number, northing: number): Position | null {
  const inside = easting >= 0 && easting <= extent.easting && northing >= 0 && northing <= extent.northing
  if (!inside) return null
  const [longitude = 0, latitude = 0] = carryOver.forward([easting, northing])
  return { latitude, longitude }
}
