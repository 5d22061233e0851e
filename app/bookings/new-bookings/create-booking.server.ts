import { hash, randomUUID } from 'node:crypto'
import { createContext } from 'react-router'

import { printLink } from '../../mail/queue-email.server.ts'
import type { Config } from '../../platform/config.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day, Time } from '../../platform/days.ts'
import { createLoadQueue } from '../../platform/http/load-limiter.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { Booking } from '../booking.shapes.ts'
import { bookingsMade, countRefusedRequest, holdsMade } from '../booking-metrics.server.ts'
import { bookingColumns } from '../booking.server.ts'
import type { Guest, GuestBookingRequest } from './booking-request.ts'

/** A request to book, with the fields that the SQL function `create_booking` expects. */
export type BookingRequest = Guest & {
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
  user_id?: string | null
  idempotency_key: string
  request_hash: string
  requested_at: Date
  /** The channel is 'public' if this is absent. */
  channel?: 'widget'
}

/**
 * Runs a booking once bookings use fewer than half of the connections. Returns null if too many bookings wait, or if this
 * booking waits too long.
 */
export type BookingLimit = <Value>(book: () => Promise<Value>) => Promise<Value | null>

/** The booking limit of this process, in the request's context. */
export const bookingLimit = createContext<BookingLimit>()

/** How long a booking may wait, in ms. 1,000 bookings of one slot take 3 s on two cores. */
const longestWaitToBook = 30_000

/** Returns the queue in which bookings wait while other bookings use half of the process's connections to the database. */
export function queueBookings({ database_pool, max_waiting }: Pick<Config, 'database_pool' | 'max_waiting'>) {
  // The other half stays free for other requests while one slot sells very fast.
  return createLoadQueue({
    at_once: Math.ceil(database_pool / 2),
    max_waiting,
    longest_wait: longestWaitToBook,
  })
}

/**
 * Limits for people who are not signed in with the guest's email address. `emailsAnHour` limits the emails to a mailbox. After a
 * few bookings, the guest must confirm each new booking by an emailed link; `onLink` gets the path of the link.
 */
export type VisitorRules = { emailsAnHour: number; onLink: (path: string) => void }

/** Returns the visitor rules of the settings; undefined without a limit of emails. Without SMTP, `onLink` prints the link. */
export function visitorRules(config: Config): VisitorRules | undefined {
  const emailsAnHour = config.limits.booking_emails
  if (emailsAnHour === 0) return undefined
  return {
    emailsAnHour,
    onLink: (path) => printLink(config, config.site_url + path),
  }
}

/**
 * Why nothing was booked. `full`: only `remaining` places are left. `key_reused`: the idempotency key belongs to `booking_id`, or
 * to a hold. `emails`: the guest's mailbox may get its next email at `until`.
 */
export type BookingProblem =
  | ({ kind: Exclude<SqlEnums['booking_problem'], 'repeated'> } & RefusalDetails)
  | { kind: 'emails'; until: Date }
  | { kind: 'queue_full' }
  | LinkNeeded

/** What the database returns with a refusal. `price_per_person` is the current price. */
export type RefusalDetails = { booking_id: string | null; remaining: number; price_per_person: number }

/** The places are held until this time, and the guest must open the emailed link to confirm the booking. */
export type LinkNeeded = { kind: 'held'; until: Date }

/**
 * The caller, the channel and the limits of a booking. These options are not part of the request's hash, so
 * that a form sent again after signing in or out is still the same request.
 */
export type BookingOptions = Pick<BookingRequest, 'user_id' | 'channel'> & {
  /** The limits for people who are not signed in with the guest's address. If absent, there are no limits. */
  visitors?: VisitorRules | undefined
  /** The limit on concurrent bookings. Absent only for a booking that joins the caller's transaction. */
  limit?: BookingLimit
}

/** Books a slot and writes its event and email in one transaction. Repeating the same key and request returns the booking. */
export function createBooking(
  sql: Queryable,
  experience: { id: string; vineyard_id: string },
  { slot, ...request }: GuestBookingRequest,
  now: Date,
  options: BookingOptions = {},
): Promise<Result<Booking, BookingProblem>> {
  const { id: experience_id, vineyard_id } = experience
  return createBookingByStart(sql, { ...request, ...slot, vineyard_id, experience_id }, now, options)
}

/** A request to book, before it is sent to the database. */
export type UnsentBooking = Omit<BookingRequest, 'id' | 'request_hash' | 'requested_at'>

/** Books like `createBooking`, but can also find the slot by its day and start instead of its id. */
export async function createBookingByStart(
  sql: Queryable,
  request: UnsentBooking,
  now: Date,
  { user_id, channel, visitors, limit = (work) => work() }: BookingOptions = {},
): Promise<Result<Booking, BookingProblem>> {
  const row: BookingRequest = {
    ...request,
    ...(user_id && { user_id }),
    ...(channel && { channel }),
    id: randomUUID(),
    request_hash: hashOf(request),
    requested_at: now,
  }
  const outcome = await limit(() => book(sql, row, visitors))
  if (outcome === null) {
    countRefusedRequest('queue_full')
    return refused({ kind: 'queue_full' })
  }
  const { problem, booking, ...details } = outcome
  if (problem === null) bookingsMade.inc({ channel: channel ?? 'public' })
  else countRefusedRequest(problem)
  return problem === null || problem === 'repeated' ? ok(booking) : refused({ kind: problem, ...details })
}

async function book(sql: Queryable, request: BookingRequest, visitors: VisitorRules | undefined) {
  type Answer = Omit<RefusalDetails, 'price_per_person'> & {
    problem: SqlEnums['visitor_booking_problem'] | null
    until: Date
  }
  // If the connection was lost, the idempotency key shows whether the booking had already been made.
  const json = sql.json(request as never)
  const row = await rowFrom(sql, { is_repeatable: true })<
    Answer & Booking & { price: number; link: string | null }
  >`
    select p.problem, p.booking_id, coalesce(p.remaining, 0) as remaining, p.price_per_person as price, p.until, p.link,
      ${bookingColumns(sql)}
    from ${
      visitors
        ? sql`create_visitor_booking(${json}, ${visitors.emailsAnHour})`
        : sql`(select c.*, null::timestamptz as until, null as link from create_booking(${json}) c)`
    } p cross join lateral (select (p.booking).*) b`
  const { problem, booking_id, remaining, price, until, link, ...booking } = row
  if (link !== null) {
    holdsMade.inc()
    visitors?.onLink(link)
  }
  return { problem, booking_id, remaining, price_per_person: price, until, booking }
}

/** Returns a hash of a request, which shows whether a repeated request has other details. */
export function hashOf(request: Record<string, unknown>): string {
  const ordered = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(ordered))
}
