import { isId } from '../../platform/ids.ts'
import type { CallProblem } from '../../staff-client/call.ts'
import {
  joinedFavourites,
  readStored,
  removeStored,
  store,
  visitorToken,
} from '../../staff-client/local-storage.ts'
import { inStorage } from '../../platform/in-storage.ts'
import { callAsVisitor, isVisitorSignedIn } from '../../staff-client/visitor-session.ts'
import { mostFavourites, signInMark, tidy } from './favourites.ts'

export type FavouritesDevice = {
  read(): string[]
  write(ids: string[]): void
  leaveOut(ids: string[]): void
  clearLeftOut(): void
}

/** The changes that the account has not received yet, by vineyard id: true for a saved vineyard, false for a removed one */
type Changes = Record<string, boolean>

const unsentKey = 'favourites_unsent'

let syncing: Promise<void> | null = null

/**
 * Synchronises the device's list with the account. After sign-in the device's favourites are added to the account, and from
 * then on the device shows the account's list. Changes that could not be sent are sent next time. After sign-out the list is
 * removed from the device.
 */
export function syncFavourites(device: FavouritesDevice): Promise<void> {
  syncing ??= sync(device).finally(() => {
    syncing = null
  })
  return syncing
}

/**
 * Records and sends one change, if the visitor is signed in and the list has been synchronised before. Otherwise does nothing,
 * because the first synchronisation sends the whole list.
 */
export function sendFavourite(id: string, saved: boolean, device: FavouritesDevice): void {
  if (!isVisitorSignedIn() || readStored(joinedFavourites) === null) return
  store(unsentKey, JSON.stringify({ ...readUnsent(), [id]: saved }))
  void (syncing ?? Promise.resolve()).then(() => syncFavourites(device))
}

async function sync(device: FavouritesDevice): Promise<void> {
  if (!isVisitorSignedIn()) {
    if (readStored(joinedFavourites) === null) return
    removeStored(joinedFavourites)
    removeStored(unsentKey)
    device.clearLeftOut()
    return device.write([])
  }
  // After a new sign-in the whole list is sent, oldest first.
  const mark = signInMark(visitorToken())
  if (readStored(joinedFavourites) !== mark) {
    const all = device.read().toReversed()
    store(unsentKey, JSON.stringify({ ...Object.fromEntries(all.map((id) => [id, true])), ...readUnsent() }))
  }
  store(joinedFavourites, mark)

  for (const [id, saved] of Object.entries(readUnsent())) {
    const sent = await callAsVisitor(`favourites/${id}`, { method: saved ? 'PUT' : 'DELETE' })
    if (!sent.ok && mayWorkLater(sent.problem)) return
    if (!sent.ok && saved && isFull(sent.problem)) device.leaveOut([id])
    const { [id]: current, ...rest } = readUnsent()
    // If the visitor has changed this vineyard again meanwhile, the newer change is sent next time.
    if (current === saved) store(unsentKey, JSON.stringify(rest))
  }
  const own = await callAsVisitor<{ items: { id: string }[] }>(
    `favourites?sort=-saved_at&limit=${mostFavourites}`,
  )
  if (!own.ok) return
  const unsent = readUnsent()
  const saved = Object.keys(unsent).filter((id) => unsent[id] === true)
  const ids = [...saved, ...own.value.items.map(({ id }) => id)]
  device.write(tidy(ids.filter((id) => unsent[id] !== false)))
}

/** Returns the unsent changes. Ignores any other content that is stored under the key. */
function readUnsent(): Changes {
  const changes = inStorage<unknown>(() => JSON.parse(readStored(unsentKey) ?? 'null'))
  if (typeof changes !== 'object' || changes === null) return {}
  return Object.fromEntries(
    Object.entries(changes).filter(([id, saved]) => isId(id) && typeof saved === 'boolean'),
  )
}

function isFull(problem: CallProblem): boolean {
  return problem.kind === 'refused' && problem.status === 409
}

/** Returns whether sending again may help. It does not help if the vineyard is gone or the list is full. */
function mayWorkLater(problem: CallProblem): boolean {
  return problem.kind === 'away' || problem.status === 401 || problem.status === 429 || problem.status >= 500
}
