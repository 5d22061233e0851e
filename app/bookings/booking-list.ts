import type { BookingStatus } from './booking.ts'

/** The views of the list of bookings. Every booking that is not cancelled is in Upcoming or in Past. */
export const bookingViews = ['today', 'upcoming', 'waiting', 'past', 'cancelled', 'all'] as const
export type BookingListView = (typeof bookingViews)[number]

type ViewDetails = {
  label: string
  sort: 'starts_at' | '-starts_at'
  /** Returns whether a booking is in the view. `days` is 0 today, negative in the past, positive in the future. */
  includes: (booking: { status: BookingStatus; days: number }) => boolean
}

const isUpcoming: ViewDetails['includes'] = ({ status, days }) =>
  status !== 'cancelled' && (days > 0 || (days === 0 && status !== 'completed'))

/** The label and order of each view, and the bookings that it includes. */
export const viewDetails: Record<BookingListView, ViewDetails> = {
  today: {
    label: 'Today',
    sort: 'starts_at',
    includes: ({ status, days }) => days === 0 && status !== 'cancelled',
  },
  upcoming: { label: 'Upcoming', sort: 'starts_at', includes: isUpcoming },
  waiting: {
    label: 'Waiting',
    sort: 'starts_at',
    includes: ({ status, days }) => status === 'pending' && days >= 0,
  },
  past: {
    label: 'Past',
    sort: '-starts_at',
    includes: (booking) => booking.status !== 'cancelled' && !isUpcoming(booking),
  },
  cancelled: {
    label: 'Cancelled',
    sort: '-starts_at',
    includes: ({ status }) => status === 'cancelled',
  },
  all: { label: 'All', sort: '-starts_at', includes: () => true },
}

/** The view in which a status is listed, for older links that name a status instead of a view. */
export const viewOfStatus: Record<BookingStatus, BookingListView> = {
  pending: 'waiting',
  confirmed: 'upcoming',
  cancelled: 'cancelled',
  completed: 'past',
}
