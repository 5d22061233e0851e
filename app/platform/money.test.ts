import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatMoney, timesGuests } from './money.ts'

test('formats GBP with £ and other currencies with $', () => {
  expect(formatMoney(28, 'GBP')).toBe('£28.00')
  expect(formatMoney(1234.5, 'GBP')).toBe('£1,234.50')
  expect(formatMoney(28, 'USD')).toBe('$28.00')
  expect(formatMoney(0, 'GBP')).toBe('£0.00')
})

test('formats amounts as Intl does', () => {
  const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (pence) => {
      expect(formatMoney(pence / 100, 'GBP')).toBe(pounds.format(pence / 100))
    }),
  )
})

test('calculates the price of a party in whole pence', () => {
  expect(timesGuests(0.1, 3)).toBe(0.3)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (pence, guests) => {
        expect(Math.round(timesGuests(pence / 100, guests) * 100)).toBe(pence * guests)
      },
    ),
  )
})
