import { type ClientSession, createClient } from '../platform/api/client.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { forgetDraftsOf } from '../ui/drafts.ts'
import type { AdminNeeds, AdminSession, AdminUser } from './admin.ts'
import { call, type CallProblem, isSignedOut, resultOf } from './call.ts'
import { removeStored, store, readStored, watchStored } from './local-storage.ts'
import { knownBrowser } from './known-browser.ts'
import type { meApi } from '../accounts/account.api.ts'
import { errorSentence, signInSentences } from './sign-in.ts'

const key = 'admin_session'
/** In milliseconds: a token that ends sooner is replaced before it is used. */
const margin = 30_000

type SignedIn = { user: AdminUser; recovery_codes?: string[] }

/** Signs in and keeps the session, says what is still needed, or why not. */
export async function signInAsAdmin(
  email: string,
  password: string,
  code: string | null,
): Promise<Result<SignedIn | AdminNeeds, string>> {
  const answer = await call<(AdminSession & { recovery_codes?: string[] }) | AdminNeeds>('admin_sessions', {
    method: 'POST',
    body: { email, password, ...(code && { code }) },
    headers: knownBrowser(),
  })
  if (!answer.ok) return refused(sentenceOf(answer.problem))
  // A proxy may answer with something of its own.
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

/** Who is signed in here, with a token that is good for a while yet. */
export async function currentAdmin(): Promise<Result<AdminUser, { kind: 'nobody' | 'away' }>> {
  const session = await freshSession()
  if (!session.ok) return session
  const me = await resultOf(createClient<typeof meApi>('/api/me', adminSession).index.$get())
  if (!me.ok) return refused({ kind: isSignedOut(me.problem) ? 'nobody' : 'away' })
  return ok(keptSession()?.user ?? session.value.user)
}

/**
 * What the typed client takes along: a token that was refused is replaced once, then one is signed out. Without a
 * connection nothing has ended, and the call fails as any does that finds none.
 */
export const adminSession: ClientSession = {
  token: async () => tokenOf(await freshSession()),
  renew: async (refusedToken) => tokenOf(await freshSession(refusedToken)),
  ended: () => {},
}

function tokenOf(session: Result<AdminSession, { kind: 'nobody' | 'away' }>): string | null {
  if (session.ok) return session.value.access_token
  if (session.problem.kind === 'away') throw new TypeError('No connection to renew the session by.')
  return null
}

/**
 * The kept session, replaced where it ends soon or `refusedToken` is still in it. One tab replaces it while the others
 * wait, and then they find the new one.
 */
async function freshSession(
  refusedToken?: string,
): Promise<Result<AdminSession, { kind: 'nobody' | 'away' }>> {
  const isGood = (session: AdminSession) =>
    session.access_token !== refusedToken &&
    Date.parse(session.expires_at) - margin > performance.timeOrigin + performance.now()
  const kept = keptSession()
  if (kept && isGood(kept)) return ok(kept)
  return navigator.locks.request(key, async () => {
    const session = keptSession()
    if (!session) return refused({ kind: 'nobody' })
    if (isGood(session)) return ok(session)
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

function keptSession(): AdminSession | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as AdminSession | null
  } catch {
    return null
  }
}

export async function signOutAdmin(): Promise<void> {
  const session = keptSession()
  removeStored(key)
  forgetDraftsOf('admin')
  if (session)
    await call('admin_sessions/end', { method: 'POST', body: { refresh_token: session.refresh_token } })
}

export function isAdminHere(): boolean {
  return keptSession() !== null
}

/** The id of the admin signed in here; empty for nobody. */
export function adminIdHere(): string {
  return keptSession()?.user.id ?? ''
}

/** Calls back when somebody signs in or out in another tab, or has gone already. */
export function watchAdmin(changed: (isHere: boolean) => void): () => void {
  return watchStored(key, changed)
}
