import { isEmail, isPhone, readLine, readProse } from '../platform/text.ts'

/** Guest: whoever a booking is made for, and what they want the vineyard to know. */
export type Guest = { guest_name: string; guest_email: string; guest_phone: string; special_requests: string }
export type GuestField = keyof Guest

const longestName = 120
const longestRequests = 1000

/** What was typed, with a sentence for each field that is missing and each that is wrong; null while there is one. */
export function readGuest(form: FormData): {
  guest: Guest | null
  missing: Partial<Record<GuestField, string>>
  wrong: Partial<Record<GuestField, string>>
} {
  const missing: Partial<Record<GuestField, string>> = {}
  const wrong: Partial<Record<GuestField, string>> = {}

  const name = readLine(form.get('guest_name'), longestName)
  if (!name.ok) {
    if (name.problem === 'missing') missing.guest_name = 'Please tell us your name.'
    else if (name.problem === 'long') wrong.guest_name = `Please keep the name to ${longestName} characters.`
    else wrong.guest_name = 'The name holds characters that can not be printed.'
  }
  const email = readLine(form.get('guest_email'), 254)
  if (!email.ok && email.problem === 'missing') missing.guest_email = 'Please tell us your email.'
  else if (!email.ok || !isEmail(email.value)) wrong.guest_email = emailSentence(form.get('guest_email'))
  const phone = readLine(form.get('guest_phone'), 40)
  if (!phone.ok && phone.problem === 'missing') missing.guest_phone = 'Please tell us your phone number.'
  else if (!phone.ok || !isPhone(phone.value))
    wrong.guest_phone = 'That does not look like a phone number. Digits and spaces are fine.'
  const requests = readProse(form.get('special_requests'), longestRequests)
  if (!requests.ok)
    wrong.special_requests =
      requests.problem === 'long'
        ? `Please keep it to ${longestRequests} characters.`
        : 'That holds characters that can not be printed.'

  const whole = Object.keys(missing).length === 0 && Object.keys(wrong).length === 0
  const guest =
    whole && name.ok && email.ok && phone.ok && requests.ok
      ? {
          guest_name: name.value,
          guest_email: email.value,
          guest_phone: phone.value,
          special_requests: requests.value,
        }
      : null
  return { guest, missing, wrong }
}

function emailSentence(typed: FormDataEntryValue | null): string {
  return typeof typed === 'string' && typed.trim().endsWith('@')
    ? 'That email stops at the @. What comes after it?'
    : 'That does not look like an email address.'
}
