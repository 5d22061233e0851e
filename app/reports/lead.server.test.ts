import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addBookings, type Leads, medianLead } from './lead.server.ts'

test('returns the median lead, or the mean of the middle two', () => {
  const leads: Leads = new Map()
  expect(medianLead(leads)).toBeUndefined()
  addBookings(leads, 30, 1)
  expect(medianLead(leads)).toBe(30)
  addBookings(leads, 3, 1)
  expect(medianLead(leads)).toBe(16.5)
  addBookings(leads, 3, 2)
  expect(medianLead(leads)).toBe(3)
})

test('equals the median of all remaining bookings', () => {
  const bookings = fc.array(fc.nat(20), { maxLength: 40 })
  fc.assert(
    fc.property(bookings, bookings, (stand, gone) => {
      const leads: Leads = new Map()
      for (const lead of [...gone, ...stand]) addBookings(leads, lead, 1)
      for (const lead of gone) addBookings(leads, lead, -1)
      const sorted = stand.toSorted((one, other) => one - other)
      const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
      expect(medianLead(leads)).toBe(low === undefined || high === undefined ? undefined : (low + high) / 2)
    }),
  )
})
