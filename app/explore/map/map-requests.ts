import tiles from '../../../basemap/map.pmtiles?url'
import { firstBytes } from './map-zooms.ts'

let start: Promise<ArrayBuffer> | undefined

/** Returns the bytes that the built-in map needs when it opens. Requests them once, and again after a failure. */
export function firstTiles(): Promise<ArrayBuffer> {
  if (!start) {
    start = fetchBytes(tiles, { Range: `bytes=0-${firstBytes - 1}` })
    start.catch(() => (start = undefined))
  }
  return start
}

export function tilesAddress(): string {
  return new URL(tiles, location.href).href
}

/** Vineyards that were requested before the map's code had loaded, by search */
const early = new Map<string, Promise<ArrayBuffer>>()

/** Requests the vineyards of a search before the map's code has loaded. */
export function requestPins(query: string): void {
  if (early.has(query)) return
  const answer = fetchPins(query)
  early.set(query, answer)
  answer.catch(() => early.delete(query))
}

/** Returns the vineyards of a search, as JSON for the pins' worker. Each answer is used once. */
export function takePins(query: string): Promise<ArrayBuffer> {
  const answer = early.get(query) ?? fetchPins(query)
  early.delete(query)
  return answer
}

function fetchPins(query: string): Promise<ArrayBuffer> {
  return fetchBytes(`/api/explore/places${query}`)
}

async function fetchBytes(url: string, headers: Record<string, string> = {}): Promise<ArrayBuffer> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} could not be loaded: status ${response.status}`)
  return response.arrayBuffer()
}
