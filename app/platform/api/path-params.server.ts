import type { MiddlewareHandler } from 'hono'

import { isId } from '../ids.ts'
import { problem } from '../http/problem.ts'

/** For addresses that end in an id: one that is malformed names nothing, and is answered as one that nothing has. */
export function requireUuidParams(absent: string): MiddlewareHandler {
  return async (c, next) => {
    for (const value of Object.values<string>(c.req.param() as Record<string, string>))
      if (!isId(value)) return problem(c, 404, absent)
    return next()
  }
}
