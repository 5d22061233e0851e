import type { CallProblem } from '../../staff-client/call.ts'
import { readStored, removeStored, store, visitorToken } from '../../staff-client/local-storage.ts'
import { inStorage } from '../../platform/in-storage.ts'
import { callAsVisitor, isVisitorSignedIn } from '../../staff-client/visitor-session.ts'
import type { Result } from '../../platform/result.ts'
import {
  keepItineraryOnDevice,
  type OnDevice,
  readItineraries,
  storedItineraries,
  joinedItineraries as name,
} from './device-itineraries.ts'

export type InAccount = { id: string; title: string }

/**
 * Adds this device's itineraries to the visitor's account, each once per sign-in. If adding fails, the next call tries again.
 */
export async function joinAccount(): Promise<void> {
  if (!isVisitorSignedIn()) return removeStored(name)
  // The start of the token is enough to recognise the sign-in.
  const session = visitorToken().slice(0, 8)
  const joined = readJoined(session)
  const unjoined = readItineraries(storedItineraries()).filter(({ id }) => !joined.includes(id))
  if (unjoined.length === 0) return
  const itineraries = unjoined.map(({ id, key }) => ({ id, key }))
  const sent = await callAsVisitor('me/itineraries', { method: 'POST', body: { itineraries } })
  if (sent.ok) store(name, JSON.stringify({ session, ids: [...joined, ...unjoined.map(({ id }) => id)] }))
}

function readJoined(session: string): string[] {
  const stored = inStorage<{ session?: unknown; ids?: unknown } | null>(() =>
    JSON.parse(readStored(name) ?? 'null'),
  )
  return stored?.session === session && Array.isArray(stored.ids) ? stored.ids : []
}

/** Returns the itineraries of the signed-in visitor's account, after adding this device's own; [] when signed out. */
export async function itinerariesInAccount(): Promise<InAccount[]> {
  await joinAccount()
  if (!isVisitorSignedIn()) return []
  const own = await callAsVisitor<{ items: InAccount[] }>('itineraries?is_curated=false&sort=title&limit=100')
  return own.ok ? own.value.items : []
}

/** Fetches a new edit key for an itinerary of the account and stores it on this device. */
export async function bringToDevice(id: string): Promise<Result<OnDevice, CallProblem>> {
  const given = await callAsVisitor<OnDevice>(`me/itineraries/${id}/key`, { method: 'POST' })
  if (given.ok) keepItineraryOnDevice(given.value)
  return given
}

export function leaveAccount(id: string): Promise<Result<null, CallProblem>> {
  return callAsVisitor(`me/itineraries/${id}`, { method: 'DELETE' })
}
