import type { StatusPill } from '../ui/badge.tsx'
import { cancellableUntil } from './booking-terms.ts'

/** A booking is pending until the vineyard confirms, and completed after the visit. Only cancelled bookings take no places. */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

type StatusDetails = {
  label: string
  icon: 'clock' | 'tick' | 'cross' | 'flag'
  tone: 'wait' | 'good' | 'off' | 'done'
  guestMayCancel: boolean
  takesPlaces: boolean
  /** Whether setting the status sends the guest an email. */
  emailsGuest: boolean
  /** Whether there is an email about the status that staff can send again. */
  hasEmail: boolean
  /** Whether a booking with this status counts as a visit that is still to come. */
  isUpcoming: boolean
  /** The heading and the first sentence of the confirmation page. */
  heading: (firstName: string) => string
  lede: (vineyard: string, email: string | null, sendsEmail: boolean) => string
}

/** The details of each status. */
export const statusDetails: Record<BookingStatus, StatusDetails> = {
  pending: {
    label: 'Pending',
    icon: 'clock',
    tone: 'wait',
    guestMayCancel: true,
    takesPlaces: true,
    emailsGuest: false,
    hasEmail: true,
    isUpcoming: true,
    heading: (name) => `Thank you, ${name}`,
    lede: (vineyard, email, sendsEmail) =>
      sendsEmail && email !== null
        ? `${vineyard} has your booking and will confirm it to ${email}.`
        : `${vineyard} has your booking. This page shows when they confirm it${email === null ? '.' : '; we cannot send you an email at the moment.'}`,
  },
  confirmed: {
    label: 'Confirmed',
    icon: 'tick',
    tone: 'good',
    guestMayCancel: true,
    takesPlaces: true,
    emailsGuest: true,
    hasEmail: true,
    isUpcoming: true,
    heading: (name) => `See you there, ${name}`,
    lede: (vineyard) => `${vineyard} has confirmed your booking. We’re holding your places.`,
  },
  cancelled: {
    label: 'Cancelled',
    icon: 'cross',
    tone: 'off',
    guestMayCancel: false,
    takesPlaces: false,
    emailsGuest: true,
    hasEmail: true,
    isUpcoming: false,
    heading: () => 'This booking is cancelled',
    lede: (vineyard) => `Your places at ${vineyard} are free for others.`,
  },
  completed: {
    label: 'Completed',
    icon: 'flag',
    tone: 'done',
    guestMayCancel: false,
    takesPlaces: true,
    emailsGuest: false,
    hasEmail: false,
    isUpcoming: false,
    heading: (name) => `Thank you, ${name}`,
    lede: (vineyard) => `Your visit to ${vineyard} is over. You can still see the booking here.`,
  },
}

/** Returns for how many seconds staff may still undo a change that becomes final at `final_at`; null if they may not. */
export function secondsUntilFinal(final_at: Date | null, now: Date): number | null {
  return final_at !== null && final_at > now ? (final_at.getTime() - now.getTime()) / 1000 : null
}

/** Returns the guest's cut-off in minutes before the start: 0 if staff moved the session or called it off. */
export function guestCutoff(
  { called_off_at, moved_from }: { called_off_at: Date | string | null; moved_from: Date | string | null },
  cutoffMinutes: number,
): number {
  return called_off_at === null && moved_from === null ? cutoffMinutes : 0
}

/**
 * Returns `open` if a guest may still cancel, `final` if the booking is cancelled or completed, or `late`
 * after the cut-off. If the session was called off or moved, guests may cancel until its start.
 */
export function guestCancellation(
  booking: { status: BookingStatus; starts_at: Date | null } & Parameters<typeof guestCutoff>[0],
  cutoffMinutes: number,
  now: Date,
): 'open' | 'final' | 'late' {
  if (!statusDetails[booking.status].guestMayCancel) return 'final'
  const latest = booking.starts_at && cancellableUntil(booking.starts_at, guestCutoff(booking, cutoffMinutes))
  return latest !== null && now >= latest ? 'late' : 'open'
}

const maxGreeting = 24

/** Returns the first name to greet a person by, shortened to fit into a heading. */
export function firstName(fullName: string): string {
  const [first = fullName] = fullName.split(' ')
  return first.length > maxGreeting ? `${first.slice(0, maxGreeting)}…` : first
}

/** Whether a party came, as staff record it beside the status. */
export const attendances = ['arrived', 'no_show'] as const
export type Attendance = (typeof attendances)[number]

export const attendanceLabels: Record<Attendance, string> = { arrived: 'Arrived', no_show: 'No-show' }

/** The attendance of a party that nobody marked. */
export const notMarked = 'Not marked'

type Arrival = { attendance: Attendance | null; arrived_guests: number | null; number_of_guests: number }

/** Returns how many guests of a party came, or null if nobody marked the party. */
export function guestsWhoCame({ attendance, arrived_guests, number_of_guests }: Arrival): number | null {
  if (attendance === null) return null
  return attendance === 'arrived' ? (arrived_guests ?? number_of_guests) : 0
}

type State = { status: BookingStatus; attendance: Attendance | null }

/** Returns whether lists offer to cancel a booking: if its visit is upcoming and the party has not arrived. */
export function mayCancel({ status, attendance }: State): boolean {
  return statusDetails[status].isUpcoming && attendance !== 'arrived'
}

/** Returns the pill of a booking, the first that applies: 'Being cancelled', 'Called off', the attendance, the status. */
export function statusPillOf({
  status,
  attendance = null,
  called_off_at,
  is_being_cancelled = false,
}: Partial<State> & {
  status: BookingStatus
  called_off_at: Date | string | null
  is_being_cancelled?: boolean
}): Parameters<typeof StatusPill>[0] {
  const { tone, icon, label } = statusDetails[status]
  if (is_being_cancelled) return { tone: 'wait', icon: 'clock', label: 'Being cancelled' }
  if (called_off_at !== null && status !== 'cancelled')
    return { tone: 'off', icon: 'cross', label: 'Called off' }
  if (attendance === null || status === 'cancelled') return { tone, icon, label }
  if (attendance === 'no_show') return { tone: 'off', icon: 'cross', label: attendanceLabels.no_show }
  return { tone, icon, label: attendanceLabels.arrived }
}
