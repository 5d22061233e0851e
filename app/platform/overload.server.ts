import type { Context, MiddlewareHandler } from 'hono'

import { createLine } from './overload.ts'
import { problem } from './problem.ts'

/** With what is done in one turn it stays well below the ten seconds in which everybody is to be answered. */
const longest_wait = 5_000

const sentence = 'Very many people are here right now.'
const advice = 'Nothing was changed. Please try again in a moment.'

/**
 * Keeps a rush from making everybody wait until nobody is answered: `at_once` requests are worked on, `max_waiting` more
 * wait for their turn, and whoever comes then, or waits for more than five seconds, is told so at once: 503 with
 * Retry-After, before anything was done.
 */
export function shedOverload(limits: { at_once: number; max_waiting: number }): MiddlewareHandler {
  const line = createLine({ ...limits, longest_wait })

  return async (c, next) => {
    if (line.isFull()) return away(c)
    // What comes in slowly must not hold a place meanwhile.
    if (c.req.raw.body) {
      const body = await c.req.raw.arrayBuffer().catch(() => null)
      if (body === null) return c.body(null, 400)
      c.req.raw = new Request(c.req.raw, { body })
    }
    if ((await line.enter()) !== 'yours') return away(c)
    try {
      // Nobody is there any more to be told: people reload in a rush.
      if (!hasLeft(c)) await next()
    } finally {
      line.leave()
    }
  }
}

function away(c: Context): Response {
  c.header('Retry-After', '2')
  c.header('Cache-Control', 'no-store')
  if (c.req.path.startsWith('/api/')) return problem(c, 503, `${sentence} ${advice}`)
  // A browser shows the page; the router's own requests show the text on the error screen.
  if (!c.req.header('Accept')?.includes('text/html')) return c.text(`${sentence} ${advice}`, 503)
  return c.html(
    `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>${sentence}</title>` +
      `<h1>${sentence}</h1><p>${advice}</p></html>`,
    503,
  )
}

/** Known only where the request came over the network. */
function hasLeft(c: Context): boolean {
  const env = c.env as { outgoing?: { destroyed: boolean } } | undefined
  return env?.outgoing?.destroyed ?? false
}
