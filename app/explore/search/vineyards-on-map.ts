import { formatMoney } from '../../platform/money.ts'
import { countOf } from '../../platform/text/counts.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'

/** A box in degrees; `west` is never east of `east`. */
export type Bounds = { west: number; south: number; east: number; north: number }

export function isWithin({ latitude, longitude }: Position, { west, south, east, north }: Bounds): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** The largest numbers of pins drawn at once, and of vineyards listed below the map or in a cluster's popup */
export const mostPins = 200
export const mostNamed = 24

/**
 * A vineyard or cluster on the map. A cluster opens at `zoom`, which is null if its vineyards share one position. Only such a
 * cluster has `members`.
 */
export type Pin =
  | (Position & { kind: 'vineyard'; key: string; id: string; name: string; price: number | null })
  | (Position & {
      kind: 'cluster'
      key: string
      count: number
      zoom: number | null
      members: NamedVineyard[]
    })

/** The visible part of the map: its pins, the number of vineyards, and the first vineyards by name */
export type InView = { pins: Pin[]; count: number; vineyards: NamedVineyard[] }

type NamedVineyard = { id: string; name: string }

/** Returns a price such as '£16' or '£17.50'. */
export function pinPrice(price: number): string {
  return formatMoney(price, 'GBP').replace(/\.00$/, '')
}

/** Returns a label for screen readers, such as 'Flintmere Vineyard, from £16, seen'. */
export function pinLabel({ name, price }: { name: string; price: number | null }, isSeen: boolean): string {
  return [name, price === null ? [] : `from ${pinPrice(price)}`, isSeen ? 'seen' : []].flat().join(', ')
}

/** Returns a label for screen readers, such as '14 vineyards here, zoom in'. */
export function clusterLabel({ count, zoom }: { count: number; zoom: number | null }): string {
  return zoom === null ? `${count} vineyards in the same spot` : `${count} vineyards here, zoom in`
}

/** Returns a text such as '12 vineyards on this part of the map'. */
export function inViewText(count: number): string {
  return `${countOf(count, 'vineyard')} on this part of the map`
}
