import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses bodies of more than `usual` bytes, or more than `below` allows for a path prefix. Trusts `Content-Length`, because
 * Node reads no more bytes than it states. Only chunked bodies are counted: counting costs more than all other work for a small
 * request.
 */
export function limitBodies(
  { usual, below }: { usual: number; below: Record<string, number> },
  refuse: (c: Context) => Response,
): MiddlewareHandler {
  const limitOf = (bytes: number) => ({ bytes, count: bodyLimit({ maxSize: bytes, onError: refuse }) })
  const ordinary = limitOf(usual)
  const larger = Object.entries(below).map(([path, bytes]) => ({ path, limit: limitOf(bytes) }))
  return (c, next) => {
    const { bytes, count } = larger.find(({ path }) => c.req.path.startsWith(path))?.limit ?? ordinary
    const length = c.req.header('Content-Length')
    if (c.req.header('Transfer-Encoding') !== undefined) return count(c, next)
    if (length === undefined)
      return c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : count(c, next)
    return Number(length) > bytes ? Promise.resolve(refuse(c)) : next()
  }
}
