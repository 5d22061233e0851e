import { createHash } from 'node:crypto'
import type { Context } from 'hono'

import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { AttemptLimit } from './sign-in-limits.ts'
import { signInSentences, waitSentence } from '../../staff-client/sign-in-sentences.ts'
import { problem } from '../../platform/http/problem.ts'
import type { ProofOutcome } from '../../platform/security-events.server.ts'

/**
 * Takes one attempt from each limit, or refuses with the number of seconds to wait. The database counts the attempts of
 * all processes together.
 */
export async function takeAttempts(
  sql: Queryable,
  limits: Record<string, AttemptLimit>,
  now: Date,
): Promise<Result<void, AttemptWait>> {
  for (const [subject, { free, pause, longest, memory }] of Object.entries(limits)) {
    const [{ until }] = await sql<[{ until: Date | null }]>`
      select count_attempt(
        ${keyOf(subject)}, ${free}, make_interval(secs => ${pause}), make_interval(secs => ${longest}),
        make_interval(secs => ${memory}), ${now}
      ) as until`
    if (until) {
      const wait_seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
      return refused({ kind: 'wait', wait_seconds })
    }
  }
  return ok(undefined)
}

/** Gives back the attempt that a successful sign-in took. With `all`, gives back all earlier attempts. */
export async function giveAttemptBack(sql: Queryable, subject: string, { all = false } = {}): Promise<void> {
  await sql`
    update attempts set tries = case when ${all} then 0 else greatest(tries - 1, 0) end, next_at = 'epoch'
    where key = ${keyOf(subject)}`
}

/** Returns a hash, so that the table does not show whose attempts it counts. */
function keyOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest()
}

type AttemptWait = { kind: 'wait'; wait_seconds: number }
/** Why an attempt was refused before its password or code was checked. */
export type AttemptRefusal = { kind: 'busy' } | AttemptWait

/** Returns the outcome of an attempt, for the log. */
export function outcomeOf(
  attempt: Result<unknown, { kind: 'wrong' | 'wrong_code' } | AttemptRefusal>,
): ProofOutcome {
  if (attempt.ok) return 'succeeded'
  return attempt.problem.kind === 'wait' ? 'limited' : attempt.problem.kind
}

/** The responses of limited attempts in the OpenAPI document. */
export const attemptResponses = {
  429: 'Too many attempts for this account or from this address; Retry-After says when to try again.',
  503: 'Too many sign-ins at once; Retry-After says when to try again.',
}

/** Answers 429 if the limit is reached, and 503 if too many sign-ins run at once. */
export function refuseAttempt(c: Context, refusal: AttemptRefusal) {
  const isBusy = refusal.kind === 'busy'
  c.header('Retry-After', isBusy ? '5' : String(refusal.wait_seconds))
  return isBusy ? problem(c, 503, signInSentences.busy) : problem(c, 429, waitSentence(refusal.wait_seconds))
}
