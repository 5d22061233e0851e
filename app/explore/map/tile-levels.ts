/** The zooms of the tiles in `basemap/map.pmtiles`. Closer views enlarge the last ones, which keep every detail we have. */
export const tileZooms = { least: 4, most: 8 } as const

/** Pixels of `basemap/outline.svg` at the first zoom: the British Isles, also where the first view is moved to its pins. */
export const outlineSize = { width: 1400, height: 1120 } as const

/** From each zoom on, the least population of a labelled town. The first holds from the start. */
export const labelledFrom: [zoom: number, population: number][] = [
  [0, 300_000],
  [5.2, 150_000],
  [6, 60_000],
  [7, 25_000],
  [8, 9_000],
  [9, 4_000],
  [10, 0],
]

/** The least population that a tile needs, which is shown until the next zoom of tiles. */
export function leastPopulation(tileZoom: number): number {
  if (tileZoom === tileZooms.most) return 0
  return labelledFrom.findLast(([zoom]) => zoom < tileZoom + 1)?.[1] ?? 0
}

/** Bytes at the start of the file that hold its directory and the tiles of the first picture. */
export const firstBytes = 44_000
