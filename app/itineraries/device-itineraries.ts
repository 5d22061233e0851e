import { isId } from '../platform/ids.ts'

const name = 'my_itineraries'
const most = 100

/** An itinerary made in this browser, with the key that lets one change it. */
export type OnDevice = { id: string; key: string; title: string }

/** What the browser keeps, as it keeps it; '' where it keeps nothing or will not say. */
export function storedItineraries(): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** The itineraries in a stored text, newest first. Whatever else stands there counts as nothing. */
export function readItineraries(stored: string): OnDevice[] {
  try {
    const kept: unknown = JSON.parse(stored || '[]')
    return Array.isArray(kept) ? kept.filter(isOnDevice).slice(0, most) : []
  } catch {
    return []
  }
}

export function keepItineraryOnDevice(itinerary: OnDevice): void {
  const others = readItineraries(storedItineraries()).filter(({ id }) => id !== itinerary.id)
  write([itinerary, ...others].slice(0, most))
}

export function forgetItineraryOnDevice(id: string): void {
  write(readItineraries(storedItineraries()).filter((other) => other.id !== id))
}

/** Calls back whenever the list changes, here or in another tab, until the returned function is called. */
export function watchItineraries(hear: () => void): () => void {
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

function write(itineraries: OnDevice[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(itineraries))
    // Other tabs hear of it by themselves.
    window.dispatchEvent(new StorageEvent('storage', { key: name }))
  } catch {
    // A full or forbidden store: the page's own address still opens it.
  }
}

function isOnDevice(value: unknown): value is OnDevice {
  if (typeof value !== 'object' || value === null) return false
  const { id, key, title } = value as Record<string, unknown>
  return typeof id === 'string' && isId(id) && typeof key === 'string' && typeof title === 'string'
}
