import { counter } from '../platform/metrics.server.ts'

/** Counts bookings, except those in the sandbox. */
export const bookingsMade = counter('chalk_bookings_total', 'Bookings made, by channel.', ['channel'])

const bookingsRefused = counter(
  'chalk_bookings_refused_total',
  'Requests to book that were refused, by reason: full, gone, price, group_size, key_reused, queue_full and others.',
  ['reason'],
)

/**
 * Counts a refused request to book, except in the sandbox. Skips repeated requests, which return the first booking, and
 * bookings that are held until the guest opens the emailed link.
 */
export function countRefusedRequest(problem: string | null, { is_test = false } = {}): void {
  if (problem === null || problem === 'repeated' || problem === 'held' || is_test) return
  bookingsRefused.inc({ reason: problem })
}

export const holdsMade = counter('chalk_holds_total', 'Holds made: places kept without a booking.')
