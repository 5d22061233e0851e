import { GeoJSONVT, type GeoJSONVTOptions } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { detailZoom, leastPopulation, mapBounds, tileZooms } from '../app/explore/map/map-zooms.ts'
import { inSquare } from '../app/explore/map/still-map.ts'
import type { Feature } from './map.ts'

export type Tile = { z: number; x: number; y: number; data: Uint8Array }

const extent = 4096
const optionsFor = (last: number): GeoJSONVTOptions => ({
  maxZoom: last,
  indexMaxZoom: last,
  indexMaxPoints: 0,
  extent,
  // Lines are cut at this distance beyond the edge of a tile, so that the cuts are out of sight.
  buffer: 64,
  // In a tile of 512 pixels, leaves out corners within one pixel of the simplified line. The last zoom keeps every corner.
  tolerance: 8,
})

/** Returns whether the first view of Explore may show this tile. */
export function isFirst({ z, x, y }: Omit<Tile, 'data'>): boolean {
  const [left, top] = tileAt(firstPicture.west, firstPicture.north, z)
  const [right, bottom] = tileAt(firstPicture.east, firstPicture.south, z)
  return z <= firstPicture.zoom && x >= left && x <= right && y >= top && y <= bottom
}

/** The British Isles and the sea around them. At this zoom and the smaller ones, the view can show all of them. */
const firstPicture = { zoom: 5, west: -11.5, south: 49, east: 2.2, north: 61 }

/** The smallest zoom with rivers. The first view, which shows the whole country, has none. */
const leastZoomOfRivers = 6

/** Cuts the map into vector tiles, with a layer for each kind of feature. Tiles of open sea are left out. */
export function cutTiles(features: Feature[], details: Feature[]): Tile[] {
  const tiles: Tile[] = []
  for (let z: number = tileZooms.least; z <= detailZoom; z++) {
    const shown = (z === detailZoom ? details : features).filter(
      ({ properties: { kind, people = Infinity } }) =>
        people >= leastPopulation(z) && (kind !== 'river' || z >= leastZoomOfRivers),
    )
    const options = optionsFor(Math.max(z, tileZooms.most))
    const byKind = Object.entries(Object.groupBy(shown, ({ properties }) => properties.kind))
    const indexes = byKind.map(
      ([kind, features]) => [kind, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const,
    )
    const [left, top] = tileAt(mapBounds.west, mapBounds.north, z)
    const [right, bottom] = tileAt(mapBounds.east, mapBounds.south, z)
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const layers = indexes.flatMap(([kind, index]) => {
          const tile = index.getTile(z, x, y)
          return tile && tile.features.length > 0 ? [[kind, tile] as const] : []
        })
        if (layers.length === 0) continue
        const data = fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent })
        tiles.push({ z, x, y, data })
      }
    }
  }
  return tiles
}

/** Returns the column and the row of the tile at a position. */
function tileAt(longitude: number, latitude: number, z: number): [number, number] {
  const { x, y } = inSquare(longitude, latitude)
  return [Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)]
}
