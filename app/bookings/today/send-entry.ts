import { beyondSentence } from '../../catalogue/experiences/experience.ts'
import { countPlacesLeft } from '../../availability/slot.ts'
import type { Result } from '../../platform/result.ts'
import { type CallProblem, problemSentence, resultOf } from '../../staff-client/call.ts'
import { readStored } from '../../staff-client/local-storage.ts'
import type { StoredEntry } from '../../staff-client/today-storage.ts'
import { paymentSentence } from '../payments/payment.ts'
import { winemakerTokenKey } from '../../staff-client/winemaker-session.ts'
import type { TodayParty } from './today.ts'

/** Milliseconds after which a request without an answer counts as lost, so that its entry is sent again. */
export const patience = 15_000

/** Returns whether sending an entry again may succeed. Such an entry stays on the device. */
export function mayWorkLater(problem: CallProblem): boolean {
  return problem.kind === 'away' || problem.status === 429 || problem.status >= 500
}

/** Returns why an entry was refused, and in `anyway` the fields with which the server would accept it. */
export function refusalOf(
  { kind, body }: StoredEntry,
  problem: CallProblem,
): Pick<StoredEntry, 'refusal' | 'anyway'> {
  const { remaining, available, limits } = problem.kind === 'refused' ? problem.body : {}
  const isOverbooking = kind === 'walk_in' && remaining !== undefined && body.overbook !== true
  const isOverpayment = kind === 'payment' && body.entry === 'payment' && available !== undefined
  if (isOverbooking)
    return {
      refusal: Number(remaining) > 0 ? `Only ${countPlacesLeft(Number(remaining))}.` : 'The session is full.',
      anyway: { overbook: true },
    }
  if (kind === 'walk_in' && Array.isArray(limits) && body.beyond_limits !== true)
    return { refusal: beyondSentence(limits as [number, number]), anyway: { beyond_limits: true } }
  return { refusal: problemSentence(problem), anyway: isOverpayment ? { beyond_due: true } : null }
}

/**
 * Returns the refusal of a payment that exceeds the amount due from the party, so that staff record it in a second step, as
 * after a refusal by the server. Returns nothing for other entries.
 */
export function overpaymentOf(
  { due }: Pick<TodayParty, 'due'>,
  { kind, body }: Pick<StoredEntry, 'kind' | 'body'>,
): Partial<Pick<StoredEntry, 'refusal' | 'anyway'>> {
  if (kind !== 'payment' || body.entry !== 'payment' || Number(body.amount) <= due) return {}
  const available = Math.max(due, 0)
  const refusal = paymentSentence({ kind: due > 0 ? 'too_much' : 'nothing_due', available }, 'payment')
  return { refusal, anyway: { beyond_due: true } }
}

/** Sends an entry. The server records an entry with the same key only once. */
export function sendEntry({ key, path, body }: StoredEntry): Promise<Result<unknown, CallProblem>> {
  const sent = fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${readStored(winemakerTokenKey) ?? ''}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  })
  return resultOf(sent as Parameters<typeof resultOf>[0])
}

/** Returns a hash of the sign-in token, so that the token itself is not stored a second time. */
export async function fingerprint(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Registers the service worker that opens the page offline, and loads the code reader so that the worker stores it. */
export function openWithoutConnection(workerFile: string): void {
  if (!import.meta.env.PROD) return
  void navigator.serviceWorker?.register(workerFile, { scope: '/winemaker/today' }).catch(() => {})
  void navigator.serviceWorker?.ready.then(() => import('./read-code.ts')).catch(() => {})
}
