import fc from 'fast-check'
import { expect, test } from 'vitest'

import { keptIn, sayErased } from './stored-data.ts'
import { isTypedAgain } from './person.ts'

const nothing = {
  bookings: [],
  mails: [],
  messages: [],
  claims: [],
  itineraries: [],
  account: null,
  staff: [],
  links: [],
  audit: [],
  customer_notes: [],
  erasure_requests: [],
  known_callers: [],
}

test('of somebody nobody knows nothing is counted', () => {
  expect(keptIn(nothing).map(({ count }) => count)).toEqual(keptIn(nothing).map(() => 0))
})

test('every sign-in of every staff account counts', () => {
  const counts = keptIn({
    ...nothing,
    staff: [{ browsers: ['Firefox', 'Chrome'] }, { browsers: ['Safari'] }],
  })
  expect(counts.filter(({ count }) => count > 0)).toEqual([
    { term: 'Staff accounts', count: 2 },
    { term: 'Sign-ins as staff', count: 3 },
  ])
})

test('what was forgotten is said with its number, and nothing of what there was none of', () => {
  const none = { bookings: 0, mails: 0, messages: 0, accounts: 0, notes: 0 }
  expect(sayErased({ ...none, bookings: 1200, mails: 1 })).toBe('Forgotten: 1,200 bookings, 1 mail.')
  expect(sayErased(none)).toBe('There was nothing left to forget.')
})

test('an address typed again is the same but for capitals and space around it, and no other is', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.emailAddress(), fc.constantFrom('', ' ', '\t'), (one, other, space) => {
      expect(isTypedAgain(`${space}${one.toUpperCase()}${space}`, one)).toBe(true)
      expect(isTypedAgain(other, one)).toBe(other.toLowerCase() === one.toLowerCase())
      expect(isTypedAgain('', one)).toBe(false)
    }),
  )
})
