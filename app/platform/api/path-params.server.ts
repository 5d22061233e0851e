import type { MiddlewareHandler } from 'hono'

import { isId } from '../ids.ts'
import { problem } from '../http/problem.ts'

/** Responds with 404 and the message `absent` if a path parameter is not a UUID. */
export function requireUuidParams(absent: string): MiddlewareHandler {
  return async (c, next) => {
    for (const value of Object.values<string>(c.req.param() as Record<string, string>))
      if (!isId(value)) return problem(c, 404, absent)
    return next()
  }
}
