import type { ClientSession } from '../platform/api/client.ts'
import { ok, type Result } from '../platform/result.ts'
import { type Call, call, type CallProblem, endOnServer, isSignedOut } from './call.ts'
import { readStored, removeStored, store, visitorField } from './local-storage.ts'
import { formerSessionHeaders } from './sign-in-headers.ts'
import { removeTickets } from '../platform/ticket-storage.ts'
import { type VisitorSession } from './account-types.ts'

const key = visitorField

export function isVisitorSignedIn(): boolean {
  return readStored(key) !== null
}

export function askForSignInLink(email: string): Promise<Result<null, CallProblem>> {
  return call('links/sign_in', { method: 'POST', body: { email } })
}

/** Signs in with the token of an emailed link and stores the token of the sign-in. */
export async function signInByLink(
  token: string,
): Promise<Result<Omit<VisitorSession, 'session_token'>, CallProblem>> {
  const answer = await call<VisitorSession>('links/sign_in/use', {
    method: 'POST',
    body: { token },
    headers: formerSessionHeaders(readStored(key)),
  })
  if (!answer.ok) return answer
  const { session_token, ...rest } = answer.value
  store(key, session_token)
  return ok(rest)
}

/** Asks the server for a challenge that a passkey signs. */
export const askPasskeySignIn = <Options>() => call<Options>('passkeys/sign_in/offer', { method: 'POST' })

/** Signs in with the challenge that a passkey has signed, and stores the token of the sign-in. */
export async function keepPasskeySignIn(body: object): Promise<Result<null, CallProblem>> {
  const headers = formerSessionHeaders(readStored(key))
  const answer = await call<{ session_token: string }>('passkeys/sign_in', { method: 'POST', body, headers })
  if (answer.ok) store(key, answer.value.session_token)
  return answer.ok ? ok(null) : answer
}

/** The visitor's sign-in for the typed client. Removes the stored token after the sign-in has ended. */
export const visitorSession: ClientSession = { token: () => readStored(key), ended: () => removeStored(key) }

/**
 * Calls the API as the signed-in visitor, without the typed client. Removes the stored token if the sign-in has ended.
 */
export async function callAsVisitor<Value>(
  path: string,
  how: Call = {},
): Promise<Result<Value, CallProblem>> {
  const answer = await call<Value>(path, { ...how, token: readStored(key) })
  if (!answer.ok && isSignedOut(answer.problem)) removeStored(key)
  return answer
}

/** Signs the visitor out and removes saved tickets. The next page removes the account's data from this device. */
export async function signOutVisitor(): Promise<void> {
  const token = readStored(key)
  removeStored(key)
  await removeTickets()
  if (token) await endOnServer(() => endSession(token))
}

async function endSession(token: string): Promise<Result<unknown, CallProblem>> {
  const sessions = await call<{ id: string; is_current: boolean }[]>('account/sessions', { token })
  const current = sessions.ok ? sessions.value.find(({ is_current }) => is_current) : undefined
  return current ? call(`account/sessions/${current.id}/end`, { method: 'POST', body: {}, token }) : sessions
}
