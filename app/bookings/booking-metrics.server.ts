import { counter } from '../platform/metrics.server.ts'

/** Counts bookings, except those in the sandbox. */
export const bookingsMade = counter('chalk_bookings_total', 'Bookings made, by channel.', ['channel'])

export const bookingsRefused = counter(
  'chalk_bookings_refused_total',
  'Requests to book that were refused, by reason: full, gone, price, group_size, key_reused, queue_full and others.',
  ['reason'],
)

export const holdsMade = counter('chalk_holds_total', 'Holds made: places kept without a booking.')
