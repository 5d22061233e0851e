import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countStoredData, formatErased, isSameAddress, leftToRefund, otherContacts } from './person.ts'

const nothing = {
  email: 'ada@example.com',
  bookings: [],
  group_holds: [],
  held_bookings: [],
  octo_bookings: [],
  mails: [],
  messages: [],
  claims: [],
  opening_alerts: [],
  resellers: [],
  reviews: [],
  itineraries: [],
  account: null,
  staff: [],
  links: [],
  audit: [],
  customer_merges: [],
  customer_notes: [],
  customer_tags: [],
  erasure_requests: [],
  known_callers: [],
}

test('counts nothing for an unknown person', () => {
  expect(countStoredData(nothing).map(({ count }) => count)).toEqual(countStoredData(nothing).map(() => 0))
})

test('counts the sign-ins of all staff accounts', () => {
  const counts = countStoredData({
    ...nothing,
    staff: [{ browsers: ['Firefox', 'Chrome'] }, { browsers: ['Safari'] }],
  })
  expect(counts.filter(({ count }) => count > 0)).toEqual([
    { term: 'Staff accounts', count: 2 },
    { term: 'Sign-ins as staff', count: 3 },
  ])
})

test('adds up the refunds that are still due, and leaves out the amounts that guests still owe', () => {
  const booked = [-60, 25, -0.5].map((due) => ({ due, guest_email: null, guest_phone: null }))
  expect(leftToRefund({ bookings: booked })).toBe(60.5)
  expect(leftToRefund(nothing)).toBe(0)
})

test('lists without repetition the other contacts under which the person booked', () => {
  const booked = (guest_email: string | null, guest_phone: string | null) => ({
    due: 0,
    guest_email,
    guest_phone,
  })
  const bookings = [
    booked('ADA@example.com', null),
    booked('ada@work.example', '07700 900123'),
    booked(null, '07700 900456'),
    booked('ada@work.example', null),
    booked(null, null),
  ]
  expect(otherContacts({ email: 'ada@example.com', bookings })).toEqual(['ada@work.example', '07700 900456'])
})

test('lists what was erased, and leaves out kinds of which nothing was erased', () => {
  const none = { bookings: 0, mails: 0, messages: 0, alerts: 0, accounts: 0, notes: 0 }
  expect(formatErased({ ...none, bookings: 1200, mails: 1 })).toBe('Erased: 1,200 bookings, 1 email.')
  expect(formatErased(none)).toBe('There was nothing left to erase.')
})

test('accepts a repeated address that differs only in case and surrounding spaces', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.emailAddress(), fc.constantFrom('', ' ', '\t'), (one, other, space) => {
      expect(isSameAddress(`${space}${one.toUpperCase()}${space}`, one)).toBe(true)
      expect(isSameAddress(other, one)).toBe(other.toLowerCase() === one.toLowerCase())
      expect(isSameAddress('', one)).toBe(false)
    }),
  )
})
