import { SpanKind } from '@opentelemetry/api'
import { hash, randomUUID } from 'node:crypto'
import { createContext } from 'react-router'

import { printLink } from '../../mail/queue-email.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { mayHaveSucceeded, type Queryable, type Sql } from '../../platform/database/database.server.ts'
import type { Day, Time } from '../../platform/days.ts'
import { createGroupQueue } from '../../platform/group-queue.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { currentTraceparent, isTracing, traced } from '../../platform/telemetry.server.ts'
import { bookingsMade, bookingsRefused, holdsMade } from '../booking-metrics.server.ts'
import { bookingColumns } from '../booking.server.ts'
import type { GuestBookingRequest } from './booking-request.ts'
import type { Booking } from '../booking.shapes.ts'

/** A request to book, with the fields that the SQL function `create_bookings` expects. */
export type BookingRequest = {
  id: string
  vineyard_id: string
  experience_id: string
  pattern_id?: string
  availability_id?: string
  slot_date: Day
  start_time?: Time
  number_of_guests: number
  price_per_person?: number
  total_price?: number
  guest_name: string
  guest_email: string
  guest_phone: string
  special_requests: string
  user_id?: string | null
  idempotency_key: string
  request_hash: string
  requested_at: Date
  /** 'public' if absent. */
  channel?: 'widget'
  /** The trace of the request, while traces are exported. */
  traceparent?: string
}

/** What became of one request. `booking` is set on success, and when the same request had succeeded before ('repeated'). */
export type BookingOutcome = {
  problem: Exclude<CreationProblem, 'unconfirmed'> | SqlEnums['link_problem'] | 'held' | null
  booking_id: string | null
  remaining: number | null
  price: number | null
  booking: Booking
  /** Of `emails`: when the guest's mailbox may get its next email. Of `held`: until when the places are held. */
  until?: Date | null
}

/** Books through the queue. Answers `queue_full` and writes nothing when `maxWaiting` requests are waiting. */
export type BookingQueue = {
  book: (request: BookingRequest) => Promise<Result<BookingOutcome, 'queue_full'>>
  /** How many requests wait. */
  waiting?: () => number
}

/**
 * What people may do who are not signed in with the guest's address: emails to one mailbox, and where the path of a link
 * goes that was emailed. A link confirms what is beyond a few bookings of one person.
 */
export type VisitorRules = { emailsAnHour: number; onLink: (path: string) => void }

/** Returns the rules of the settings, if they limit anything. Without SMTP, links are printed. */
export function visitorRules(config: Config): VisitorRules | undefined {
  const emailsAnHour = config.limits.booking_emails
  if (emailsAnHour === 0) return undefined
  return {
    emailsAnHour,
    onLink: (path) => printLink(config, config.site_url + path),
  }
}

/** The queue of this process, in the request's context. */
export const bookingQueue = createContext<BookingQueue>()

// With 64 concurrent callers, batches of 32 sell a hot slot 25 % faster than batches of 64:
// one half is parsed while the other half commits.
const maxBatch = 32

/**
 * The queue of this process. It groups concurrent requests into one transaction (group commit) to save round trips.
 * It does not decide what may be sold: the SQL function does, also across processes.
 */
export function createBookingQueue(
  sql: Sql,
  { maxWaiting, visitors }: { maxWaiting: number; visitors?: VisitorRules | undefined },
): BookingQueue {
  const create = (requests: BookingRequest[]) =>
    createBookings(sql, requests, visitors).catch((error: unknown) => {
      // The connection was lost before an answer: the idempotency keys show what was already booked.
      if (mayHaveSucceeded(error)) return createBookings(sql, requests, visitors)
      throw error
    })
  // One transaction for several requests belongs to none of their traces, and names them all as its causes.
  const serve = (requests: BookingRequest[]) => {
    if (requests.length === 1 || !isTracing()) return create(requests)
    const causes = requests.flatMap(({ traceparent }) => traceparent ?? [])
    return traced('book together', { kind: SpanKind.INTERNAL, is_root: true, causes }, () => create(requests))
  }
  const queue = createGroupQueue({ serve, maxBatch, maxWaiting })
  const book = async (request: BookingRequest) => {
    const outcome = await queue(request)
    return outcome.ok ? ok(await holdIfUnconfirmed(sql, request, outcome.value, visitors)) : outcome
  }
  return { book, waiting: queue.waiting }
}

/** Books each request at once, without the queue, so that it can join the caller's transaction. */
export function unqueuedBooking(sql: Queryable, visitors?: VisitorRules): BookingQueue {
  return {
    book: async (request) => {
      const [outcome] = await createBookings(sql, [request], visitors)
      return ok(await holdIfUnconfirmed(sql, request, outcome as Attempted, visitors))
    },
  }
}

/** An outcome before the places of an unconfirmed request are held. */
type Attempted = Omit<BookingOutcome, 'problem'> & { problem: CreationProblem | null }
type CreationProblem = SqlEnums['booking_problem'] | SqlEnums['visitor_booking_problem']

/** Holds the places of an unconfirmed request, in a transaction of its own, and emails the link that confirms it. */
async function holdIfUnconfirmed(
  sql: Queryable,
  request: BookingRequest,
  { problem, ...outcome }: Attempted,
  visitors: VisitorRules | undefined,
): Promise<BookingOutcome> {
  if (problem !== 'unconfirmed') return { ...outcome, problem }
  type Row = Pick<BookingOutcome, 'remaining' | 'price'> & {
    problem: SqlEnums['link_problem'] | null
    link: string | null
    held_until: Date
    retry_at: Date
  }
  const [{ link, held_until, retry_at, ...held }] = await retrying(
    sql,
    (sql) => sql<[Row]>`
      select problem, remaining, price_per_person as price, link, held_until, retry_at
      from hold_for_link(${sql.json(request as never)}, ${visitors?.emailsAnHour ?? 0})`,
  )
  if (link !== null) {
    holdsMade.inc()
    visitors?.onLink(link)
  }
  const until = held.problem === null ? held_until : retry_at
  return { ...outcome, ...held, problem: held.problem ?? 'held', until }
}

/**
 * Creates bookings in one transaction, and returns the outcomes in the order of the requests. The rules for `visitors`
 * apply to people who are not signed in with the guest's address.
 */
export async function createBookings(
  sql: Queryable,
  requests: BookingRequest[],
  visitors?: VisitorRules,
): Promise<Attempted[]> {
  const rows = await retrying(sql, (sql) => {
    const json = sql.json(requests as never)
    return sql<(Omit<Attempted, 'booking'> & Booking)[]>`
      select p.problem, p.booking_id, p.remaining, p.price_per_person as price, p.retry_at as until, ${bookingColumns(sql)}
      from ${
        visitors
          ? sql`create_visitor_bookings(${json}, ${visitors.emailsAnHour})`
          : sql`(select c.*, null::timestamptz as retry_at from create_bookings(${json}) c)`
      } p cross join lateral (select (p.booking).*) b
      order by p.ordinal`
  })
  return rows.map(({ problem, booking_id, remaining, price, until, ...booking }) => ({
    problem,
    booking_id,
    remaining,
    price,
    until: until ?? null,
    booking,
  }))
}

/** Why nothing was booked. `key_reused` names the booking that the key belongs to. */
export type BookingProblem =
  | { kind: 'slot'; reason: 'full' | 'gone'; remaining: number }
  | { kind: 'price'; price_per_person: number }
  | { kind: 'group_size' }
  | { kind: 'key_reused'; booking_id: string }
  | { kind: 'queue_full' }
  | LinkNeeded
  | { kind: 'emails'; until: Date }

/** The places are held until then, unless a link that was emailed confirms the booking. */
export type LinkNeeded = { kind: 'held'; until: Date }

/** Not part of the request's hash: a form sent again after signing in or out is still the same request. */
type Caller = Pick<BookingRequest, 'user_id' | 'channel'>

/** Books a slot with its event and its email, all or nothing. The same key and request return the same booking again. */
export function createBooking(
  queue: BookingQueue,
  experience: { id: string; vineyard_id: string },
  { slot, ...request }: GuestBookingRequest,
  now: Date,
  caller: Caller = {},
): Promise<Result<Booking, BookingProblem>> {
  const { id: experience_id, vineyard_id } = experience
  return submit(queue, { ...request, ...slot, vineyard_id, experience_id }, now, caller)
}

/** A request of a caller who knows the day, the start and the total, but no slot id. */
export type StartRequest = Omit<GuestBookingRequest, 'slot' | 'price_per_person'> & {
  vineyard_id: string
  experience_id: string
  start_time: string
  total_price: number
  /** The visitor who is signed in, if any. */
  user_id: string | null
}

/** Books like `createBooking`, without a slot id. */
export function createBookingByStart(
  queue: BookingQueue,
  request: StartRequest,
  now: Date,
): Promise<Result<Booking, BookingProblem>> {
  return submit(queue, request, now)
}

async function submit(
  queue: BookingQueue,
  request: Omit<BookingRequest, 'id' | 'request_hash' | 'requested_at'>,
  now: Date,
  { user_id, channel }: Caller = {},
): Promise<Result<Booking, BookingProblem>> {
  const traceparent = currentTraceparent()
  const outcome = await queue.book({
    ...request,
    ...(traceparent && { traceparent }),
    ...(user_id && { user_id }),
    ...(channel && { channel }),
    id: randomUUID(),
    request_hash: hashOf(request),
    requested_at: now,
  })
  if (!outcome.ok) {
    bookingsRefused.inc({ reason: outcome.problem })
    return refused({ kind: outcome.problem })
  }
  const { problem, booking, booking_id, remaining, price } = outcome.value
  const until = outcome.value.until ?? now
  if (problem === null) bookingsMade.inc({ channel: channel ?? 'public' })
  else if (problem !== 'repeated' && problem !== 'held') bookingsRefused.inc({ reason: problem })
  if (problem === null || problem === 'repeated') return ok(booking)
  return refused(bookingProblem(problem, { booking_id, remaining, price, until }))
}

/** Why SQL booked nothing. */
export function bookingProblem(
  problem: Exclude<BookingOutcome['problem'], 'repeated' | null>,
  {
    booking_id,
    remaining,
    price,
    until,
  }: Pick<BookingOutcome, 'booking_id' | 'remaining' | 'price' | 'until'>,
): BookingProblem {
  switch (problem) {
    case 'key_reused':
      return { kind: 'key_reused', booking_id: booking_id ?? '' }
    case 'price':
      return { kind: 'price', price_per_person: price ?? 0 }
    case 'group_size':
      return { kind: 'group_size' }
    case 'emails':
    case 'held':
      return { kind: problem, until: until ?? new Date(Number.NaN) }
    case 'gone':
    case 'full':
      return { kind: 'slot', reason: problem, remaining: remaining ?? 0 }
  }
}

/** A hash of a request, which tells whether it is repeated with other details. */
export function hashOf(request: Record<string, unknown>): string {
  const ordered = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(ordered))
}
