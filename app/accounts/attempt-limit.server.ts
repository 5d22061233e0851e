import { createHash } from 'node:crypto'
import type { Context } from 'hono'

import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { AttemptLimit } from '../staff-client/attempt-limit.ts'
import { problem } from '../platform/http/problem.ts'
import { signInSentences, waitSentence } from '../staff-client/sign-in.ts'

/**
 * Takes a try of each of these limits, all of which must have one left, before the work that they guard. They stand in
 * the database, so that several processes count together. Refused with the seconds to wait.
 */
export async function takeAttempts(
  sql: Queryable,
  limits: Record<string, AttemptLimit>,
  now: Date,
): Promise<Result<void, { wait_seconds: number }>> {
  for (const [subject, { free, pause, longest, memory }] of Object.entries(limits)) {
    const [{ until }] = await sql<[{ until: Date | null }]>`
      select count_attempt(
        ${keyOf(subject)}, ${free}, make_interval(secs => ${pause}), make_interval(secs => ${longest}),
        make_interval(secs => ${memory}), ${now}
      ) as until`
    if (until)
      return refused({ wait_seconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) })
  }
  return ok(undefined)
}

/** Gives the try back that a success had taken, and with `all` every one before it. */
export async function giveAttemptBack(sql: Queryable, subject: string, { all = false } = {}): Promise<void> {
  await sql`
    update attempts set tries = case when ${all} then 0 else greatest(tries - 1, 0) end, next_at = 'epoch'
    where key = ${keyOf(subject)}`
}

/** Nobody reads out of the table who tried. */
function keyOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest()
}

/** Why a sign-in, a link or a code was not even looked at. */
export type HeldUp = { kind: 'busy' } | { kind: 'wait'; wait_seconds: number }

/** For the document. */
export const held = {
  429: 'Too many attempts for this account or from this address; Retry-After says when.',
  503: 'Too many sign in at once; Retry-After says when.',
}

/** The answer to somebody who has to wait: 429 while guessing is slowed down, 503 while too many sign in at once. */
export function holdUp(c: Context, refusal: HeldUp) {
  if (refusal.kind === 'busy') {
    c.header('Retry-After', '5')
    return problem(c, 503, signInSentences.busy)
  }
  c.header('Retry-After', String(refusal.wait_seconds))
  return problem(c, 429, waitSentence(refusal.wait_seconds))
}
