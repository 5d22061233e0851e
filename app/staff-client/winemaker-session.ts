import type { ClientSession } from '../platform/api/client.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { countDraftsOf, forgetDraftsOf } from '../ui/forms/drafts.ts'
import { call, type CallProblem, endOnServer } from './call.ts'
import { readStored, removeStored, store } from './local-storage.ts'
import { formerSessionHeaders, knownBrowserHeaders } from './sign-in-headers.ts'
import { errorSentence, signInSentences } from './sign-in-sentences.ts'
import type { Winemaker, WinemakerSession } from './account-types.ts'

/** The key of the winemaker's token in local storage. The specification names the key. */
export const winemakerTokenKey = 'winemaker_session_token'
const key = winemakerTokenKey
/** The key of the signed-in winemaker's id, which is the owner of the entries that this person records on Today. */
export const winemakerIdKey = 'winemaker_id'

export type NotSignedIn = { kind: 'nobody' } | Exclude<CallProblem, { kind: 'refused' }>

/** Signs in and stores the token, or returns the sentence of a refusal. */
export async function signInAsWinemaker(email: string, password: string): Promise<Result<Winemaker, string>> {
  const body = { email_param: email, password_param: password }
  const answer = await call<unknown>('rpc/authenticate_winemaker', {
    method: 'POST',
    body,
    headers: { ...knownBrowserHeaders(), ...formerSessionHeaders(readStored(key)) },
  })
  if (!answer.ok)
    return refused(
      answer.problem.kind === 'refused' && answer.problem.title
        ? errorSentence(answer.problem.title)
        : signInSentences.failed,
    )
  // A proxy between browser and server may send its own response, so the shape is checked.
  if (!Array.isArray(answer.value)) return refused(signInSentences.failed)
  const [session] = answer.value as WinemakerSession[]
  if (!session) return refused(signInSentences.wrong)
  if (typeof session.session_token !== 'string') return refused(signInSentences.failed)
  const { session_token, ...winemaker } = session
  forgetToday()
  store(key, session_token)
  store(winemakerIdKey, winemaker.winemaker_id)
  return ok(winemaker)
}

/** Returns the winemaker whose stored token the server accepts. Removes a token that the server does not accept. */
export async function currentWinemaker(): Promise<Result<Winemaker, NotSignedIn>> {
  const token = readStored(key)
  if (token === null) return refused({ kind: 'nobody' })
  const body = { session_token_param: token }
  const found = await call<Winemaker[]>('rpc/validate_winemaker_session', { method: 'POST', body })
  if (!found.ok || !Array.isArray(found.value)) return refused({ kind: 'away' })
  const [winemaker] = found.value
  if (!winemaker) {
    endSession()
    return refused({ kind: 'nobody' })
  }
  store(winemakerIdKey, winemaker.winemaker_id)
  return ok(winemaker)
}

function endSession(): void {
  removeStored(key)
  removeStored(winemakerIdKey)
  forgetToday()
}

/** Deletes the day's list of parties from this device. Entries stay until they are sent, or deleted after a warning. */
function forgetToday(): void {
  void import('./today-storage.ts').then(({ wipeStoredDay }) => wipeStoredDay()).catch(() => {})
}

/**
 * The winemaker's sign-in for the typed client. Removes the stored token when the server says that the sign-in ended.
 */
export const winemakerSession: ClientSession = {
  token: () => readStored(key),
  ended: endSession,
}

/**
 * The numbers of items that logging out deletes from this device: drafts of forms, and entries of the Today page that wait to be
 * sent or were refused by the server.
 */
export type EntryCounts = { unsent: number; refused: number; drafts: number }

export const noEntries: EntryCounts = { unsent: 0, refused: 0, drafts: 0 }

/**
 * Counts the drafts on this device, and the entries that the signed-in person recorded on Today. If nobody is signed in, counts
 * the entries of everybody.
 */
export async function countStoredEntries(): Promise<EntryCounts> {
  const drafts = countDraftsOf('winemaker')
  try {
    const { storedEntries } = await import('./today-storage.ts')
    const isCounted = ({ owner }: { owner: string }) =>
      !isWinemakerSignedIn() || owner === readStored(winemakerIdKey)
    const entries = (await storedEntries()).filter(isCounted)
    const refused = entries.filter(({ refusal }) => refusal !== null).length
    return { unsent: entries.length - refused, refused, drafts }
  } catch {
    // This browser does not allow storage, so there are no entries.
    return { ...noEntries, drafts }
  }
}

/**
 * Signs out and deletes what the Today page stored, except entries of colleagues, which only they can send. If this person has
 * entries, callers must ask first.
 */
export async function signOutWinemaker(): Promise<boolean> {
  const [token, id] = [readStored(key), readStored(winemakerIdKey)]
  removeStored(key)
  removeStored(winemakerIdKey)
  await import('./today-storage.ts').then((today) => today.deleteTodayStorage(id)).catch(() => {})
  forgetDraftsOf('winemaker')
  if (token === null) return true
  return endOnServer(() =>
    call('rpc/logout_winemaker', { method: 'POST', body: { session_token_param: token } }),
  )
}

export function isWinemakerSignedIn(): boolean {
  return readStored(key) !== null
}
