import Supercluster from 'supercluster'
import type { Bounds } from '../search/search.server.ts'
import { type InView, mostNamed, mostPins, type Pin, type PinRow, zooms } from '../search/map-pins.ts'

/** Pins nearer to each other than this many pixels become a cluster: a pin is 44 wide. */
const radius = 60
/** Beyond the zoom that the map can reach, so that whatever still clusters there lies on one spot. */
const deepest = Math.ceil(zooms.most) + 1

export type Pins = ReturnType<typeof gatherPins>

/** An index of pins: what a part of the map shows of them at a zoom, in milliseconds for tens of thousands. */
export function gatherPins(rows: PinRow[]) {
  const index = new Supercluster<{ row: PinRow }, Record<string, never>>({
    radius,
    maxZoom: deepest,
    minZoom: 0,
  })
  index.load(
    rows.map((row) => ({
      type: 'Feature' as const,
      properties: { row },
      geometry: { type: 'Point' as const, coordinates: [row[3], row[2]] },
    })),
  )

  /** At most `mostPins` of them: where that many would not do, those of a zoom further out. */
  function pinsOf({ west, south, east, north }: Bounds, zoom: number) {
    for (let level = Math.max(0, Math.floor(zoom)); ; level--) {
      const found = index.getClusters([west, south, east, north], level)
      if (found.length <= mostPins || level === 0) return found.slice(0, mostPins)
    }
  }

  function inView(shown: Bounds, drawn: Bounds, zoom: number): InView {
    const inside = rows.filter(
      ([, , latitude, longitude]) =>
        latitude >= shown.south &&
        latitude <= shown.north &&
        longitude >= shown.west &&
        longitude <= shown.east,
    )
    const pins = pinsOf(drawn, zoom).map(({ properties, geometry }): Pin => {
      if (!('cluster_id' in properties)) {
        const [id, name, latitude, longitude] = properties.row
        return { kind: 'vineyard', key: id, id, name, latitude, longitude }
      }
      const [longitude = 0, latitude = 0] = geometry.coordinates
      const opens = index.getClusterExpansionZoom(properties.cluster_id)
      return {
        kind: 'cluster',
        key: `cluster ${properties.cluster_id}`,
        count: properties.point_count,
        zoom: opens > zooms.most ? null : opens,
        latitude,
        longitude,
      }
    })
    return {
      // From north to south, so that the Tab key wanders over the map as the eye does.
      pins: pins.toSorted((a, b) => b.latitude - a.latitude || a.longitude - b.longitude),
      count: inside.length,
      named: inside.slice(0, mostNamed).map(([id, name]) => ({ id, name })),
    }
  }

  /** The vineyards of one cluster, by name, as far as a popup can hold them. */
  function inside(key: string): { id: string; name: string }[] {
    const leaves = index.getLeaves(Number(key.replace('cluster ', '')), mostNamed)
    return leaves
      .map(({ properties: { row } }) => ({ id: row[0], name: row[1] }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
  }

  return { count: rows.length, bounds: boundsOfPins(rows), inView, inside }
}

/** The smallest bounds that hold all of them; null for none. */
function boundsOfPins(rows: PinRow[]): Bounds | null {
  if (rows.length === 0) return null
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [, , latitude, longitude] of rows) {
    bounds.west = Math.min(bounds.west, longitude)
    bounds.east = Math.max(bounds.east, longitude)
    bounds.south = Math.min(bounds.south, latitude)
    bounds.north = Math.max(bounds.north, latitude)
  }
  return bounds
}
