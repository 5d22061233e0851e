import { emailField } from '../../platform/text/visitor-form.ts'
import { countOf } from '../../platform/text/counts.ts'
import { type Result, refused } from '../../platform/result.ts'
import { readEmailAddress } from '../../platform/text/text.ts'

/*
 * Opening alert: an address that asked for one email, when a vineyard's first slot can be booked. A link in an email
 * confirms it. It is deleted once that email is written, when it is withdrawn, or after 24 months.
 */

/** The longest address, in characters. */
export const longestAddress = emailField.longest

/** The email address of the form, or the sentence for its field. */
export function readAlertAddress(form: FormData): Result<string, string> {
  const email = readEmailAddress(form.get('email'))
  if (!email.ok && email.problem === 'missing') return refused(emailField.missing)
  return email.ok ? email : refused('That does not look like an email address.')
}

/** '3 visitors have asked us to tell them when it opens for booking.' Empty without any. */
export function waitingSentence(waiting: number): string {
  if (waiting === 0) return ''
  const have = waiting === 1 ? 'has asked us to tell them' : 'have asked us to tell them'
  return `${countOf(waiting, 'visitor')} ${have} when it opens for booking.`
}
