import { clockOf, dayOf, formatDayShort, formatTime } from '../platform/days.ts'
import { countOf } from '../platform/text/counts.ts'

/** The sentence about the time zone that the booking form, the confirmation and each email about a booking show once. */
export const zoneSentence = 'All times are UK time.'

/** Guests should arrive this many minutes before the start. */
export const earlyBy = 15
export const arrivalSentence = `Please arrive ${earlyBy} minutes early.`

/** Returns the first moment at which a guest can no longer cancel online. `guest_deadline` in SQL refuses later requests. */
export function cancellableUntil(startsAt: Date, cutoffMinutes: number): Date {
  return new Date(startsAt.getTime() - cutoffMinutes * 60_000)
}

/** Returns how a booking will be confirmed, as the sentence above the Book button. */
export function confirmationRule(isInstant: boolean, sendsEmail = true): string {
  if (isInstant) return 'Instant confirmation.'
  return sendsEmail
    ? 'The vineyard confirms by email.'
    : 'The vineyard confirms on your booking’s page. We cannot send emails at the moment.'
}

/**
 * Returns the cancellation rule: 'Free to cancel until Friday 27 November, 11:00 AM.' or, without a start, 'Free to cancel
 * until 2 days before the start.'
 */
export function cancellationRule(cutoffMinutes: number, startsAt: Date | undefined, now: Date): string {
  if (startsAt) {
    const latest = cancellableUntil(startsAt, cutoffMinutes)
    if (now >= latest) return 'Cannot be cancelled online.'
    return `Free to cancel until ${formatDayShort(dayOf(latest), dayOf(now))}, ${formatTime(clockOf(latest).slice(11))}.`
  }
  if (cutoffMinutes === 0) return 'Free to cancel until it starts.'
  const [days, hours] = [cutoffMinutes / 1440, cutoffMinutes / 60]
  if (Number.isInteger(days) && days > 1) return `Free to cancel until ${days} days before the start.`
  const span = Number.isInteger(hours) ? countOf(hours, 'hour') : countOf(cutoffMinutes, 'minute')
  return `Free to cancel until ${span} before the start.`
}
