import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { clientAddressOf } from './client-address.server.ts'
import { refuseForNow } from './problem.ts'
import type { AppDependencies } from '../app-dependencies.ts'
import type { Sql } from '../database/database.server.ts'

/** Why a form is refused for now. */
export type RateLimited = { sentence: string }

type RateLimitEnv = { Variables: { rate_limited: RateLimited; is_wrong_key?: boolean } }

const title = 'Too many requests in a short time.'
/** Forms whose own pages show the refusal beside the fields that were typed. */
const form =
  /^\/(book-now\/[^/]+|embed\/[^/]+\/book|(embed\/[^/]+\/)?booking\/[^/]+\/(change|called-off)|booking\/[^/]+\/(new-time|review)|itinerary\/[^/]+(\/answer)?|contact|sign-in|for-vineyards\/add|vineyard\/[^/]+\/(claim|opening-alert))$/

/**
 * Limits how often one address may book, write or search. A request beyond the limit gets 429 with Retry-After and does
 * nothing. All processes share their counts in the database. Messages and reviews are counted one by one. Bookings and searches
 * are counted in batches, so each process may allow one batch too many. Without the database, each process counts on its own.
 */
export function limitRates({
  sql,
  now,
  config: { limits, trusted_proxies },
}: Pick<AppDependencies, 'sql' | 'now' | 'config'>): MiddlewareHandler<RateLimitEnv> {
  const kinds = [
    limitOf('bookings', {
      method: 'POST',
      path: /^\/(book-now\/[^/]+|embed\/[^/]+\/book|(embed\/[^/]+\/)?booking\/[^/]+\/(change|called-off)|booking\/[^/]+\/new-time|itinerary\/[^/]+(\/answer)?|api\/bookings(\/[^/]+\/move)?)$/,
      points: limits.bookings,
      seconds: 600,
    }),
    limitOf('messages', {
      method: 'POST',
      path: /^\/(contact|sign-in|for-vineyards\/add|vineyard\/[^/]+\/(claim|opening-alert)|api\/(contact_messages|vineyard_claims))$/,
      points: limits.messages,
      seconds: 3600,
      batch: 1,
    }),
    limitOf('reviews', {
      method: 'POST',
      path: /^\/(booking\/[^/]+\/review|vineyard\/[^/]+)$/,
      points: limits.messages * 3,
      seconds: 3600,
      batch: 1,
    }),
    limitOf('searches', {
      method: 'GET',
      // Planning a day makes many searches, and the API's lists search like the pages.
      path: /^\/(explore|itinerary\/create|api\/(explore(\/.*)?|suggestions|vineyards|experiences|slots|open_days))$/,
      points: limits.searches,
      seconds: 60,
    }),
  ]

  const ofKey = limitOf('requests with a key', { points: limits.key_requests, seconds: 60 })
  const wrongKeys = limitOf('wrong keys', { points: limits.wrong_keys, seconds: 600, batch: 1 })
  // Each look-up of an unknown key costs a query, so the look-ups of a blocked address are limited too.
  const lookUps = new RateLimiterMemory({ points: limits.wrong_keys, duration: 60 })
  const keysThatWorked = new Set<string>()

  /** Takes one point. Returns null, or if no point is left, the seconds until there is a point again. */
  const takePoint = async ({ what, points, seconds, batch, own }: Limit, address: string) => {
    const taken = await own.consume(address).catch(asRefusal)
    if (taken.remainingPoints === 0 && taken.consumedPoints > points) return secondsIn(taken.msBeforeNext)
    if (taken.consumedPoints % batch !== 0) return null
    const at = now()
    const all = await countHits(sql, { subject: `${what} ${address}`, hits: batch, seconds }, at)
    if (!all || all.counted <= points) return null
    const wait_seconds = secondsIn(all.ends_at.getTime() - at.getTime())
    // While the address is blocked here, this process need not query the database again.
    await own.block(address, wait_seconds)
    return wait_seconds
  }

  const limit = async (
    kind: Limit & { method: string },
    path: string,
    c: Context<RateLimitEnv>,
    next: Next,
  ) => {
    const wait_seconds = await takePoint(kind, clientAddressOf(c, trusted_proxies))
    if (wait_seconds === null) return next()
    if (!form.test(path) || kind.method !== 'POST') return refuseTooOften(c, wait_seconds)
    // The page itself responds, because it shows the typed fields again.
    c.set('rate_limited', { sentence: `${title} ${adviceAfter(wait_seconds)}` })
    await next()
    c.res.headers.set('Retry-After', String(wait_seconds))
  }

  /**
   * Counts the requests of each API key, from all addresses together, and the wrong keys of each address. An address over its
   * limit gets 429 for every further wrong key. Once it has sent `wrong_keys` more within a minute, it may use only keys that
   * have worked before.
   */
  const limitKey = async (key: string, c: Context<RateLimitEnv>, next: Next) => {
    const address = clientAddressOf(c, trusted_proxies)
    const wrong = await wrongKeys.own.get(address)
    const blocked = wrong !== null && wrong.consumedPoints > wrongKeys.points ? wrong : null
    if (blocked && !keysThatWorked.has(key) && (await lookUps.get(address))?.remainingPoints === 0)
      return refuseTooOften(c, secondsIn(blocked.msBeforeNext))
    const wait_seconds = await takePoint(ofKey, key)
    if (wait_seconds !== null) return refuseTooOften(c, wait_seconds)
    await next()
    const isWrong = c.get('is_wrong_key')
    if (isWrong === false) keysThatWorked.add(key)
    if (!isWrong) return
    keysThatWorked.delete(key)
    await takePoint(wrongKeys, address)
    if (!blocked) return
    await lookUps.consume(address).catch(asRefusal)
    c.res = await refuseTooOften(c, secondsIn(blocked.msBeforeNext))
  }

  return (c, next) => {
    const key = /^\/(api|octo)\//.test(c.req.path) && keyOf(c.req.header('Authorization'))
    if (key) return limitKey(key, c, next)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const path = routedPath(c.req.path)
    const kind = kinds.find((limit) => limit.method === method && limit.path.test(path))
    return kind ? limit(kind, path, c, next) : next()
  }
}

/** Returns the plain form of a path. React Router also accepts capitals, slashes at the end and the suffix of a page's data. */
function routedPath(path: string): string {
  return path
    .toLowerCase()
    .replace(/(\/_)?\.data$/, '')
    .replace(/(?<!\/)\/+$/, '')
}

/** Returns a hash of the API key in an `Authorization` header, so that memory and the database hold no keys. */
function keyOf(authorization: string | undefined): string | undefined {
  const [key] = /(?<=^Bearer )cv_(live|test)_[\w-]{43}$/i.exec(authorization ?? '') ?? []
  return key && createHash('sha256').update(key).digest('base64')
}

type Counted = { points: number; seconds: number; batch?: number }
type Limit = ReturnType<typeof limitOf<Counted>>

/** Returns a limit of `points` hits in `seconds` per address or key. A process adds `batch` hits at once to the shared count. */
function limitOf<Of extends Counted>(what: string, limit: Of) {
  const { points, seconds: duration } = limit
  const batch = Math.max(1, Math.floor(points / 20))
  return { what, batch, ...limit, own: new RateLimiterMemory({ points, duration }) }
}

/** Returns the library's rejection if it says that no point is left. Throws any other error. */
function asRefusal(refusal: unknown): RateLimiterRes {
  if (refusal instanceof RateLimiterRes) return refusal
  throw refusal
}

function secondsIn(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}

/** Returns 'Please try again in 4 minutes.'; from two hours on, the sentence counts hours. */
export function adviceAfter(wait_seconds: number): string {
  const minutes = Math.ceil(wait_seconds / 60)
  const wait = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return `Please try again in ${minutes === 1 ? 'a minute' : wait}.`
}

async function refuseTooOften(c: Context, wait_seconds: number): Promise<Response> {
  // Node closes connections with unread bodies, and the response could be lost.
  if (c.req.raw.body) await c.req.arrayBuffer().catch(() => null)
  return refuseForNow(c, 429, {
    title,
    advice: adviceAfter(wait_seconds),
    wait_seconds,
    page_advice: 'Going back keeps what you typed.',
  })
}

/** The milliseconds that counting may take. After that, the request goes ahead without a count. */
const longestCount = 1000

/**
 * Adds `hits` to the count that all processes share for a subject, in a window of `seconds`. Returns undefined if counting
 * fails or takes too long. The table has hashes of the subjects instead of addresses.
 */
async function countHits(
  sql: Sql,
  { subject, hits, seconds }: { subject: string; hits: number; seconds: number },
  now: Date,
): Promise<{ counted: number; ends_at: Date } | undefined> {
  const key = createHash('sha256').update(subject).digest()
  const late = new AbortController()
  const counted = await Promise.race([
    sql<{ counted: number; ends_at: Date }[]>`
      select counted, ends_at from count_requests(
        array[${key}::bytea], array[${hits}::integer], array[${seconds}::integer], ${now}
      )
    `.catch(() => undefined),
    setTimeout(longestCount, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
  ])
  late.abort()
  return counted?.[0]
}
