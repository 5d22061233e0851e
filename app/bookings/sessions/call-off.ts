import type { BookingStatus } from '../booking.ts'
import { reasonDetails, refundSentence } from '../changes/cancellation-reason.ts'
import type { PaidAndDue } from '../payments/paid-sentence.ts'

/**
 * Reasons for calling off a session. A called-off session is closed, and its bookings keep their status. Until the original
 * start, each guest may choose another time or cancel; after that, the bookings without a choice are cancelled.
 */
export const callOffReasons = ['weather', 'illness', 'too_few', 'closed', 'other'] as const
export type CallOffReason = (typeof callOffReasons)[number]

/** Returns a clause such as ' because of the weather', or an empty text if the reason is `other` or null. */
export function becauseOf(reason: CallOffReason | null): string {
  return reason === null ? '' : reasonDetails[reason].because
}

/** The number of minutes for which a time is held while the guest of a called-off session decides. */
export const holdMinutes = 10

type State = { status: BookingStatus; called_off_at: Date | string | null }

/** Returns whether a called-off booking still waits for its guest to choose another time or cancel. */
export function isCalledOff({ status, called_off_at }: State): boolean {
  return called_off_at !== null && (status === 'pending' || status === 'confirmed')
}

/** Returns the sentence that asks the guest to choose another time or cancel. A hidden vineyard offers no other times. */
export function answerSentence(
  vineyard: string,
  { vineyard_link, ...money }: PaidAndDue & { vineyard_link: string | null },
): string {
  const choice = vineyard_link
    ? 'Choose another time and keep the price you booked at, or cancel.'
    : `${vineyard} will call you about another time. You can also cancel.`
  return `${choice} If we have not heard from you by the original start, we cancel the booking. ${refundSentence(vineyard, money)}`
}

/** Why another time was not held or booked. */
export const choiceSentences = {
  gone: 'This time is no longer available. Please choose another.',
  full: 'Others took these places a moment ago. Please choose another time.',
  late: 'The time to choose has passed, because the session would have started by now.',
  early:
    'The vineyard is calling this session off, and can still undo this for half a minute. Please choose after that.',
  failed: 'Your choice could not be saved. Please try again.',
  unclear: 'Nothing was changed. Please choose a time.',
  times_failed: 'Times could not be loaded. Please reload this page in a moment.',
} as const
