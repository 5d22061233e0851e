import type { Context, MiddlewareHandler } from 'hono'

import type { AppDependencies } from './app-dependencies.ts'
import type { Log } from './log.server.ts'

/**
 * The events that are logged for those who watch over the site, as `security_event`. They name accounts of staff by id and
 * never a visitor, an address or what was typed. The operators' guide explains each.
 */
type SecurityEvent =
  | 'sign_in'
  | 'sign_out'
  | 'link_requested'
  | 'password_set'
  | 'two_step_changed'
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

/** Logs an attempt to prove an identity, and with what; `account` is an id. */
export function logProof(
  log: Log,
  security_event: 'sign_in' | 'proof_refused' | 'password_set' | 'two_step_changed',
  details: { actor: string; with: readonly string[]; outcome: ProofOutcome; account?: string | undefined },
): void {
  logSecurityEvent(log, security_event, details)
}

/** Why a request with this status was refused. Other statuses are not attempts to get around a rule. */
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

/** In a second, each process logs so many refusals of a reason, then only their number: a flood must not fill the disk. */
const loggedASecond = 20

/** Logs requests that were refused for want of a right, by a check of their input, by a rule or by a limit. */
export function logRefusals({ log, now }: Pick<AppDependencies, 'log' | 'now'>): MiddlewareHandler {
  const counts = new Map<string, { second: number; count: number }>()
  /** How many were not logged in the last second with refusals; null if this one is not logged either. */
  const takePlace = (reason: string): number | null => {
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
    const unlogged = takePlace(reason)
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

/** The kind of caller; of staff and keys also the id. */
function callerIn(c: Context): Details {
  const by = (c.get('key') ?? c.get('actor')) as { actor?: string; actor_id?: string | null } | undefined
  if (by?.actor === undefined || by.actor_id == null) return { actor: 'nobody' }
  return by.actor === 'guest' ? { actor: 'visitor' } : { actor: by.actor, account: by.actor_id }
}
