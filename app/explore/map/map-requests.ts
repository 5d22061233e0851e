import tiles from '../../../basemap/map.pmtiles?url'
import { firstBytes } from './tile-levels.ts'

let start: Promise<ArrayBuffer> | undefined

/** The bytes of the built-in map that its first picture needs. Asked for once; after a failure again. */
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

/** Answers asked for before the map's code had come, by search. */
const early = new Map<string, Promise<ArrayBuffer>>()

/** Asks for the vineyards of a search before the map can use them. */
export function requestPins(query: string): void {
  if (early.has(query)) return
  const answer = fetchPins(query)
  early.set(query, answer)
  answer.catch(() => early.delete(query))
}

/** The vineyards of a search, as JSON that the pins' worker reads. Each answer is used once. */
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
