import type { Day, Time } from '../platform/days.ts'

/**
 * Booking: a party's places in one slot. Pending until the vineyard confirms, then confirmed, and completed after the
 * visit; cancelled at any time. Pending, confirmed and completed ones take places.
 */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** A booking as the specification names its fields. Times are London's, prices pounds. */
export type Booking = {
  id: string
  reference: string
  user_id: string | null
  vineyard_id: string
  experience_id: string
  availability_id: string | null
  booking_date: Day
  start_time: Time | null
  end_time: Time | null
  booking_time: string
  starts_at: Date | null
  ends_at: Date | null
  number_of_guests: number
  num_guests: number
  guest_name: string
  guest_email: string
  guest_phone: string
  special_requests: string
  customer_notes: string
  price_per_person: number
  total_price: number
  currency: string
  status: BookingStatus
  created_at: Date
  updated_at: Date
}

type Face = {
  label: string
  icon: 'clock' | 'tick' | 'cross' | 'flag'
  tone: 'wait' | 'good' | 'off' | 'done'
  guestMayCancel: boolean
  /** Somebody comes, or came. */
  takesPlaces: boolean
  /** Whoever booked has a mail when it becomes so. */
  tellsGuest: boolean
  /** A mail says how it stands. */
  hasMail: boolean
  /** The visit is still to come, so what to know before it is worth saying. */
  stillComing: boolean
  /** What the confirmation page says above the ticket, to a person and about a vineyard. */
  heading: (firstName: string) => string
  lede: (vineyard: string, email: string, sendsEmail: boolean) => string
}

/** What each status looks like and allows. */
export const statusFaces: Record<BookingStatus, Face> = {
  pending: {
    label: 'Pending',
    icon: 'clock',
    tone: 'wait',
    guestMayCancel: true,
    takesPlaces: true,
    tellsGuest: false,
    hasMail: true,
    stillComing: true,
    heading: (name) => `Thank you, ${name}`,
    lede: (vineyard, email, sendsEmail) =>
      sendsEmail
        ? `${vineyard} has your booking and will confirm it to ${email}.`
        : `${vineyard} has your booking. This page shows when they confirm it; we cannot send you an email at the moment.`,
  },
  confirmed: {
    label: 'Confirmed',
    icon: 'tick',
    tone: 'good',
    guestMayCancel: true,
    takesPlaces: true,
    tellsGuest: true,
    hasMail: true,
    stillComing: true,
    heading: (name) => `See you there, ${name}`,
    lede: (vineyard, email) => `${vineyard} has confirmed your booking for ${email}. Your places are kept.`,
  },
  cancelled: {
    label: 'Cancelled',
    icon: 'cross',
    tone: 'off',
    guestMayCancel: false,
    takesPlaces: false,
    tellsGuest: true,
    hasMail: true,
    stillComing: false,
    heading: () => 'This booking is cancelled',
    lede: (vineyard) => `The places at ${vineyard} have gone back to others. Nothing is owed.`,
  },
  completed: {
    label: 'Completed',
    icon: 'flag',
    tone: 'done',
    guestMayCancel: false,
    takesPlaces: true,
    tellsGuest: false,
    hasMail: false,
    stillComing: false,
    heading: (name) => `We hope you enjoyed it, ${name}`,
    lede: (vineyard) => `Your visit to ${vineyard} is over. This page keeps what was booked.`,
  },
}

/** Whether a guest may still cancel, and if not, whether the state or the clock is in the way. */
export function guestCancellation(
  booking: Pick<Booking, 'status' | 'starts_at'>,
  cutoffMinutes: number,
  now: Date,
): 'open' | 'final' | 'late' {
  if (!statusFaces[booking.status].guestMayCancel) return 'final'
  const latest = booking.starts_at && booking.starts_at.getTime() - cutoffMinutes * 60_000
  return latest !== null && now.getTime() >= latest ? 'late' : 'open'
}

/** Why a guest's cancellation was not taken. */
export const cancelSentences = {
  final: 'This booking is cancelled or completed already.',
  late: 'The time for cancelling here has passed.',
  unclear: 'Nothing was cancelled: this form does not say so.',
} as const

const longestGreeting = 24

/** The name a person is greeted by. */
export function firstName(fullName: string): string {
  const [first = fullName] = fullName.split(' ')
  // A heading holds a name, not a hundred letters.
  return first.length > longestGreeting ? `${first.slice(0, longestGreeting)}…` : first
}

/** What becomes of a booking after it is made, said before the button. */
export function confirmationRule(isInstant: boolean, sendsEmail = true): string {
  if (isInstant) return 'Confirmed at once.'
  return sendsEmail
    ? 'The vineyard confirms by email.'
    : 'The vineyard confirms on your booking’s page. We cannot send emails at the moment.'
}

/** 'Free to cancel until 24 hours before the start.', and what that means for a start that is nearer than that. */
export function cancellationRule(cutoffMinutes: number, startsAt: Date | undefined, now: Date): string {
  if (startsAt && now.getTime() >= startsAt.getTime() - cutoffMinutes * 60_000)
    return 'This start is too near to be cancelled online.'
  if (cutoffMinutes === 0) return 'Free to cancel until it starts.'
  const [days, hours] = [cutoffMinutes / 1440, cutoffMinutes / 60]
  if (Number.isInteger(days) && days > 1) return `Free to cancel until ${days} days before the start.`
  const span = Number.isInteger(hours) ? plural(hours, 'hour') : plural(cutoffMinutes, 'minute')
  return `Free to cancel until ${span} before the start.`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
