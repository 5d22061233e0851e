import { isId } from '../platform/ids.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { isEmail, readLine, readProse, type TextProblem } from '../platform/text.ts'

/** A request to manage an unverified vineyard's page. An admin decides; until then nothing changes. */
export type Claim = { name: string; email: string; role: string; message: string; form_key: string }

export type ClaimField = Exclude<keyof Claim, 'form_key'>
export type ClaimRefusal = Partial<Record<ClaimField, string>>

/** In characters, each within the limit of the database. */
export const longestClaim = { name: 120, email: 254, role: 120, message: 5000 } as const

/** The longest reason for a refusal, in characters. */
export const longestReason = 2000

const missing: Record<ClaimField, string> = {
  name: 'Please tell us your name.',
  email: 'Please enter your email address.',
  role: 'Please tell us what you do at the vineyard.',
  message: 'Please tell us how we can check that the vineyard is yours.',
}

/** The claim in a form, or a message for each field that is missing or wrong. */
export function readClaim(form: FormData): Result<Claim, ClaimRefusal> {
  const problems: ClaimRefusal = {}
  const take = (field: ClaimField, read: Result<string, TextProblem>) => {
    if (read.ok && read.value !== '') return read.value
    problems[field] = wording(field, read.ok ? 'missing' : read.problem)
    return ''
  }
  const line = (field: ClaimField) => take(field, readLine(form.get(field), longestClaim[field]))

  const [name, email, role] = [line('name'), line('email'), line('role')]
  const message = take('message', readProse(form.get('message'), longestClaim.message))
  if (email && !isEmail(email)) problems.email = 'That does not look like an email address.'
  const form_key = form.get('form_key')
  if (!isFormKey(form_key)) problems.message ??= 'This form is out of date. Please send it again.'

  if (Object.keys(problems).length > 0) return refused(problems)
  return ok({ name, email, role, message, form_key: String(form_key) })
}

function isFormKey(key: FormDataEntryValue | null): boolean {
  return typeof key === 'string' && isId(key)
}

function wording(field: ClaimField, problem: TextProblem): string {
  if (problem === 'missing') return missing[field]
  if (problem === 'long') return `Please keep it to ${longestClaim[field]} characters.`
  return 'Please remove the unprintable characters.'
}
