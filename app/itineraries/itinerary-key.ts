import { readItineraries, storedItineraries } from './device-itineraries.ts'

/** The header that carries an itinerary's edit key, so that a script never puts it into an address. */
export const itineraryKeyHeader = 'Itinerary-Key'

/** The edit key that this browser holds for an itinerary; null where it holds none. */
export function keyOnDevice(id: string): string | null {
  return readItineraries(storedItineraries()).find((held) => held.id === id)?.key ?? null
}

/** The id of the itinerary that a path is about, its data included; null for any other page. */
export function itineraryIn(pathname: string): string | null {
  return /^\/itinerary\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[/.]|$)/i.exec(pathname)?.[1] ?? null
}

/** Sends the stored key with every request of the router about an itinerary: it offers no way to add a header itself. */
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

/** A share link shows its reader's page, even to whoever made it. */
function keyFor({ origin, pathname, searchParams }: URL): string | null {
  const id = origin === location.origin && !searchParams.has('share') ? itineraryIn(pathname) : null
  return id === null ? null : keyOnDevice(id)
}
