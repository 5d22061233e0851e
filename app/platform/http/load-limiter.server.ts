import type { Context, MiddlewareHandler } from 'hono'

import { createLoadQueue } from './load-limiter.ts'
import { isCall, problem } from './problem.ts'

/** With what is done in one turn it stays well below the ten seconds in which everybody is to be answered. */
const longest_wait = 5_000

/** Bytes. What is larger is not worth reading to its end only to say no. */
const smallBody = 64 * 1024

const sentence = 'Very many people are here right now.'
const advice = 'Nothing was changed. Please try again in a moment.'

/**
 * Keeps a rush from making everybody wait until nobody is answered: `at_once` requests are worked on, `max_waiting` more
 * wait for their turn, and whoever comes then, or waits for more than five seconds, is told so: 503 with Retry-After,
 * before anything was done. `turnAway` stands before all that costs something, `giveTurns` before the work itself;
 * what waits behind them in a line of its own does so in `stepAside`.
 */
export function limitLoad(limits: { at_once: number; max_waiting: number }) {
  const line = createLoadQueue({ ...limits, longest_wait })

  const turnAway: MiddlewareHandler = (c, next) => (line.isFull() ? readAndTurnAway(c) : next())

  const limitLoadInTurn: MiddlewareHandler = async (c, next) => {
    // What comes in slowly must not hold a place meanwhile.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      // Endpoints read on from what Hono keeps, which is quick for what they read as text.
      const body = await (isCall(c) ? c.req.text() : c.req.arrayBuffer()).catch(() => null)
      if (body === null) return c.body(null, 400)
      // Only the router wants a request that was never read, which is dear.
      if (!isCall(c)) c.req.raw = new Request(c.req.raw, { method: c.req.method, body })
    }
    if ((await line.enter()) !== 'yours') return away(c)
    try {
      // People reload in a rush, and then nobody is there any more to be told.
      return hasLeft(c) ? c.body(null, 400) : await next()
    } finally {
      line.leave()
    }
  }

  return { turnAway, giveTurns: limitLoadInTurn, stepAside: line.stepAside }
}

async function readAndTurnAway(c: Context): Promise<Response> {
  // The server cuts connections whose request was answered but not read, and the answer can be lost with them.
  if (Number(c.req.header('Content-Length')) <= smallBody) await c.req.arrayBuffer().catch(() => null)
  return away(c)
}

function away(c: Context): Response {
  c.header('Retry-After', '2')
  c.header('Cache-Control', 'no-store')
  if (isCall(c)) return problem(c, 503, `${sentence} ${advice}`)
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
