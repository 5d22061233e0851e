import type { Context, MiddlewareHandler } from 'hono'

import type { AppDependencies } from './app-dependencies.ts'
import type { Log } from './log.server.ts'

/**
 * The events that are logged as `security_event` for the people who monitor the site. Events name accounts of staff and
 * API keys by id, and contain no visitor's id, no address and no typed text. The operators' guide explains each event.
 */
type SecurityEvent =
  | 'sign_in'
  | 'sign_out'
  | 'link_requested'
  | 'password_set'
  | 'two_step_changed'
  | 'passkey_changed'
  | 'proof_refused'
  | 'refresh_token_reused'
  | 'sessions_ended'
  | 'request_refused'

type Details = Record<string, string | number | boolean | null | undefined | readonly string[]>

/** The outcome of an attempt to prove an identity. */
export type ProofOutcome = 'succeeded' | 'wrong' | 'wrong_code' | 'limited' | 'busy' | 'code_needed'

export function logSecurityEvent(log: Log, security_event: SecurityEvent, details: Details): void {
  log.info({ security_event, ...details }, `Security event: ${security_event}`)
}

/** Logs an attempt to prove an identity, and the kind of proof; `account` is an id. */
export function logProof(
  log: Log,
  security_event: 'sign_in' | 'proof_refused' | 'password_set' | 'two_step_changed',
  details: { actor: string; with: readonly string[]; outcome: ProofOutcome; account?: string | undefined },
): void {
  logSecurityEvent(log, security_event, details)
}

/** The reason to log for each status of a refused request. Responses with any other status are not logged as refusals. */
const reasons: Record<number, string> = {
  400: 'malformed',
  401: 'not_signed_in',
  403: 'not_allowed',
  405: 'malformed',
  409: 'rule',
  413: 'too_large',
  415: 'malformed',
  422: 'input',
  428: 'rule',
  429: 'too_many',
}

/** How many refusals per reason each process logs in a second. Further refusals are only counted, to keep the disk free. */
const loggedASecond = 20

/** Logs requests that were refused because of a missing permission, invalid input, a broken rule or a limit. */
export function logRefusals({ log, now }: Pick<AppDependencies, 'log' | 'now'>): MiddlewareHandler {
  const counts = new Map<string, { second: number; count: number }>()
  /**
   * Counts a refusal and returns null if it is not logged. The first refusal in a second returns how many earlier refusals were
   * not logged. Every other logged refusal returns 0.
   */
  const countRefusal = (reason: string): number | null => {
    const second = Math.floor(now().getTime() / 1000)
    const last = counts.get(reason)
    if (last?.second === second) return ++last.count > loggedASecond ? null : 0
    counts.set(reason, { second, count: 1 })
    return Math.max(0, (last?.count ?? 0) - loggedASecond)
  }
  return async (c, next) => {
    await next()
    const reason = reasons[c.res.status]
    if (reason === undefined) return
    const unlogged = countRefusal(reason)
    if (unlogged === null) return
    logSecurityEvent(log, 'request_refused', {
      reason,
      status: c.res.status,
      method: c.req.method,
      path: c.req.path,
      ...callerIn(c),
      ...(unlogged > 0 && { unlogged }),
    })
  }
}

/** Returns the kind of caller, and for staff and keys also the id. */
function callerIn(c: Context): Details {
  const by = (c.get('key') ?? c.get('actor')) as { actor?: string; actor_id?: string | null } | undefined
  if (by?.actor === undefined || by.actor_id == null) return { actor: 'nobody' }
  return by.actor === 'guest' ? { actor: 'visitor' } : { actor: by.actor, account: by.actor_id }
}
