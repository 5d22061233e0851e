import tiles from '../../../basemap/map.pmtiles?url'
import type { PinRows } from '../search/explore.shapes.ts'
import { firstBytes } from './map-zooms.ts'

let start: Promise<ArrayBuffer> | undefined

/** Returns the bytes that the built-in map needs when it opens. Requests them once, and again after a failure. */
export function firstTiles(): Promise<ArrayBuffer> {
  if (!start) {
    start = requestTiles(0, firstBytes)
    start.catch(() => (start = undefined))
  }
  return start
}

/**
 * Requests part of the tile file. Each part has an address of its own, because browsers keep all parts of one address in one
 * cached file: requests for these parts wait for each other, and all of them fail once the cached file is broken.
 */
export async function requestTiles(offset: number, length: number): Promise<ArrayBuffer> {
  const range = `${offset}-${offset + length - 1}`
  const answer = await request(`${tiles}?${range}`, { Range: `bytes=${range}` })
  if (answer.status !== 206) throw new Error(`${tiles} could not be loaded in parts`)
  return answer.arrayBuffer()
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
