import { emailField } from '../../platform/text/visitor-form.ts'
import { countOf } from '../../platform/text/counts.ts'

/*
 * Opening alert: an email address to which the site writes once, when a vineyard's first slot can be booked. The visitor
 * confirms the alert with an emailed link. The alert is deleted once the email is written, when the visitor withdraws it,
 * or after 24 months.
 */

/** The longest address, in characters. */
export const longestAddress = emailField.longest

/** Returns a sentence such as '3 visitors have asked us to tell them when this vineyard opens …'; '' if nobody waits. */
export function waitingSentence(waiting: number): string {
  if (waiting === 0) return ''
  const have = waiting === 1 ? 'has asked us to tell them' : 'have asked us to tell them'
  return `${countOf(waiting, 'visitor')} ${have} when this vineyard opens for booking.`
}
