import type { Day } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import { readStored, store } from '../../staff-client/local-storage.ts'

const name = 'my_itineraries'
const maxStored = 100

/** An itinerary made in this browser, with its edit key. Its day and party distinguish it from others with the same title. */
export type OnDevice = { id: string; key: string; title: string; visit_date?: Day | null; party?: number }

/** Returns the stored text; '' when nothing is stored or storage is unavailable. */
export function storedItineraries(): string {
  return readStored(name) ?? ''
}

/** Returns the itineraries in a stored text, newest first. Ignores invalid entries. */
export function readItineraries(stored: string): OnDevice[] {
  try {
    const entries: unknown = JSON.parse(stored || '[]')
    return Array.isArray(entries) ? entries.filter(isOnDevice).slice(0, maxStored) : []
  } catch {
    return []
  }
}

export function keepItineraryOnDevice(itinerary: OnDevice): void {
  const others = readItineraries(storedItineraries()).filter(({ id }) => id !== itinerary.id)
  write([itinerary, ...others].slice(0, maxStored))
}

export function forgetItineraryOnDevice(id: string): void {
  write(readItineraries(storedItineraries()).filter((other) => other.id !== id))
}

/** Gives two stored itineraries each other's title, day and party, after the server exchanged their contents. */
export function exchangeOnDevice(one: string | null, other: string): void {
  const stored = readItineraries(storedItineraries())
  const [a, b] = [one, other].map((id) => stored.find((itinerary) => itinerary.id === id))
  if (!a || !b) return
  const exchanged = new Map([
    [a, { ...b, id: a.id, key: a.key }],
    [b, { ...a, id: b.id, key: b.key }],
  ])
  write(stored.map((itinerary) => exchanged.get(itinerary) ?? itinerary))
}

/** Calls `onChange` when the list changes in this or another tab. Returns a function that stops watching. */
export function watchItineraries(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

function write(itineraries: OnDevice[]): void {
  // If storage is unavailable, the address of the page still opens the itinerary.
  store(name, JSON.stringify(itineraries))
  // The browser fires `storage` only in other tabs, so this tab fires the event itself.
  window.dispatchEvent(new StorageEvent('storage', { key: name }))
}

function isOnDevice(value: unknown): value is OnDevice {
  if (typeof value !== 'object' || value === null) return false
  const { id, key, title } = value as Record<string, unknown>
  return typeof id === 'string' && isId(id) && typeof key === 'string' && typeof title === 'string'
}

/** The request header with an itinerary's edit key, which scripts send instead of putting the key in the address. */
export const itineraryKeyHeader = 'Itinerary-Key'

/** Returns the edit key stored in this browser, or null. */
export function keyOnDevice(id: string): string | null {
  return readItineraries(storedItineraries()).find((itinerary) => itinerary.id === id)?.key ?? null
}

/** Returns the id in the path of an itinerary's page or data; null for other paths. */
export function itineraryIn(pathname: string): string | null {
  return /^\/itinerary\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[/.]|$)/i.exec(pathname)?.[1] ?? null
}

/** Patches `fetch` to send the stored key with requests about an itinerary: the router cannot add a header. */
export function sendItineraryKeys(window: Window & typeof globalThis): void {
  const plainFetch = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const key = input instanceof Request ? null : keyFor(new URL(input, window.location.href))
    if (key === null) return plainFetch(input, init)
    const headers = new Headers(init?.headers)
    headers.set(itineraryKeyHeader, key)
    return plainFetch(input, { ...init, headers })
  }
}

/**
 * Returns the stored key for an address: the edit key or, for a share link, the key of the answer that a friend gave in this
 * browser. A share link never needs the edit key, because it shows even the maker the page for readers.
 */
function keyFor({ origin, pathname, searchParams }: URL): string | null {
  const id = origin === location.origin ? itineraryIn(pathname) : null
  if (id === null) return null
  return searchParams.has('share') ? readStored(answerName(id)) : keyOnDevice(id)
}

/** Returns the name under which local storage holds the key of a friend's answer to an itinerary. */
export const answerName = (id: string) => `itinerary_answer:${id}`

/** Local storage key of the ids of the itineraries that this device has added to the account since the sign-in */
export const joinedItineraries = 'joined_itineraries'
