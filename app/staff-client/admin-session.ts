import { type ClientSession, createClient } from '../platform/api/client.ts'
import { inStorage } from '../platform/in-storage.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { forgetDraftsOf } from '../ui/forms/drafts.ts'
import type { AdminNeeds, AdminSession, AdminUser } from './account-types.ts'
import { call, type CallProblem, endOnServer, isSignedOut, resultOf } from './call.ts'
import { readStored, removeStored, store } from './local-storage.ts'
import { formerSessionHeaders, knownBrowserHeaders } from './sign-in-headers.ts'
import type { meApi } from '../people/accounts/account.api.ts'
import { errorSentence, signInSentences } from './sign-in-sentences.ts'

/** The key of the admin's tokens in local storage. */
export const adminSessionKey = 'admin_session'
const key = adminSessionKey
// A token that expires within this number of milliseconds is refreshed before use.
const refreshMargin = 30_000

type AdminSignIn = { user: AdminUser; recovery_codes?: string[] }

/** Signs in and stores the tokens, or returns the step that the sign-in still needs, or the sentence of a refusal. */
export async function signInAsAdmin(
  email: string,
  password: string,
  code: string | null,
): Promise<Result<AdminSignIn | AdminNeeds, string>> {
  const answer = await call<(AdminSession & { recovery_codes?: string[] }) | AdminNeeds>('admin_sessions', {
    method: 'POST',
    body: { email, password, ...(code && { code }) },
    headers: { ...knownBrowserHeaders(), ...formerSessionHeaders(storedSession()?.refresh_token) },
  })
  if (!answer.ok) return refused(sentenceOf(answer.problem))
  // A proxy between browser and server may send its own response, so the shape is checked.
  if (!isSessionOrNeeds(answer.value)) return refused(signInSentences.failed)
  if ('needs' in answer.value) return ok(answer.value)
  const { recovery_codes, ...session } = answer.value
  store(key, JSON.stringify(session))
  return ok({ user: session.user, ...(recovery_codes && { recovery_codes }) })
}

function isSessionOrNeeds(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('needs' in value || 'access_token' in value)
}

function sentenceOf(problem: CallProblem): string {
  if (problem.kind === 'away' || !problem.title) return signInSentences.failed
  const own: readonly string[] = [signInSentences.wrong, signInSentences.wrong_code]
  return own.includes(problem.title) ? problem.title : errorSentence(problem.title)
}

/** Returns the signed-in admin. The token is refreshed if necessary, and the server checks it. */
export async function currentAdmin(): Promise<Result<AdminUser, { kind: 'nobody' | 'away' }>> {
  const session = await freshSession()
  if (!session.ok) return session
  const me = await resultOf(createClient<typeof meApi>('/api/me', adminSession).index.$get())
  if (!me.ok) return refused({ kind: isSignedOut(me.problem) ? 'nobody' : 'away' })
  return ok(storedSession()?.user ?? session.value.user)
}

/**
 * The admin's sign-in for the typed client. A refused token is refreshed once. Without a connection, the call fails.
 */
export const adminSession: ClientSession = {
  token: async () => tokenOf(await freshSession()),
  renew: async (refusedToken) => tokenOf(await freshSession(refusedToken)),
  ended: () => {},
}

function tokenOf(session: Result<AdminSession, { kind: 'nobody' | 'away' }>): string | null {
  if (session.ok) return session.value.access_token
  if (session.problem.kind === 'away') throw new TypeError('No connection to refresh the sign-in.')
  return null
}

/**
 * Returns the stored tokens. Tokens that expire soon, or contain `refusedToken`, are refreshed first. A lock lets one
 * tab refresh the tokens while the other tabs wait for the result.
 */
async function freshSession(
  refusedToken?: string,
): Promise<Result<AdminSession, { kind: 'nobody' | 'away' }>> {
  const isUsable = (session: AdminSession) =>
    session.access_token !== refusedToken &&
    Date.parse(session.expires_at) - refreshMargin > performance.timeOrigin + performance.now()
  const stored = storedSession()
  if (stored && isUsable(stored)) return ok(stored)
  return navigator.locks.request(key, async () => {
    const session = storedSession()
    if (!session) return refused({ kind: 'nobody' })
    if (isUsable(session)) return ok(session)
    const { refresh_token } = session
    const next = await call<AdminSession>('admin_sessions/refresh', {
      method: 'POST',
      body: { refresh_token },
    })
    if (next.ok) {
      store(key, JSON.stringify(next.value))
      return next
    }
    if (!isSignedOut(next.problem)) return refused({ kind: 'away' })
    removeStored(key)
    return refused({ kind: 'nobody' })
  })
}

const storedSession = () => inStorage(() => JSON.parse(readStored(key) ?? 'null') as AdminSession | null)

export async function signOutAdmin(): Promise<boolean> {
  const session = storedSession()
  removeStored(key)
  forgetDraftsOf('admin')
  if (!session) return true
  const { refresh_token } = session
  return endOnServer(() => call('admin_sessions/end', { method: 'POST', body: { refresh_token } }))
}

export function isAdminSignedIn(): boolean {
  return storedSession() !== null
}

/** Returns the id of the signed-in admin, or an empty string. */
export function signedInAdminId(): string {
  return storedSession()?.user.id ?? ''
}
