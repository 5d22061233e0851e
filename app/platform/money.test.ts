import fc from 'fast-check'
import { readPounds } from './read-pounds.ts'
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

test('reads a typed amount only if it has one meaning', () => {
  const read = (...texts: string[]) => texts.map(readPounds)
  expect(read('5,50', '5.50', '5.5', '£5.50', '£ 5,5', ' 5.50 ')).toEqual(Array(6).fill(5.5))
  expect(read('1,250', '1250', '1,250.00', '1250,00', '1,250,000')).toEqual([
    1250, 1250, 1250, 1250, 1_250_000,
  ])
  const refused = [
    '1.250,00',
    '5.5.0',
    '1e3',
    '−5',
    '-5',
    '+5',
    '5.505',
    '5,5050',
    '1.250',
    '1,25,00',
    '0,125',
  ]
  expect(
    read(...refused, '', 'five', '.5', '5.', '1,2345', '٥').filter((amount) => amount !== undefined),
  ).toEqual([])
})

test('reads every amount back, whether formatted by the site or typed with a decimal comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (pence) => {
      expect(readPounds(formatMoney(pence / 100, 'GBP'))).toBe(pence / 100)
      expect(readPounds((pence / 100).toFixed(2).replace('.', ','))).toBe(pence / 100)
    }),
  )
})
