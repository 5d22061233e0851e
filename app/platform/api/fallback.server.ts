import type { Context, Hono } from 'hono'

import { problem } from '../http/problem.ts'

type Route = { method: string; pattern: RegExp }

/**
 * Handles requests without an endpoint: OPTIONS lists the allowed methods, another method is 405, an unknown path 404.
 * Register it last.
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
