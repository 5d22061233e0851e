import type { Context, MiddlewareHandler } from 'hono'

import { counter } from '../metrics.server.ts'
import { isCall, refuseForNow } from './problem.ts'

const refused = counter(
  'chalk_load_limiter_refused_total',
  'Requests refused with 503, by limit, because too many were waiting (full) or they waited too long (too_late).',
  ['limit', 'reason'],
)

/** The limit that refused a request: the limit for all requests (`MAX_WAITING`), or the limit for files and reports. */
type Limit = 'requests' | 'heavy_reads'

/** The longest wait in milliseconds. It is short, so that the wait and the work together take less than ten seconds. */
const longestWait = 5_000

/** The size in bytes up to which the body of a refused request is read. */
const smallBody = 64 * 1024

/**
 * Limits how many requests are worked on at once. `max_waiting` more wait at most five seconds; all others get 503 with
 * Retry-After before any work is done. `refuseWhenFull` runs before any costly step, and `wait` before the work itself.
 * `stepAside` lets another request run while the calling request waits for something else.
 */
export function limitLoad(limits: { at_once: number; max_waiting: number }) {
  const queue = createLoadQueue({ ...limits, longest_wait: longestWait })

  const refuseWhenFull: MiddlewareHandler = (c, next) => (queue.isFull() ? readAndRefuse(c) : next())

  const wait: MiddlewareHandler = async (c, next) => {
    // Reads the body before entering, so that a slow upload does not keep other requests waiting.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      // Hono keeps the text for the endpoint, which is faster than reading the body of a new request.
      const body = await (isCall(c) ? c.req.text() : c.req.arrayBuffer()).catch(() => null)
      if (body === null) return c.body(null, 400)
      // React Router refuses a request whose body was read, so it gets a new request.
      if (!isCall(c)) c.req.raw = new Request(c.req.raw, { method: c.req.method, body })
    }
    // When the site is slow, people reload pages, which leaves requests whose responses nobody reads.
    return queue.run(
      async () => (isAborted(c) ? c.body(null, 400) : await next()),
      (reason) => refuse(c, 'requests', reason),
    )
  }

  return { refuseWhenFull, wait, stepAside: queue.stepAside, usage: queue.usage }
}

/**
 * Makes only two files or reports at once, because each reads very many rows. Four more requests wait at most five seconds;
 * all others get 503 with Retry-After.
 */
export function limitHeavyReads(): MiddlewareHandler {
  const queue = createLoadQueue({ at_once: 2, max_waiting: 4, longest_wait: longestWait })
  return (c, next) => queue.run(next, (reason) => refuse(c, 'heavy_reads', reason))
}

type LoadRefusal = 'full' | 'too_late'
export type LoadAnswer = 'entered' | LoadRefusal

/**
 * Admits `at_once` callers and lets `max_waiting` more wait in order, each at most `longest_wait` ms. An admitted caller
 * must call `leave` in the end. `stepAside` leaves while `wait` runs and then enters again at once, even above the limit.
 */
export function createLoadQueue(limits: { at_once: number; max_waiting: number; longest_wait: number }) {
  const waiting = new Set<() => void>()
  let inside = 0

  const isFull = () => inside >= limits.at_once && waiting.size >= limits.max_waiting

  const enter = (): LoadAnswer | Promise<LoadAnswer> => {
    if (isFull()) return 'full'
    if (inside < limits.at_once) {
      inside++
      return 'entered'
    }
    const { promise, resolve } = Promise.withResolvers<LoadAnswer>()
    const admit = () => {
      clearTimeout(timer)
      waiting.delete(admit)
      resolve('entered')
    }
    const timer = setTimeout(() => {
      waiting.delete(admit)
      resolve('too_late')
    }, limits.longest_wait)
    waiting.add(admit)
    return promise
  }

  const leave = () => {
    inside--
    // A set keeps the order of arrival. The first waiting caller enters right here, so no new caller can overtake it.
    const [next] = waiting
    if (next && inside < limits.at_once) {
      inside++
      next()
    }
  }

  /** Runs work as an admitted caller. Returns the value of `refuse` when the work was not admitted. */
  const run = async <Value, Refused>(
    work: () => Promise<Value>,
    refuse: (reason: LoadRefusal) => Refused,
  ): Promise<Value | Refused> => {
    const entered = await enter()
    if (entered !== 'entered') return refuse(entered)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  const stepAside = async <Value>(wait: () => Promise<Value>): Promise<Value> => {
    leave()
    try {
      return await wait()
    } finally {
      inside++
    }
  }

  const usage = () => ({ working: inside, waiting: waiting.size })

  return { isFull, enter, leave, run, stepAside, usage }
}

/** Reads a small body first: Node closes connections with unread bodies, and the response could be lost. */
async function readAndRefuse(c: Context): Promise<Response> {
  if (Number(c.req.header('Content-Length')) <= smallBody) await c.req.arrayBuffer().catch(() => null)
  return refuse(c, 'requests', 'full')
}

function refuse(c: Context, limit: Limit, reason: LoadRefusal): Response {
  refused.inc({ limit, reason })
  return refuseForNow(c, 503, {
    title: 'Very many people are here right now.',
    advice: 'Nothing was changed. Please try again in a moment.',
    wait_seconds: 2,
  })
}

/** Returns whether the client has closed its connection; always false for requests without a network. */
function isAborted(c: Context): boolean {
  const env = c.env as { outgoing?: { destroyed: boolean } } | undefined
  return env?.outgoing?.destroyed ?? false
}
