import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { clientAddressOf } from './client-address.server.ts'
import { isCall, problem } from './problem.ts'
import type { AppDependencies } from '../app-dependencies.ts'
import { createGroupQueue } from '../group-queue.ts'
import type { Sql } from '../database.server.ts'

/** One address may do this `points` times in `seconds`. A process adds `batch` hits at a time to the shared count. */
type Limit = {
  what: string
  method: 'GET' | 'POST'
  path: RegExp
  points: number
  seconds: number
  batch: number
}

/** Why a form is refused for now. */
export type RateLimited = { sentence: string }

type RateLimitEnv = { Variables: { rate_limited: RateLimited } }

const sentence = 'That was very often in a short time.'
/** Forms whose own pages show the refusal, beside what was typed. */
const form = /^\/(book-now\/[^/]+|booking\/[^/]+\/change|itinerary\/[^/]+|contact|vineyard\/[^/]+\/claim)$/

/**
 * Limits how often one address may book, write or search: beyond that 429 with Retry-After, before anything is done.
 * All processes count together in the database: each message, but bookings and searches in batches, so each process
 * may allow one batch too many. Without the database, each process counts by itself.
 */
export function limitRates({
  sql,
  now,
  config: { limits, trusted_proxies },
}: Pick<AppDependencies, 'sql' | 'now' | 'config'>): MiddlewareHandler<RateLimitEnv> {
  const kinds: Limit[] = [
    {
      what: 'bookings',
      method: 'POST',
      path: /^\/(book-now\/[^/]+|booking\/[^/]+\/change|itinerary\/[^/]+|api\/bookings(\/[^/]+\/move)?)$/,
      points: limits.bookings,
      seconds: 600,
      batch: batchOf(limits.bookings),
    },
    {
      what: 'messages',
      method: 'POST',
      path: /^\/(contact|vineyard\/[^/]+\/claim|api\/(contact_messages|vineyard_claims))$/,
      points: limits.messages,
      seconds: 3600,
      batch: 1,
    },
    {
      what: 'searches',
      method: 'GET',
      // Planning a day makes many searches; lists of the API search as the pages do.
      path: /^\/(explore|itinerary\/create|api\/(explore(\/.*)?|suggestions|vineyards|experiences|slots|open_days))$/,
      points: limits.searches,
      seconds: 60,
      batch: batchOf(limits.searches),
    },
  ]
  const count = createCounter(sql)
  const limited = kinds.map((kind) => ({
    ...kind,
    own: new RateLimiterMemory({ points: kind.points, duration: kind.seconds }),
  }))

  /** Takes a point. Returns null, or the seconds until there is one again. */
  const takePoint = async (
    { what, points, seconds, batch, own }: (typeof limited)[number],
    address: string,
  ) => {
    const taken = await own.consume(address).catch(asRefusal)
    if (taken.remainingPoints === 0 && taken.consumedPoints > points) return secondsIn(taken.msBeforeNext)
    if (taken.consumedPoints % batch !== 0) return null
    const at = now()
    const subject = `${what} ${address}`
    const all = await count({ subject, hits: batch, seconds, now: at })
    if (!all || all.counted <= points) return null
    const wait_seconds = secondsIn(all.ends_at.getTime() - at.getTime())
    // Until then this process need not ask the database again.
    await own.block(address, wait_seconds)
    return wait_seconds
  }

  const limit = async (
    kind: (typeof limited)[number],
    path: string,
    c: Context<RateLimitEnv>,
    next: Next,
  ) => {
    const wait_seconds = await takePoint(kind, clientAddressOf(c, trusted_proxies))
    if (wait_seconds === null) return next()
    if (!form.test(path) || kind.method !== 'POST') return tooOften(c, wait_seconds)
    // The page itself responds, because it keeps what was typed.
    c.set('rate_limited', { sentence: `${sentence} ${adviceAfter(wait_seconds)}` })
    await next()
    c.res.headers.set('Retry-After', String(wait_seconds))
  }

  return (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    // React Router requests a page's data at the page's path with this suffix.
    const path = c.req.path.replace(/\.data$/, '')
    const kind = limited.find((one) => one.method === method && one.path.test(path))
    return kind ? limit(kind, path, c, next) : next()
  }
}

/** A twentieth of the limit. */
function batchOf(points: number): number {
  return Math.max(1, Math.floor(points / 20))
}

/** The library rejects when no point is left. */
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
  // Node closes connections with unread bodies, and the response could be lost.
  if (c.req.raw.body) await c.req.arrayBuffer().catch(() => null)
  const advice = adviceAfter(wait_seconds)
  c.header('Retry-After', String(wait_seconds))
  c.header('Cache-Control', 'no-store')
  if (isCall(c)) return problem(c, 429, `${sentence} ${advice}`)
  // React Router's own requests show the text beside the form.
  if (!c.req.header('Accept')?.includes('text/html')) return c.text(`${sentence} ${advice}`, 429)
  return c.html(
    `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>${sentence}</title>` +
      `<h1>${sentence}</h1><p>${advice} Going back keeps what you typed.</p></html>`,
    429,
  )
}

/** Hits to add to a subject's count, in a window of `seconds`. */
type Hits = { subject: string; hits: number; seconds: number; now: Date }
/** The count after these hits, and the end of its window. */
type Count = { counted: number; ends_at: Date }

/** Milliseconds. Without a count by then, the request goes ahead. */
const longestCount = 1000

/** Counts in the database, for all processes. Groups concurrent hits into one call; undefined if that takes too long. */
function createCounter(sql: Sql): (hits: Hits) => Promise<Count | undefined> {
  const count = createGroupQueue({
    serve: (hits: Hits[]) => countAll(sql, hits),
    maxBatch: 200,
    maxWaiting: 5000,
  })
  return async (hits) => {
    const late = new AbortController()
    const counted = await Promise.race([
      count(hits).catch(() => undefined),
      setTimeout(longestCount, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
    ])
    late.abort()
    return counted?.ok ? counted.value : undefined
  }
}

/** Returns the counts in the order of the hits. */
async function countAll(sql: Sql, all: Hits[]): Promise<Count[]> {
  const subjects = new Map<string, { key: string; hits: number; seconds: number }>()
  for (const { subject, hits, seconds } of all) {
    const known = subjects.get(subject)
    if (known) known.hits += hits
    else subjects.set(subject, { key: keyOf(subject), hits, seconds })
  }
  const summed = [...subjects.values()]
  const rows = await sql<{ key: string; counted: number; ends_at: Date }[]>`
    select encode(key, 'hex') as key, counted, ends_at
    from count_requests(
      array(select decode(key, 'hex') from unnest(${summed.map(({ key }) => key)}::text[]) as key),
      ${summed.map(({ hits }) => hits)}::integer[], ${summed.map(({ seconds }) => seconds)}::integer[],
      ${all[0]?.now ?? null}
    )`
  const found = new Map(rows.map((row) => [row.key, row]))
  const before = new Map<string, number>()
  return all.map(({ subject, hits }) => {
    const sum = subjects.get(subject)
    const row = found.get(sum?.key ?? '')
    if (!sum || !row) throw new Error('count_requests returned no row for one of its subjects')
    const counted = (before.get(subject) ?? row.counted - sum.hits) + hits
    before.set(subject, counted)
    return { counted, ends_at: row.ends_at }
  })
}

/** A hash, so that the table holds no addresses. */
function keyOf(subject: string): string {
  return createHash('sha256').update(subject).digest('hex')
}
