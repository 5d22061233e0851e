import { callAsVisitor, isVisitorHere, visitorToken } from '../staff-client/visitor-session.ts'
import type { CallProblem } from '../staff-client/call.ts'
import { removeStored, store, readStored } from '../staff-client/local-storage.ts'
import { changesFor, readFavouriteChanges, unsentKey, withChanges } from './favourite-changes.ts'
import { joinedKey, mostFavourites, sessionMark } from './favourites.ts'

/** What the device has: its list, how to put another in its place, and where it notes what found no room. */
type Device = {
  read: () => string[]
  write: (ids: string[]) => void
  leaveOut: (ids: string[]) => void
  forgetLeftOut: () => void
}

let joining: Promise<void> | null = null

/**
 * Makes the list of this device and that of the visitor who is signed in one: what was saved before signing in goes to
 * the account first, and from then on the account's list is the list. What could not be sent is sent the next time.
 * When nobody is signed in any more the account's list leaves the device.
 */
export function joinFavourites(device: Device): Promise<void> {
  joining ??= join(device).finally(() => {
    joining = null
  })
  return joining
}

/** Notes what was just saved or let go, where an account keeps it too, and sends it. */
export function tellAccount(id: string, saved: boolean, device: Device): void {
  if (!isVisitorHere() || readStored(joinedKey) === null) return
  store(unsentKey, JSON.stringify({ ...readFavouriteChanges(readStored(unsentKey)), [id]: saved }))
  void (joining ?? Promise.resolve()).then(() => joinFavourites(device))
}

async function join(device: Device): Promise<void> {
  if (!isVisitorHere()) {
    if (readStored(joinedKey) === null) return
    removeStored(joinedKey)
    removeStored(unsentKey)
    device.forgetLeftOut()
    return device.write([])
  }
  // Each signing in joins anew.
  const session = sessionMark(visitorToken())
  if (readStored(joinedKey) !== session)
    store(unsentKey, JSON.stringify(changesFor(device.read(), readFavouriteChanges(readStored(unsentKey)))))
  store(joinedKey, session)

  for (const [id, saved] of Object.entries(readFavouriteChanges(readStored(unsentKey)))) {
    const sent = await callAsVisitor(`favourites/${id}`, { method: saved ? 'PUT' : 'DELETE' })
    if (!sent.ok && mayWorkLater(sent.problem)) return
    if (!sent.ok && saved && isFull(sent.problem)) device.leaveOut([id])
    const { [id]: now, ...rest } = readFavouriteChanges(readStored(unsentKey))
    // Pressed once more while this was on its way: that is sent too.
    if (now === saved) store(unsentKey, JSON.stringify(rest))
  }
  const own = await callAsVisitor<{ items: { id: string }[] }>(
    `favourites?sort=-saved_at&limit=${mostFavourites}`,
  )
  if (!own.ok) return
  const ids = own.value.items.map(({ id }) => id)
  device.write(withChanges(ids, readFavouriteChanges(readStored(unsentKey))))
}

function isFull(problem: CallProblem): boolean {
  return problem.kind === 'refused' && problem.status === 409
}

/** Not so where the API has understood and says no: the vineyard is gone, or there are as many as there may be. */
function mayWorkLater(problem: CallProblem): boolean {
  return problem.kind === 'away' || problem.status === 401 || problem.status === 429 || problem.status >= 500
}
