import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'

import { problem } from '../http/problem.ts'

/** The version of a resource. Clients send it back as `If-Match`, so that the second of two concurrent edits is refused. */
export const version = z
  .string()
  .meta({ description: 'The version of the resource; also its ETag, for If-Match.' })

/** Sends the version as ETag. */
export function setVersion(c: Context, resource: { version: string }): void {
  c.header('ETag', `"${resource.version}"`)
}

/** Returns whether an edit lacks `If-Match`. This header has the ETag of a version, or `*` for any version. */
export function lacksVersion(c: Context): boolean {
  return c.req.method === 'PATCH' && !c.req.header('If-Match')?.trim()
}

/** Refuses an edit without a version, because such an edit could overwrite a change that the caller has never read. */
export function refuseWithoutVersion(c: Context) {
  return problem(c, 428, 'Send the ETag of the version you read as If-Match, or * to change any version.')
}

/** Returns the version that the caller read, or null for `*` or a missing header. With null, the last edit wins. */
export function seenVersion(c: Context): string | null {
  const ifMatch = c.req.header('If-Match')
  if (ifMatch === undefined || ifMatch.trim() === '*') return null
  // Compressing proxies make ETags weak, so only their text is compared.
  return ifMatch.trim().replace(/^(W\/)?"(.*)"$/, '$2')
}

/** Refuses an edit that is based on an older version. */
export function stale(c: Context) {
  return problem(c, 412, 'Somebody else has changed this in the meantime. Please check it again.')
}

/**
 * Adds the current state of the resource (`current`, and its ETag) to the refusal of a stale edit. `fetchApi` reads the state for
 * the same caller. Adds nothing if the resource is gone or has no GET endpoint.
 */
export function showCurrent(
  fetchApi: (request: Request, env: unknown) => Response | Promise<Response>,
): MiddlewareHandler {
  const show: MiddlewareHandler = async (c, next) => {
    await next()
    if (c.res.status !== 412) return
    const { origin } = new URL(c.req.url)
    const headers = new Headers()
    const authorization = c.req.header('Authorization')
    if (authorization !== undefined) headers.set('Authorization', authorization)
    const current = await fetchApi(
      new Request(`${origin}${c.req.path.replace(/^\/api/, '')}`, { headers }),
      c.env,
    )
    if (!current.ok) return
    const refusal = await c.res.json()
    const refusalHeaders = new Headers(c.res.headers)
    const etag = current.headers.get('ETag')
    if (etag) refusalHeaders.set('ETag', etag)
    c.res = new Response(JSON.stringify({ ...refusal, current: await current.json() }), {
      status: 412,
      headers: refusalHeaders,
    })
  }
  return (c, next) => (c.req.method === 'PATCH' || c.req.method === 'DELETE' ? show(c, next) : next())
}
