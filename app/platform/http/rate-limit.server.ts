import type { Context, MiddlewareHandler, Next } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { clientAddressOf } from './client-address.server.ts'
import { isCall, problem } from './problem.ts'
import { createRateLimitCounter } from './rate-limit-counter.server.ts'
import type { AppDependencies } from '../app-dependencies.ts'

/**
 * Something that one address may do only so often: `points` times in `seconds`. A process tells the others of every
 * `told`-th time.
 */
type Limit = {
  what: string
  method: 'GET' | 'POST'
  path: RegExp
  points: number
  seconds: number
  told: number
}

/** Why a form is not taken for now. */
export type RateLimited = { sentence: string }

type MayBeHeld = { Variables: { held_back: RateLimited } }

const sentence = 'That was very often for a short while.'
/** The forms whose pages say so themselves. */
const form = /^\/(book-now\/[^/]+|booking\/[^/]+\/change|itinerary\/[^/]+|contact|vineyard\/[^/]+\/claim)$/

/**
 * Holds an address to its share of what costs us or others something: 429 with Retry-After for what is more, before
 * anything was done. All processes count together, in the database: messages each before it is taken; bookings and
 * searches by the packet, so that most of them cost nothing, and each process can give away one packet too much. Each
 * process counts for itself as well, which is all there is while the database does not answer.
 */
export function limitRates({
  sql,
  now,
  config: { limits, trusted_proxies },
}: Pick<AppDependencies, 'sql' | 'now' | 'config'>): MiddlewareHandler<MayBeHeld> {
  const kinds: Limit[] = [
    {
      what: 'bookings',
      method: 'POST',
      path: /^\/(book-now\/[^/]+|booking\/[^/]+\/change|itinerary\/[^/]+|api\/bookings(\/[^/]+\/move)?)$/,
      points: limits.bookings,
      seconds: 600,
      told: packetOf(limits.bookings),
    },
    {
      what: 'messages',
      method: 'POST',
      path: /^\/(contact|vineyard\/[^/]+\/claim|api\/(contact_messages|vineyard_claims))$/,
      points: limits.messages,
      seconds: 3600,
      told: 1,
    },
    {
      what: 'searches',
      method: 'GET',
      // A plan is many searches in one, and the lists of the API search as the pages do.
      path: /^\/(explore|itinerary\/create|api\/(explore(\/.*)?|suggestions|vineyards|experiences|slots|open_days))$/,
      points: limits.searches,
      seconds: 60,
      told: packetOf(limits.searches),
    },
  ]
  const count = createRateLimitCounter(sql)
  const counted = kinds.map((kind) => ({
    ...kind,
    own: new RateLimiterMemory({ points: kind.points, duration: kind.seconds }),
  }))

  /** Takes a point, or says in how many seconds there is one again. */
  const waitOf = async ({ what, points, seconds, told, own }: (typeof counted)[number], address: string) => {
    const taken = await own.consume(address).catch(asRefusal)
    if (taken.remainingPoints === 0 && taken.consumedPoints > points) return secondsIn(taken.msBeforeNext)
    if (taken.consumedPoints % told !== 0) return null
    const at = now()
    const subject = `${what} ${address}`
    const all = await count({ subject, hits: told, seconds, now: at })
    if (!all || all.counted <= points) return null
    const wait_seconds = secondsIn(all.ends_at.getTime() - at.getTime())
    // Until then nobody needs to be asked again.
    await own.block(address, wait_seconds)
    return wait_seconds
  }

  const takePoint = async (
    kind: (typeof counted)[number],
    path: string,
    c: Context<MayBeHeld>,
    next: Next,
  ) => {
    const wait_seconds = await waitOf(kind, clientAddressOf(c, trusted_proxies))
    if (wait_seconds === null) return next()
    if (!form.test(path) || kind.method !== 'POST') return tooOften(c, wait_seconds)
    // The page itself answers, because it has what was typed.
    c.set('held_back', { sentence: `${sentence} ${adviceAfter(wait_seconds)}` })
    await next()
    c.res.headers.set('Retry-After', String(wait_seconds))
  }

  return (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    // The router asks for a page's data under the page's own address with this end.
    const path = c.req.path.replace(/\.data$/, '')
    const kind = counted.find((one) => one.method === method && one.path.test(path))
    return kind ? takePoint(kind, path, c, next) : next()
  }
}

/** A twentieth of what one address may do. */
function packetOf(points: number): number {
  return Math.max(1, Math.floor(points / 20))
}

/** The library says by a rejection that there is no point left. */
function asRefusal(refusal: unknown): RateLimiterRes {
  if (refusal instanceof RateLimiterRes) return refusal
  throw refusal
}

function secondsIn(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
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
  if (isCall(c)) return problem(c, 429, `${sentence} ${advice}`)
  // A browser shows the page; the router's own requests show the text where the form stands.
  if (!c.req.header('Accept')?.includes('text/html')) return c.text(`${sentence} ${advice}`, 429)
  return c.html(
    `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>${sentence}</title>` +
      `<h1>${sentence}</h1><p>${advice} Going back keeps what you typed.</p></html>`,
    429,
  )
}
