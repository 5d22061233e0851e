import { useMemo, useSyncExternalStore } from 'react'
import { favouritesKey, readFavourites, toggled } from './favourites.ts'

const listeners = new Set<() => void>()
/** Kept for this visit where the browser refuses storage. */
let kept: string | null = null

/** The favourites of this device, the same in every tab; null on the server and until the script has them. */
export function useFavourites() {
  const stored = useSyncExternalStore(subscribe, read, () => undefined)
  const favourites = useMemo(() => (stored === undefined ? null : readFavourites(stored)), [stored])
  return { favourites, toggle }
}

function toggle(id: string) {
  kept = JSON.stringify(toggled(readFavourites(read()), id))
  try {
    localStorage.setItem(favouritesKey, kept)
  } catch {
    // Storage is off or full: the choice lasts as long as the page does.
  }
  for (const hear of listeners) hear()
}

function read(): string | null {
  try {
    return localStorage.getItem(favouritesKey) ?? kept
  } catch {
    return kept
  }
}

function subscribe(hear: () => void) {
  listeners.add(hear)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    window.removeEventListener('storage', hear)
  }
}
