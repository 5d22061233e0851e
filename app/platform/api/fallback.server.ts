import type { Context, Hono } from 'hono'

import { problem } from '../http/problem.ts'

type Route = { method: string; pattern: RegExp }

/**
 * Responds to requests that no endpoint handles. OPTIONS gets the allowed methods. Any other method gets 405, and an unknown
 * path gets 404. This handler must be registered last.
 */
export function fallback(api: Pick<Hono, 'routes'>) {
  const routes: Route[] = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, pattern: patternOf(path) }))

  return (c: Context, path: string): Response => {
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.size === 0) return problem(c, 404, 'Not found.')
    if (methods.has('GET')) methods.add('HEAD')
    c.header('Allow', [...methods, 'OPTIONS'].toSorted().join(', '))
    if (c.req.method === 'OPTIONS') return c.body(null, 204)
    return problem(c, 405, `${c.req.method} is not allowed here.`)
  }
}

/** Turns '/vineyards/:id' into a pattern for whole paths. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
  return new RegExp(`^${parts.join('/')}$`)
}
