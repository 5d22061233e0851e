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

/** The filters that make a list search all bookings. */
const searches = ['search', 'from', 'until', 'guest_email', 'email'] as const
type AskedList = { view?: BookingListView | undefined } & Partial<Record<(typeof searches)[number], unknown>>

/** Returns whether the URL of a list searches all bookings. */
export function isBookingSearch(asked: AskedList): boolean {
  return searches.some((name) => asked[name] !== undefined)
}

/** Returns the view in the URL of a list. If the URL has no view, returns `all` for a search, and otherwise `upcoming`. */
export function viewFor(asked: AskedList): BookingListView {
  return asked.view ?? (isBookingSearch(asked) ? 'all' : 'upcoming')
}

/** Returns whether a URL parameter of the list filters bookings. */
export const isBookingFilter = (name: string) => !['view', 'sort', 'page'].includes(name)
