import { expect, test } from 'vitest'
import { claimFields, readClaim } from './claim.ts'

const form_key = '3f0c8d3e-7d0a-4c52-9d15-0f6a5b0f9a11'
const complete = { name: 'Ada Vine', email: 'ada@example.com', role: 'Owner', message: 'Ring us.', form_key }

function formOf(answers: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(answers)) form.set(name, value)
  return form
}

test('reads a complete form as a claim with trimmed texts', () => {
  expect(readClaim(formOf({ ...complete, name: '  Ada  Vine ' }))).toEqual({ ok: true, value: complete })
})

test('names every missing field', () => {
  expect(readClaim(formOf({ form_key }))).toEqual({
    ok: false,
    problem: {
      name: 'Please tell us your name.',
      email: 'Please enter your email address.',
      role: 'Please tell us what you do at the vineyard.',
      message: 'Please tell us how we can check that the vineyard is yours.',
    },
  })
})

test('rejects a malformed address, an overlong name and control characters', () => {
  const bad = {
    ...complete,
    email: 'ada@',
    name: 'x'.repeat(claimFields.name.longest + 1),
    role: 'Owner\u0007',
  }
  expect(readClaim(formOf(bad))).toEqual({
    ok: false,
    problem: {
      email: 'That does not look like an email address.',
      name: 'Please keep it to 120 characters.',
      role: 'Please remove the unprintable characters.',
    },
  })
})

test('if a form has no valid key, asks the claimant to send the form again', () => {
  expect(readClaim(formOf({ ...complete, form_key: 'x' }))).toEqual({
    ok: false,
    problem: { message: 'This form is out of date. Please send it again.' },
  })
})
