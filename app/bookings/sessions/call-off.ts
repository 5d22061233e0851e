import type { BookingStatus } from '../booking.ts'
import { reasonDetails } from '../changes/cancellation.ts'

/**
 * A session that its vineyard called off is closed, and its bookings keep their status. Until the original start each
 * guest chooses another time or cancels; then the bookings of those who did neither are cancelled.
 */
export const callOffReasons = ['weather', 'illness', 'too_few', 'closed', 'other'] as const
export type CallOffReason = (typeof callOffReasons)[number]

/** ' because of the weather', to follow what was called off; empty for another reason. */
export function becauseOf(reason: CallOffReason | null): string {
  return reason === null ? '' : reasonDetails[reason].because
}

/** For how many minutes a time is held for the guest who chooses it. */
export const holdMinutes = 10

/** Whether a booking still waits for its guest to choose another time or cancel. */
export function isCalledOff({
  status,
  called_off_at,
}: {
  status: BookingStatus
  called_off_at: Date | string | null
}): boolean {
  return called_off_at !== null && (status === 'pending' || status === 'confirmed')
}

/** What the email asks the guest to do. A hidden vineyard offers no times. */
export function answerSentence(vineyard: string, isVisible: boolean): string {
  const choice = isVisible
    ? 'Choose another time and keep the price you booked at, or cancel.'
    : `${vineyard} will call you about another time. You can also cancel.`
  return `${choice} If we have not heard from you by the time it would have started, we cancel the booking. There is nothing to pay.`
}

/** Why another time was not held or taken. */
export const choiceSentences = {
  gone: 'This time is no longer available. Please choose another.',
  full: 'Others took these places a moment ago. Please choose another time.',
  late: 'The time to choose has passed, because the session would have started by now.',
  failed: 'Your choice could not be saved. Please try again.',
  unclear: 'Nothing was changed: please choose a time.',
  times_failed: 'Times could not be loaded. Please reload this page in a moment.',
} as const
