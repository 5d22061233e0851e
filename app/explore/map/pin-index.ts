import Supercluster from 'supercluster'
import type { PinRow } from '../search/explore.shapes.ts'
import {
  type Bounds,
  type InView,
  isWithin,
  mostNamed,
  mostPins,
  type Pin,
} from '../search/vineyards-on-map.ts'
import { boundsOf } from '../locator/outline.ts'
import { zooms } from './map-zooms.ts'

/** Pins closer than this many pixels form a cluster. A pin is 44 pixels wide. */
const radius = 60
/** One more than the map's largest zoom. Vineyards that still form a cluster there share one position. */
const maxClusterZoom = Math.ceil(zooms.most) + 1

export type Pins = ReturnType<typeof indexPins>

/** Returns an index of the pins. It finds the pins in a part of the map within milliseconds, even among tens of thousands. */
export function indexPins(rows: PinRow[]) {
  const index = new Supercluster<{ row: PinRow }, Record<string, never>>({ radius, maxZoom: maxClusterZoom })
  index.load(
    rows.map((row) => ({
      type: 'Feature' as const,
      properties: { row },
      geometry: { type: 'Point' as const, coordinates: [row[3], row[2]] },
    })),
  )

  /** Returns at most `mostPins` pins. If there are more, they are clustered as for a smaller zoom. */
  function pinsOf({ west, south, east, north }: Bounds, zoom: number) {
    for (let level = Math.max(0, Math.floor(zoom)); ; level--) {
      const clusters = index.getClusters([west, south, east, north], level)
      if (clusters.length <= mostPins || level === 0) return clusters.slice(0, mostPins)
    }
  }

  /** Returns the vineyards of a cluster by name, as many as a popup lists. */
  function membersOf(cluster: number) {
    return index
      .getLeaves(cluster, mostNamed)
      .map(({ properties: { row } }) => ({ id: row[0], name: row[1] }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
  }

  /**
   * Returns what the map shows. `shown` is its visible part: only the vineyards in it are counted and named. `drawn` also has a
   * margin around the visible part: the pins in it are drawn.
   */
  function inView(shown: Bounds, drawn: Bounds, zoom: number): InView {
    const inside = rows.filter(([, , latitude, longitude]) => isWithin({ latitude, longitude }, shown))
    const pins = pinsOf(drawn, zoom).map(({ properties, geometry }): Pin => {
      if (!('cluster_id' in properties)) {
        const [id, name, latitude, longitude, price] = properties.row
        return { kind: 'vineyard', key: id, id, name, latitude, longitude, price }
      }
      const [longitude = 0, latitude = 0] = geometry.coordinates
      const zoomIn = index.getClusterExpansionZoom(properties.cluster_id)
      return {
        kind: 'cluster',
        key: `cluster ${properties.cluster_id}`,
        count: properties.point_count,
        zoom: zoomIn > zooms.most ? null : zoomIn,
        members: zoomIn > zooms.most ? membersOf(properties.cluster_id) : [],
        latitude,
        longitude,
      }
    })
    return {
      // The pins are sorted from north to south, which is the order of the Tab key.
      pins: pins.toSorted((a, b) => b.latitude - a.latitude || a.longitude - b.longitude),
      count: inside.length,
      vineyards: inside.slice(0, mostNamed).map(([id, name]) => ({ id, name })),
    }
  }

  return { count: rows.length, bounds: boundsOfPins(rows), inView }
}

function boundsOfPins(rows: PinRow[]): Bounds | null {
  if (rows.length === 0) return null
  const box = boundsOf(rows.flatMap(([, , latitude, longitude]) => [longitude, latitude]))
  // `boundsOf` calls the smallest value top, which is the southernmost latitude.
  return { west: box.left, south: box.top, east: box.right, north: box.bottom }
}
