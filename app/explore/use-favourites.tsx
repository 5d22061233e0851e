import { useMemo, useSyncExternalStore } from 'react'
import { recall } from '../people/desk/kept.ts'
import { visitorField } from '../people/visitor.ts'
import { favouritesKey, joinedKey, readFavourites, toggled } from './favourites.ts'

const listeners = new Set<() => void>()
/** Kept for this visit where the browser refuses storage. */
let kept: string | null = null

/** The favourites of this device, the same in every tab; null on the server and until the script has them. */
export function useFavourites() {
  const stored = useSyncExternalStore(subscribe, read, () => undefined)
  const favourites = useMemo(() => (stored === undefined ? null : readFavourites(stored)), [stored])
  return { favourites, toggle, saveAll }
}

const device = { read: () => readFavourites(read()), write }

/** What speaks with the account, for those who have one: nobody else fetches it. */
const account = () => import('./account-favourites.ts')
const hasAccount = () => recall(visitorField) !== null || recall(joinedKey) !== null

/** Brings this device's list and that of whoever is signed in together. */
function joinHere(): void {
  if (hasAccount()) void account().then(({ joinFavourites }) => joinFavourites(device))
}

function toggle(id: string) {
  const now = toggled(device.read(), id)
  write(now)
  tell([id], now.includes(id))
}

/** Adds what somebody else has picked. */
function saveAll(ids: string[]) {
  const missing = ids.filter((id) => !device.read().includes(id))
  write(missing.reduce(toggled, device.read()))
  tell(missing, true)
}

function tell(ids: string[], saved: boolean) {
  if (hasAccount())
    void account().then(({ tellAccount }) => {
      for (const id of ids) tellAccount(id, saved, device)
    })
}

function write(ids: string[]) {
  kept = JSON.stringify(ids)
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
  // The first who wants to know on this page brings what the account knows.
  if (listeners.size === 0) joinHere()
  listeners.add(hear)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    window.removeEventListener('storage', hear)
  }
}
