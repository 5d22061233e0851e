import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses a body of more than the usual bytes, or than those named for a path and what stands below it. A body that says its
 * length is believed, because the server reads no further than that; only one that comes in pieces has to be counted.
 * Looking at a body to count it makes a stream of it, which costs more than the rest of a small request.
 */
export function limitBodies(
  { usual, below }: { usual: number; below: Record<string, number> },
  refuse: (c: Context) => Response,
): MiddlewareHandler {
  const limitOf = (bytes: number) => ({ bytes, count: bodyLimit({ maxSize: bytes, onError: refuse }) })
  const ordinary = limitOf(usual)
  const larger = Object.entries(below).map(([path, bytes]) => ({ path, limit: limitOf(bytes) }))
  return async (c, next) => {
    const { bytes, count } = larger.find(({ path }) => c.req.path.startsWith(path))?.limit ?? ordinary
    if (c.req.header('Transfer-Encoding') !== undefined) return count(c, next)
    if (Number(c.req.header('Content-Length') ?? 0) > bytes) return refuse(c)
    await next()
  }
}
