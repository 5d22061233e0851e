import { emailField, nameField, readVisitorForm } from '../../platform/text/visitor-form.ts'

/** The longest reason for a refusal, in characters. */
export const longestReason = 2000

/** The fields of a claim. Their limits do not exceed the limits of the database. */
export const claimFields = {
  name: nameField,
  email: emailField,
  role: { longest: 120, missing: 'Please tell us what you do at the vineyard.' },
  message: {
    longest: 5000,
    missing: 'Please tell us how we can check that the vineyard is yours.',
    is: 'prose',
  },
} as const

/** Reads a claim from a form: a request to manage the page of an unverified vineyard. An admin decides. */
export function readClaim(form: FormData) {
  return readVisitorForm(form, claimFields)
}

type ClaimFormResult = ReturnType<typeof readClaim>
export type Claim = Extract<ClaimFormResult, { ok: true }>['value']
export type ClaimRefusal = Extract<ClaimFormResult, { ok: false }>['problem']
