import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addBookings, type Leads, middleOf } from './lead.ts'

test('the middle lead is the one in the middle of all bookings, or half-way between two', () => {
  const leads: Leads = new Map()
  expect(middleOf(leads)).toBeUndefined()
  addBookings(leads, 30, 1)
  expect(middleOf(leads)).toBe(30)
  addBookings(leads, 3, 1)
  expect(middleOf(leads)).toBe(16.5)
  addBookings(leads, 3, 2)
  expect(middleOf(leads)).toBe(3)
})

test('it is what sorting every booking gives, those that were taken off again left out', () => {
  const bookings = fc.array(fc.nat(20), { maxLength: 40 })
  fc.assert(
    fc.property(bookings, bookings, (stand, gone) => {
      const leads: Leads = new Map()
      for (const lead of [...gone, ...stand]) addBookings(leads, lead, 1)
      for (const lead of gone) addBookings(leads, lead, -1)
      const sorted = stand.toSorted((one, other) => one - other)
      const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
      expect(middleOf(leads)).toBe(low === undefined || high === undefined ? undefined : (low + high) / 2)
    }),
  )
})
