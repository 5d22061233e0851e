import { isId } from '../ids.ts'
import { ok, type Result, refused } from '../result.ts'
import { readEmailAddress, readLine, readProse } from './text.ts'

/** A field of a form that visitors send: its limit in characters, and the sentence for an empty field; null if optional. */
type FormField = { longest: number; missing: string | null; is?: 'email' | 'prose' }
type FieldProblems<Name extends string> = Partial<Record<Name, string>>

const wrongEmail = 'That does not look like an email address.'

/** Returns the fields of a form and its key, or a sentence for each field that is missing or wrong. */
export function readVisitorForm<Name extends string>(
  form: FormData,
  fields: Record<Name | 'message', FormField>,
): Result<Record<Name | 'message' | 'form_key', string>, FieldProblems<Name | 'message'>> {
  const form_key = String(form.get('form_key'))
  const texts: Record<string, string> = { form_key }
  const problems: Record<string, string> = {}
  for (const [name, { longest, missing, is }] of Object.entries<FormField>(fields)) {
    const read = is === 'email' ? readEmailAddress : is === 'prose' ? readProse : readLine
    const text = read(form.get(name), longest)
    if (text.ok) texts[name] = text.value
    if (text.ok ? text.value === '' : text.problem === 'missing') {
      if (missing === null) texts[name] = ''
      else problems[name] = missing
    } else if (is === 'email') {
      if (!text.ok) problems[name] = wrongEmail
    } else if (!text.ok)
      problems[name] =
        text.problem === 'long'
          ? `Please keep it to ${longest} characters.`
          : 'Please remove the unprintable characters.'
  }
  if (!isId(form_key)) problems.message ??= 'This form is out of date. Please send it again.'
  return Object.keys(problems).length > 0
    ? refused(problems as FieldProblems<Name | 'message'>)
    : ok(texts as Record<Name | 'message' | 'form_key', string>)
}

export const nameField = { longest: 120, missing: 'Please tell us your name.' }
export const emailField = { longest: 254, missing: 'Please enter your email address.', is: 'email' } as const

/** Returns the email address in a form, or the sentence for its field. */
export function readEmailField(form: FormData): Result<string, string> {
  const email = readEmailAddress(form.get('email'))
  if (!email.ok && email.problem === 'missing') return refused(emailField.missing)
  return email.ok ? email : refused(wrongEmail)
}
