import { joinedFavourites, readStored, store, visitorField } from '../../staff-client/local-storage.ts'
import { favouritesKey, leftOutKey, readFavourites, signInMark, tidy } from './favourites.ts'
import type { FavouritesDevice } from './account-favourites.ts'

const listeners = new Set<() => void>()
/** Holds the lists while the page is open, for browsers that refuse storage */
const memory = new Map<string, string>()

/** Returns the stored text of a list, null if there is none. */
export function storedList(key: typeof favouritesKey | typeof leftOutKey): string | null {
  return readStored(key) ?? memory.get(key) ?? null
}

/** The two lists of this device: the favourites, and the vineyards left out because the list was full */
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

/** Calls `onChange` when a list changes in any tab. Returns a function that stops watching. */
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

/** Loads the code for accounts, which is needed only for visitors with an account. */
const account = () => import('./account-favourites.ts')
const hasAccount = () => readStored(visitorField) !== null || readStored(joinedFavourites) !== null

/** Synchronises this device's lists with the visitor's account, if there is one. */
export function syncDevice(): void {
  if (hasAccount()) void account().then(({ syncFavourites }) => syncFavourites(device))
}

/** Synchronises if the visitor has signed in or out since the last time. */
export function syncAfterSignIn(): void {
  const token = readStored(visitorField)
  if (readStored(joinedFavourites) !== (token && signInMark(token))) syncDevice()
}

/** Sends first the removed and then the added vineyards to the visitor's account, if there is one. */
export function sendChanges({ removed, added }: { removed: string[]; added: string[] }): void {
  if (hasAccount())
    void account().then(({ sendFavourite }) => {
      for (const id of removed) sendFavourite(id, false, device)
      for (const id of added) sendFavourite(id, true, device)
    })
}
