import type { Context } from 'hono'
import { z } from 'zod'

import { problem } from '../problem.ts'

/** The version of a thing: sent back as `If-Match`, it makes sure that nobody else changed the thing meanwhile. */
export const version = z.string().meta({ description: 'What it says, in short; as ETag and If-Match too.' })

/** Answers a thing with its version as ETag. */
export function setVersion(c: Context, seen: { version: string }): void {
  c.header('ETag', `"${seen.version}"`)
}

/** The version that the caller saw, null where none is named: then whoever comes last has the word. */
export function seenVersion(c: Context): string | null {
  const named = c.req.header('If-Match')
  if (named === undefined || named.trim() === '*') return null
  // A proxy that compresses makes tags weak; what we compare is the text in them.
  return named.trim().replace(/^(W\/)?"(.*)"$/, '$2')
}

/** Somebody else changed it since it was read. */
export function stale(c: Context) {
  return problem(c, 412, 'Somebody else has changed this meanwhile. Please look at it again.')
}
