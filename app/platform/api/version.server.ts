import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'

import { problem } from '../http/problem.ts'

/** The version of a thing: sent back as `If-Match`, it makes sure that nobody else changed the thing meanwhile. */
export const version = z.string().meta({ description: 'What it says, in short; as ETag and If-Match too.' })

/** Answers a thing with its version as ETag. */
export function setVersion(c: Context, seen: { version: string }): void {
  c.header('ETag', `"${seen.version}"`)
}

/** Whether it is an edit that does not say what was seen: by a version, or by `*` that whatever is there may be changed. */
export function isBlind(c: Context): boolean {
  return c.req.method === 'PATCH' && !c.req.header('If-Match')?.trim()
}

/** An edit has to say what was seen, so that nobody overwrites what they never read. */
export function refuseBlind(c: Context) {
  return problem(
    c,
    428,
    'Say which version you saw: send its ETag as If-Match, or * to change whatever is there.',
  )
}

/** The version that the caller saw, null for `*` and where none is named: then whoever comes last has the word. */
export function seenVersion(c: Context): string | null {
  const ifMatch = c.req.header('If-Match')
  if (ifMatch === undefined || ifMatch.trim() === '*') return null
  // A proxy that compresses makes tags weak; what we compare is the text in them.
  return ifMatch.trim().replace(/^(W\/)?"(.*)"$/, '$2')
}

/** Somebody else changed it since it was read. */
export function stale(c: Context) {
  return problem(c, 412, 'Somebody else has changed this meanwhile. Please look at it again.')
}

/**
 * Shows along with the refusal of a stale edit what is there now (`current`, and its ETag), as `answer` answers who asks for
 * it in the same name; nothing where the thing is read only among others, or no more.
 */
export function showCurrent(
  answer: (request: Request, env: unknown) => Response | Promise<Response>,
): MiddlewareHandler {
  const show: MiddlewareHandler = async (c, next) => {
    await next()
    if (c.res.status !== 412) return
    const { origin } = new URL(c.req.url)
    const headers = new Headers()
    const authorization = c.req.header('Authorization')
    if (authorization !== undefined) headers.set('Authorization', authorization)
    const now = await answer(new Request(`${origin}${c.req.path.replace(/^\/api/, '')}`, { headers }), c.env)
    if (!now.ok) return
    const refusal = await c.res.json()
    const shown = new Headers(c.res.headers)
    const etag = now.headers.get('ETag')
    if (etag) shown.set('ETag', etag)
    c.res = new Response(JSON.stringify({ ...refusal, current: await now.json() }), {
      status: 412,
      headers: shown,
    })
  }
  return (c, next) => (c.req.method === 'PATCH' || c.req.method === 'DELETE' ? show(c, next) : next())
}
