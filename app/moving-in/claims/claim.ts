import { withScheme } from '../../catalogue/vineyards/missing-scheme.ts'
import { ok, refused } from '../../platform/result.ts'
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

/** The fields of a claim of a vineyard that is not listed yet. */
export const newVineyardFields = {
  vineyard_name: { longest: 200, missing: 'Please tell us the name of the vineyard.' },
  vineyard_location: { longest: 200, missing: 'Please tell us its town or postcode.' },
  vineyard_website: { longest: 2000, missing: null },
  ...claimFields,
} as const

/** Reads a claim of a vineyard that is not listed yet, with the details that an admin needs to add it. */
export function readNewVineyardClaim(form: FormData) {
  const claim = readVisitorForm(form, newVineyardFields)
  if (!claim.ok || claim.value.vineyard_website === '') return claim
  const vineyard_website = withScheme(claim.value.vineyard_website)
  if (/^https?:\/\/[^\s<>"]+$/.test(vineyard_website) && URL.canParse(vineyard_website))
    return ok({ ...claim.value, vineyard_website })
  return refused({ vineyard_website: 'That does not look like the address of a website.' })
}

/** Reads a claim from a form: a request to manage the page of an unverified vineyard. An admin decides. */
export function readClaim(form: FormData) {
  return readVisitorForm(form, claimFields)
}

type ClaimFormResult = ReturnType<typeof readClaim>
export type Claim = Extract<ClaimFormResult, { ok: true }>['value']
export type ClaimRefusal = Partial<Record<keyof typeof newVineyardFields, string>>
