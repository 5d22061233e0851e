import type { CallProblem } from '../staff-client/call.ts'
import { removeStored, store, readStored } from '../staff-client/local-storage.ts'
import { callAsVisitor, isVisitorHere, visitorToken } from '../staff-client/visitor-session.ts'
import type { Result } from '../platform/result.ts'
import {
  keepItineraryOnDevice,
  type OnDevice,
  readItineraries,
  storedItineraries,
} from './device-itineraries.ts'
import { joinedItineraries as name } from './joined.ts'

/** An itinerary of the account, as it is listed. */
export type InAccount = { id: string; title: string }

/**
 * Brings what this device holds into the account of the visitor who is signed in, each once for each signing in. Without
 * anybody signed in nothing is asked; what could not be sent is sent the next time.
 */
export async function joinAccount(): Promise<void> {
  if (!isVisitorHere()) return removeStored(name)
  // A session is told from the next by its first letters.
  const session = visitorToken().slice(0, 8)
  const joined = readJoined(session)
  const held = readItineraries(storedItineraries()).filter(({ id }) => !joined.includes(id))
  if (held.length === 0) return
  const itineraries = held.map(({ id, key }) => ({ id, key }))
  const sent = await callAsVisitor('me/itineraries', { method: 'POST', body: { itineraries } })
  if (sent.ok) store(name, JSON.stringify({ session, ids: [...joined, ...held.map(({ id }) => id)] }))
}

function readJoined(session: string): string[] {
  try {
    const kept = JSON.parse(readStored(name) ?? '{}') as { session?: unknown; ids?: unknown }
    return kept.session === session && Array.isArray(kept.ids) ? kept.ids : []
  } catch {
    return []
  }
}

/** What the account holds, after this device has brought in its own; none where nobody is signed in. */
export async function itinerariesInAccount(): Promise<InAccount[]> {
  await joinAccount()
  if (!isVisitorHere()) return []
  const own = await callAsVisitor<{ items: InAccount[] }>('itineraries?is_curated=false&sort=title&limit=100')
  return own.ok ? own.value.items : []
}

/** Fetches a key of this device's own to an itinerary of the account, and keeps it here. */
export async function bringToDevice(id: string): Promise<Result<OnDevice, CallProblem>> {
  const given = await callAsVisitor<OnDevice>(`me/itineraries/${id}/key`, { method: 'POST' })
  if (given.ok) keepItineraryOnDevice(given.value)
  return given
}

export function leaveAccount(id: string): Promise<Result<null, CallProblem>> {
  return callAsVisitor(`me/itineraries/${id}`, { method: 'DELETE' })
}
