import { formatPounds } from '../../platform/money.ts'
import type { PaidAndDue } from '../payments/paid-sentence.ts'

/** The reasons why staff cancel bookings. Guests read the reason in their email. */
export const cancellationReasons = ['weather', 'illness', 'too_few', 'closed', 'guest', 'other'] as const
export type CancellationReason = (typeof cancellationReasons)[number]

type ReasonDetails = {
  /** The text that staff choose in the form. */
  label: string
  /** The clause that follows 'Windover Hill has cancelled your booking' in the email. */
  because: string
  /** Whether staff may choose this reason when they cancel all bookings of a session or a day. */
  isOfSession: boolean
}

export const reasonDetails: Record<CancellationReason, ReasonDetails> = {
  weather: { label: 'Bad weather', because: ' because of the weather', isOfSession: true },
  illness: { label: 'Illness', because: ' because of illness', isOfSession: true },
  too_few: { label: 'Too few guests', because: ' because too few guests have booked', isOfSession: true },
  closed: { label: 'We are closed', because: ' because it is closed at that time', isOfSession: true },
  guest: { label: 'The guest asked us to', because: ', as you asked', isOfSession: false },
  other: { label: 'Other', because: '', isOfSession: true },
}

/** Returns the reasons to choose from, for one booking or for all bookings of a session or a day. */
export function reasonsFor(subject: 'booking' | 'session'): CancellationReason[] {
  return cancellationReasons.filter((reason) => subject === 'booking' || reasonDetails[reason].isOfSession)
}

/** The longest message to a guest, in characters. */
export const maxGuestMessage = 1000

/** The reason why a booking is cancelled, and the message to its guest. */
export type Cancellation = { reason: CancellationReason | null; message: string }

/** Returns the reason and message of a submitted form. */
export function cancellationOf(form: FormData): { cancellation?: Cancellation } {
  const reason = cancellationReasons.find((each) => each === form.get('reason'))
  const message = String(form.get('message') ?? '').trim()
  return reason || message ? { cancellation: { reason: reason ?? null, message } } : {}
}

/** Returns 'Windover Hill will refund £87.50.', or what the vineyard keeps, or that there is nothing to pay. */
export function refundSentence(vineyard: string, { paid, due }: PaidAndDue): string {
  if (due < 0) return `${vineyard} will refund ${formatPounds(-due)}.`
  return paid > 0 ? `${vineyard} keeps the ${formatPounds(paid)} that you paid.` : 'There is nothing to pay.'
}
