import { home, zooms } from './map-zooms.ts'

type At = [longitude: number, latitude: number]
type Bounds = [west: number, south: number, east: number, north: number]
export type MapPosition = { center: At; zoom: number }

/** The methods of a map that pins, popups and buttons use. MapLibre's map has them, and so has the still map shown before it. */
export type MapControl = {
  getContainer(): HTMLElement
  getZoom(): number
  getBounds(): { getWest(): number; getSouth(): number; getEast(): number; getNorth(): number }
  project(at: At): { x: number; y: number }
  easeTo(to: { center?: At; zoom?: number; animate?: boolean }): unknown
  fitBounds(bounds: Bounds, options: { padding: number; maxZoom: number; animate?: boolean }): unknown
  panBy(pixels: [right: number, down: number], options: { duration: number }): unknown
  zoomIn(): unknown
  zoomOut(): unknown
  on(event: 'move' | 'resize', listener: () => void): unknown
  off(event: 'move' | 'resize', listener: () => void): unknown
}

/** Returns the width of the world in pixels. */
export function worldAt(zoom: number): number {
  return 512 * 2 ** zoom
}

/** Returns the position in the square of the Mercator projection: from 0 to 1, with y to the south. */
export function inSquare(longitude: number, latitude: number): { x: number; y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

function fromSquare({ x, y }: { x: number; y: number }): At {
  return [(x - 0.5) * 360, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI]
}

/** A map in one HTML element that draws nothing and moves without animation. Its projection is the same as MapLibre's. */
export class StillMap implements MapControl {
  readonly #box: HTMLElement
  readonly #listeners = new Set<() => void>()
  #size: { width: number; height: number }
  #middle = inSquare(home.longitude, home.latitude)
  #zoom: number = home.zoom

  constructor(box: HTMLElement, view?: MapPosition) {
    this.#box = box
    this.#size = { width: box.clientWidth, height: box.clientHeight }
    if (view) this.easeTo(view)
    new ResizeObserver(() => {
      this.#size = { width: box.clientWidth, height: box.clientHeight }
      this.#tell()
    }).observe(box)
  }

  get view(): MapPosition {
    return { center: fromSquare(this.#middle), zoom: this.#zoom }
  }

  getContainer = () => this.#box
  getZoom = () => this.#zoom

  getBounds() {
    const world = worldAt(this.#zoom)
    const [right, down] = [this.#size.width / 2 / world, this.#size.height / 2 / world]
    const [west, north] = fromSquare({ x: this.#middle.x - right, y: this.#middle.y - down })
    const [east, south] = fromSquare({ x: this.#middle.x + right, y: this.#middle.y + down })
    return { getWest: () => west, getSouth: () => south, getEast: () => east, getNorth: () => north }
  }

  project([longitude, latitude]: At) {
    const world = worldAt(this.#zoom)
    const { x, y } = inSquare(longitude, latitude)
    return {
      x: (x - this.#middle.x) * world + this.#size.width / 2,
      y: (y - this.#middle.y) * world + this.#size.height / 2,
    }
  }

  easeTo({ center, zoom = this.#zoom }: { center?: At; zoom?: number }) {
    if (center) this.#middle = inSquare(...center)
    this.#zoom = Math.min(Math.max(zoom, zooms.least), zooms.most)
    this.#tell()
  }

  fitBounds([west, south, east, north]: Bounds, { padding, maxZoom }: { padding: number; maxZoom: number }) {
    const [from, to] = [inSquare(west, north), inSquare(east, south)]
    const { width, height } = this.#size
    const zoom = Math.log2(
      Math.min((width - 2 * padding) / (to.x - from.x), (height - 2 * padding) / (to.y - from.y)) /
        worldAt(0),
    )
    this.#middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
    this.easeTo({ zoom: Math.min(zoom, maxZoom) })
  }

  panBy([right, down]: [number, number]) {
    const world = worldAt(this.#zoom)
    this.#middle = { x: this.#middle.x + right / world, y: this.#middle.y + down / world }
    this.#tell()
  }

  zoomIn = () => this.easeTo({ zoom: this.#zoom + 1 })
  zoomOut = () => this.easeTo({ zoom: this.#zoom - 1 })
  on = (_: 'move' | 'resize', listener: () => void) => void this.#listeners.add(listener)
  off = (_: 'move' | 'resize', listener: () => void) => void this.#listeners.delete(listener)

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}
