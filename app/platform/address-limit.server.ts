import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { addressOf } from './address.server.ts'
import type { Config } from './config.server.ts'
import { problem } from './problem.ts'

/** Something that one address may do only so often: `points` times in `seconds`. */
type Limit = { method: 'GET' | 'POST'; path: RegExp; points: number; seconds: number }

/** Why a form is not taken for now. */
export type HeldBack = { sentence: string }

const sentence = 'That was very often for a short while.'
/** The forms whose pages say so themselves. */
const form = /^\/(book-now\/[^/]+|booking\/[^/]+\/change|contact|vineyard\/[^/]+\/claim)$/

/**
 * Holds an address to its share of what costs us or others something: 429 with Retry-After for what is more, before
 * anything was done. Each process counts for itself, so that counting costs nothing; what guards accounts and mailboxes
 * counts in the database instead.
 */
export function limitAddresses({
  limits,
  trusted_proxies,
}: Pick<Config, 'limits' | 'trusted_proxies'>): MiddlewareHandler<{
  Variables: { held_back: HeldBack }
}> {
  const kinds: Limit[] = [
    {
      method: 'POST',
      path: /^\/(book-now\/[^/]+|booking\/[^/]+\/change|api\/bookings(\/[^/]+\/move)?)$/,
      points: limits.bookings,
      seconds: 600,
    },
    {
      method: 'POST',
      path: /^\/(contact|vineyard\/[^/]+\/claim|api\/(contact_messages|vineyard_claims))$/,
      points: limits.messages,
      seconds: 3600,
    },
    {
      method: 'GET',
      path: /^\/(explore|api\/(explore(\/.*)?|slots|open_days))$/,
      points: limits.searches,
      seconds: 60,
    },
  ]
  const counted = kinds.map(({ points, seconds, ...kind }) => ({
    ...kind,
    limiter: new RateLimiterMemory({ points, duration: seconds }),
  }))

  return async (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    // The router asks for a page's data under the page's own address with this end.
    const path = c.req.path.replace(/\.data$/, '')
    const kind = counted.find((one) => one.method === method && one.path.test(path))
    if (!kind) return next()
    const wait_seconds = await waitOf(kind.limiter, addressOf(c, trusted_proxies))
    if (wait_seconds === null) return next()
    if (!form.test(path) || method !== 'POST') return tooOften(c, wait_seconds)
    // The page itself answers, because it has what was typed.
    c.set('held_back', { sentence: `${sentence} ${adviceAfter(wait_seconds)}` })
    await next()
    c.res.headers.set('Retry-After', String(wait_seconds))
  }
}

/** Takes a point, or says in how many seconds there is one again. */
async function waitOf(limiter: RateLimiterMemory, address: string): Promise<number | null> {
  try {
    await limiter.consume(address)
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}

function adviceAfter(wait_seconds: number): string {
  const minutes = Math.ceil(wait_seconds / 60)
  return `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

async function tooOften(c: Context, wait_seconds: number): Promise<Response> {
  // The server cuts connections whose request was answered but not read, and the answer can be lost with them.
  if (c.req.raw.body) await c.req.arrayBuffer().catch(() => null)
  const advice = adviceAfter(wait_seconds)
  c.header('Retry-After', String(wait_seconds))
  c.header('Cache-Control', 'no-store')
  if (c.req.path.startsWith('/api/')) return problem(c, 429, `${sentence} ${advice}`)
  // A browser shows the page; the router's own requests show the text where the form stands.
  if (!c.req.header('Accept')?.includes('text/html')) return c.text(`${sentence} ${advice}`, 429)
  return c.html(
    `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>${sentence}</title>` +
      `<h1>${sentence}</h1><p>${advice} Going back keeps what you typed.</p></html>`,
    429,
  )
}
