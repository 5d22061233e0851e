import type { Bounds } from '../search/vineyards-on-map.ts'

/** Converts a zoom of the specification, whose tiles have 256 pixels. Our tiles have 512 pixels, so our zooms are one less. */
const of256 = (zoom: number) => zoom - 1

/** The initial view: the United Kingdom */
export const home = { latitude: 54.7, longitude: -3.3, zoom: of256(6) } as const

/** The zoom at the visitor's position, and the duration of the flight there in milliseconds */
export const closeUp = { zoom: of256(13), duration: 1500 } as const

/** Pixels around the pins when the map is fitted to them. */
export const fitPadding = 50
/** The closest zoom to which the map is fitted, because closer views show no landmarks. */
export const nearestFit = of256(11)
/** The zoom around a searched location, which shows some twenty miles in each direction */
export const aroundZoom = of256(10)
export const zooms = { least: of256(5), most: of256(16) } as const

/** The extent of the basemap. The map cannot be dragged beyond it. */
export const mapBounds: Bounds = { west: -31, south: 39, east: 24, north: 69 }

/** The zooms of the tiles with land and towns in `basemap/map.pmtiles`. Closer views enlarge the tiles of the largest zoom. */
export const tileZooms = { least: 4, most: 8 } as const

/** The zoom of the tiles with stations, villages and postcode districts, which only closer views load. */
export const detailZoom = 9

/** The size of `basemap/outline.svg` in pixels at the zoom of the initial view. It shows the British Isles. */
export const outlineSize = { width: 1400, height: 1120 } as const

/** From each of these zooms on, the map labels towns with at least this population. */
export const labelledFrom: [zoom: number, population: number][] = [
  [0, 300_000],
  [5.2, 150_000],
  [6, 60_000],
  [7, 25_000],
  [8, 9_000],
  [9, 4_000],
  [10, 0],
]

/**
 * Returns the smallest population of the towns in a tile. The map shows the tile until the next zoom that has tiles, so the tile
 * also has the towns whose labels appear between both zooms.
 */
export function leastPopulation(tileZoom: number): number {
  if (tileZoom === tileZooms.most) return 0
  return labelledFrom.findLast(([zoom]) => zoom < tileZoom + 1)?.[1] ?? 0
}

/** The number of bytes at the start of the file that hold its directory and the tiles that the map needs when it opens */
export const firstBytes = 44_000
