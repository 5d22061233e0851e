import type { Context } from 'hono'

import { problem } from '../platform/http/problem.ts'
import { signInSentences, waitSentence } from '../staff-client/sign-in.ts'

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
