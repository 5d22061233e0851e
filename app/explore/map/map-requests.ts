import tiles from '../../../basemap/map.pmtiles?url'
import type { PinRows } from '../search/map-pins.ts'
import { firstBytes } from './map-zooms.ts'

let start: Promise<ArrayBuffer> | undefined

/** Returns the bytes that the built-in map needs when it opens. Requests them once, and again after a failure. */
export function firstTiles(): Promise<ArrayBuffer> {
  if (!start) {
    start = request(tiles, { Range: `bytes=0-${firstBytes - 1}` }).then((answer) => answer.arrayBuffer())
    start.catch(() => (start = undefined))
  }
  return start
}

export function tilesAddress(): string {
  return new URL(tiles, location.href).href
}

/** Vineyards that were requested before the map's code had loaded, by search */
const early = new Map<string, Promise<PinRows>>()

/** Requests the vineyards of a search before the map's code has loaded. */
export function requestPins(query: string): void {
  if (early.has(query)) return
  const answer = fetchPins(query)
  early.set(query, answer)
  answer.catch(() => early.delete(query))
}

/** Returns the vineyards of a search. Each answer is used once. */
export function takePins(query: string): Promise<PinRows> {
  const answer = early.get(query) ?? fetchPins(query)
  early.delete(query)
  return answer
}

async function fetchPins(query: string): Promise<PinRows> {
  return (await request(`/api/explore/places${query}`)).json()
}

async function request(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} could not be loaded: status ${response.status}`)
  return response
}
