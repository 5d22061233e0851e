import { createContext } from 'react-router'

import { createGroupQueue } from '../platform/group-queue.ts'
import { leavesDoubt, type Queryable, type Sql } from '../platform/database.server.ts'
import type { Day, Time } from '../platform/days.ts'
import { ok, type Result } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import type { Booking } from './booking.ts'
import { bookingColumns } from './booking.server.ts'

/** What a party wants, in the words of the database: `booking_request` says what its fields mean. */
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
}

/** What came of a wish. `booking` is the row, where one stands: made now, or before by the same request. */
export type BookingOutcome = {
  problem: 'repeated' | 'key_reused' | 'gone' | 'full' | 'price' | 'group_size' | null
  booking_id: string | null
  remaining: number | null
  price: number | null
  booking: Booking
}

/** Where wishes are handed in. Whoever comes when very many are waiting is told so, and nothing was done. */
export type BookingQueue = {
  book: (request: BookingRequest) => Promise<Result<BookingOutcome, 'queue_full'>>
}

/** The desk of this process, as the request that wants to book brings it along. */
export const bookingQueue = createContext<BookingQueue>()

/**
 * Half of a crowd of 64: while the database places one half, this process reads and answers the other. With all of them in
 * one transaction either waited for the other, and a hot slot sold a quarter less.
 */
const most = 32

/**
 * The one desk of a process: what is handed in while it is busy is placed together, in the order in which it came.
 * That is for speed alone; what may be sold is decided in the rows, whatever other processes do.
 */
export function createBookingQueue(sql: Sql, { longest }: { longest: number }): BookingQueue {
  return {
    book: createGroupQueue({
      serve: (wishes: BookingRequest[]) => placeSurely(sql, wishes),
      maxBatch: most,
      maxWaiting: longest,
    }),
  }
}

/**
 * Asks once more where the line was lost before an answer came: nobody knows then whether the wishes were granted, and
 * by their keys the database does.
 */
async function placeSurely(sql: Sql, wishes: BookingRequest[]): Promise<BookingOutcome[]> {
  try {
    return await createBookings(sql, wishes)
  } catch (error) {
    if (!leavesDoubt(error)) throw error
    return createBookings(sql, wishes)
  }
}

/** A desk without a line: each wish is placed at once and alone over this handle, so also inside its transaction. */
export function unqueuedBooking(sql: Queryable): BookingQueue {
  return {
    book: async (request) => {
      const [outcome] = await createBookings(sql, [request])
      return ok(outcome as BookingOutcome)
    },
  }
}

type Row = Omit<BookingOutcome, 'booking'> & Booking

/** Places wishes in one transaction, and gives the outcome of each in their order. */
export async function createBookings(sql: Queryable, wishes: BookingRequest[]): Promise<BookingOutcome[]> {
  const rows = await retrying(
    sql,
    (sql) => sql<Row[]>`
      select p.problem, p.booking_id, p.remaining, p.price_per_person as price, ${bookingColumns(sql)}
      from create_bookings(${sql.json(wishes as never)}) p cross join lateral (select (p.booking).*) b
      order by p.ordinal`,
  )
  return rows.map(({ problem, booking_id, remaining, price, ...booking }) => ({
    problem,
    booking_id,
    remaining,
    price,
    booking,
  }))
}
