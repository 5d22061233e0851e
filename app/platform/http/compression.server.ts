import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'

import { isWhole } from './security-headers.server.ts'

/**
 * Compresses answers for whoever says that they can read that. For others there is nothing to do but to tell caches that
 * the same address is answered in another way to those who can.
 */
export function compressed(): MiddlewareHandler {
  const squeeze = compress()
  return async (c, next) => {
    if (c.req.header('Accept-Encoding') !== undefined) return squeeze(c, next)
    await next()
    if (!isWhole(c) && !c.res.headers.has('Vary')) c.res.headers.set('Vary', 'Accept-Encoding')
  }
}
