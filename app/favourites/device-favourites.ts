import { favouritesKey, leftOutKey, readFavourites, tidy } from './favourites.ts'

const listeners = new Set<() => void>()
/** Kept for this visit where the browser refuses storage. */
const kept = new Map<string, string>()

/** A list as the browser keeps it; null where it keeps none. */
export function storedList(key: typeof favouritesKey | typeof leftOutKey): string | null {
  try {
    return localStorage.getItem(key) ?? kept.get(key) ?? null
  } catch {
    return kept.get(key) ?? null
  }
}

/** The two lists of this device: what somebody likes, and what of it found no room. */
export const device = {
  read: () => readFavourites(storedList(favouritesKey)),
  write(ids: string[]) {
    put(favouritesKey, ids)
    const left = readFavourites(storedList(leftOutKey))
    if (left.some((id) => ids.includes(id)))
      put(
        leftOutKey,
        left.filter((id) => !ids.includes(id)),
      )
  },
  leaveOut(ids: string[]) {
    if (ids.length > 0) put(leftOutKey, tidy([...ids, ...readFavourites(storedList(leftOutKey))]))
  },
  forgetLeftOut: () => put(leftOutKey, []),
}

/** Calls back when a list changes, here or in another tab, until the returned function is called. */
export function watchDevice(hear: () => void): () => void {
  listeners.add(hear)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    window.removeEventListener('storage', hear)
  }
}

function put(key: string, ids: string[]) {
  const text = JSON.stringify(ids)
  kept.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is off or full: the choice lasts as long as the page does.
  }
  for (const hear of listeners) hear()
}
