import { isId } from '../platform/ids.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { isEmail, readLine, readProse } from '../platform/text.ts'

/** A message from the contact form. */
export type ContactMessage = {
  name: string
  email: string
  subject: string
  message: string
  form_key: string
}

export type ContactField = Exclude<keyof ContactMessage, 'form_key'>
export type ContactRefusal = Partial<Record<ContactField, string>>

export const businessHours = [
  { days: 'Mon-Fri', hours: '9:00-18:00' },
  { days: 'Sat', hours: '10:00-16:00' },
  { days: 'Sun', hours: 'closed' },
] as const

export const longest = { name: 120, subject: 200, message: 5000, answer: 5000 } as const

/** The message in a form, or a message for each field that is missing or wrong. */
export function readContactMessage(form: FormData): Result<ContactMessage, ContactRefusal> {
  const problems: ContactRefusal = {}
  const line = (field: 'name' | 'subject', missing: string) => {
    const read = readLine(form.get(field), longest[field])
    if (read.ok) return read.value
    problems[field] = {
      missing,
      long: `Please keep it to ${longest[field]} characters.`,
      control: 'Please remove the unprintable characters.',
    }[read.problem]
    return ''
  }
  const name = line('name', 'Please tell us your name.')
  const subject = line('subject', 'Please give your message a subject.')

  const typed = readLine(form.get('email'), 254)
  const email = typed.ok ? typed.value : ''
  if (!typed.ok && typed.problem === 'missing') problems.email = 'Please enter your email address.'
  else if (!isEmail(email)) problems.email = 'That does not look like an email address.'

  const text = readProse(form.get('message'), longest.message)
  const message = text.ok ? text.value : ''
  if (!text.ok)
    problems.message =
      text.problem === 'long'
        ? `Please keep it to ${longest.message} characters.`
        : 'Please remove the unprintable characters.'
  else if (message === '') problems.message = 'Please write your message.'

  const key = form.get('form_key')
  if (typeof key !== 'string' || !isId(key))
    problems.message ??= 'This form is out of date. Please send it again.'
  return Object.keys(problems).length > 0
    ? refused(problems)
    : ok({ name, email, subject, message, form_key: String(key) })
}
