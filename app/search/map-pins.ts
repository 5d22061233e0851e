import type { Position } from '../vineyards/position.ts'
import type { Bounds } from './search.server.ts'

/**
 * Pin: a vineyard on the map. Cluster: several that lie too close together to be told apart at this zoom. Backdrop:
 * what the map draws below them. Zooms count tiles of 512 pixels, so that they are one less than the specification's,
 * which counts tiles of 256.
 */
const of256 = (zoom: number) => zoom - 1

/** The United Kingdom. */
export const home = { latitude: 54.7, longitude: -3.3, zoom: of256(6) } as const

/** Where the visitor is: how near the map goes, and how long the way takes in milliseconds. */
export const closeUp = { zoom: of256(13), duration: 1500 } as const

/** Pixels left free round all the pins when the map is fitted to them. */
export const fitPadding = 50
/** Not nearer than this to a few pins that lie close together: further in there is nothing to steer by. */
export const nearestFit = of256(11)
/** Round a place that was asked for: some twenty miles each way. */
export const aroundZoom = of256(10)
export const zooms = { least: of256(5), most: of256(16) } as const

/** What the backdrop covers, and with it all that the map can be dragged to. */
export const mapBounds: Bounds = { west: -31, south: 39, east: 24, north: 69 }

export function isWithin({ latitude, longitude }: Position, { west, south, east, north }: Bounds): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** More than these are not drawn at once, nor named at once in the list beside the map. */
export const mostPins = 200
export const mostNamed = 24

/** A vineyard as the map gets it: id, name, latitude, longitude. Lists of thousands travel in this form. */
export type PinRow = [id: string, name: string, latitude: number, longitude: number]

/** What the map is given: every hit that has a position, by name, and how many have none. */
export type PinRows = { places: PinRow[]; without_position: number }

/** Something to press on the map. A cluster opens at `zoom`; null means that its vineyards lie on one spot. */
export type Pin =
  | { kind: 'vineyard'; key: string; id: string; name: string; latitude: number; longitude: number }
  | { kind: 'cluster'; key: string; count: number; zoom: number | null; latitude: number; longitude: number }

/** What a part of the map shows: what to draw, how many vineyards that is, and the first of them by name. */
export type InView = { pins: Pin[]; count: number; named: { id: string; name: string }[] }

/** '14 vineyards here, zoom in', as a screen reader says it. */
export function clusterLabel({ count, zoom }: { count: number; zoom: number | null }): string {
  return zoom === null ? `${count} vineyards on this spot` : `${count} vineyards here, zoom in`
}

/** '12 vineyards on this part of the map' */
export function inViewText(count: number): string {
  return count === 1 ? '1 vineyard on this part of the map' : `${count} vineyards on this part of the map`
}
