import { expect, test } from 'vitest'

import { type Constraint, messageFor } from './invalid-fields.ts'

const field = (validity: Partial<ValidityState>, rest: Partial<Constraint> = {}): Constraint => ({
  type: 'text',
  min: '',
  max: '',
  step: '',
  minLength: -1,
  maxLength: -1,
  title: '',
  validationMessage: 'Native',
  validity,
  ...rest,
})

test.each<[string, Constraint]>([
  ['Please fill this in.', field({ valueMissing: true })],
  [
    'Please enter one of them.',
    field({ valueMissing: true }, { dataset: { missing: 'Please enter one of them.' } }),
  ],
  ['Please choose one.', field({ valueMissing: true }, { type: 'radio' })],
  ['Please choose a date.', field({ valueMissing: true }, { type: 'date' })],
  ['Please enter a number.', field({ badInput: true }, { type: 'number' })],
  ['That isn’t a valid date or time.', field({ badInput: true }, { type: 'date' })],
  [
    'Please enter an email address, such as name@example.com.',
    field({ typeMismatch: true }, { type: 'email' }),
  ],
  [
    'Please enter a web address, such as https://example.com.',
    field({ typeMismatch: true }, { type: 'url' }),
  ],
  ['Please enter 2 or more.', field({ rangeUnderflow: true }, { type: 'number', min: '2' })],
  ['Please enter 8 or less.', field({ rangeOverflow: true }, { type: 'number', max: '8' })],
  [
    'Please choose Friday 20 November 2026 or later.',
    field({ rangeUnderflow: true }, { type: 'date', min: '2026-11-20' }),
  ],
  ['Please enter a whole number.', field({ stepMismatch: true }, { type: 'number' })],
  [
    'Please enter at most two decimal places.',
    field({ stepMismatch: true }, { type: 'number', step: '0.01' }),
  ],
  ['Please use at least 12 characters.', field({ tooShort: true }, { minLength: 12 })],
  ['Native', field({ customError: true })],
])('describes an invalid field: %s', (message, control) => {
  expect(messageFor(control)).toBe(message)
})
