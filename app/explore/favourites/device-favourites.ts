import { readStored, store } from '../../staff-client/local-storage.ts'
import { joinedFavourites, visitorField } from '../../staff-client/visitor-token.ts'
import { favouritesKey, leftOutKey, readFavourites, sessionMark, tidy } from './favourites.ts'
import type { FavouritesDevice } from './account-favourites.ts'

const listeners = new Set<() => void>()
/** The lists where the browser refuses storage: they last as long as the page. */
const memory = new Map<string, string>()

/** A stored list, null if there is none. */
export function storedList(key: typeof favouritesKey | typeof leftOutKey): string | null {
  return readStored(key) ?? memory.get(key) ?? null
}

/** The lists of this device: the favourites, and those left out because the list was full. */
export const device: FavouritesDevice = {
  read: () => readFavourites(storedList(favouritesKey)),
  write(ids: string[]) {
    put(favouritesKey, ids)
    const before = readFavourites(storedList(leftOutKey))
    const leftOut = before.filter((id) => !ids.includes(id))
    if (leftOut.length < before.length) put(leftOutKey, leftOut)
  },
  leaveOut(ids: string[]) {
    if (ids.length > 0) put(leftOutKey, tidy([...ids, ...readFavourites(storedList(leftOutKey))]))
  },
  clearLeftOut: () => put(leftOutKey, []),
}

/** Calls back when a list changes in any tab. Returns the function that ends it. */
export function watchDevice(onChange: () => void): () => void {
  listeners.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

function put(key: string, ids: string[]) {
  const text = JSON.stringify(ids)
  memory.set(key, text)
  store(key, text)
  for (const onChange of listeners) onChange()
}

/** Loaded only for visitors with an account. */
const account = () => import('./account-favourites.ts')
const hasAccount = () => readStored(visitorField) !== null || readStored(joinedFavourites) !== null

/** Synchronises with the account, if any. */
export function syncDevice(): void {
  if (hasAccount()) void account().then(({ syncFavourites }) => syncFavourites(device))
}

/** Synchronises if the visitor has signed in or out since the last time. */
export function syncAfterSignIn(): void {
  const token = readStored(visitorField)
  if (readStored(joinedFavourites) !== (token && sessionMark(token))) syncDevice()
}

/** Sends removed, then added vineyards to the account, if any. */
export function sendChanges({ removed, added }: { removed: string[]; added: string[] }): void {
  if (hasAccount())
    void account().then(({ sendFavourite }) => {
      for (const id of removed) sendFavourite(id, false, device)
      for (const id of added) sendFavourite(id, true, device)
    })
}
