import { expect, test } from 'vitest'
import type { Meaning } from './meaning.ts'
import { countText } from './result-count.ts'

test('the result heading names count, term and location', () => {
  expect(countText(1, { search: '' })).toBe('1 vineyard found')
  expect(countText(12, { search: 'kent' })).toBe('12 vineyards found for kent')
  expect(countText(0, { search: '' })).toBe('0 vineyards found')
  const near = { label: 'Newport, Wales' }
  expect(countText(12, { search: '', near, within: 3 })).toBe(
    '12 vineyards found, 3 within 25 miles of Newport, Wales',
  )
  expect(countText(2, { search: 'flint', near, within: 0 })).toBe(
    '2 vineyards found for flint, none within 25 miles of Newport, Wales',
  )
  expect(countText(0, { search: 'flint', near, within: 0 })).toBe('0 vineyards found for flint')
  expect(countText(12, { search: '', near })).toBe('12 vineyards found')
})

test('without a day, the result heading says how many vineyards take the party', () => {
  expect(countText(228, { search: '', guests: 9, taking: 8 })).toBe(
    '228 vineyards found; 8 take a party of 9',
  )
  expect(countText(12, { search: '', guests: 1, taking: 1 })).toBe('12 vineyards found; 1 takes a party of 1')
  expect(countText(2, { search: 'ash', guests: 1000, taking: 0 })).toBe(
    '2 vineyards found for ash; none takes a party of 1000',
  )
  expect(countText(0, { search: '', guests: 9, taking: 0 })).toBe('0 vineyards found')
})

test('the result heading says how the words were understood', () => {
  const near = { label: 'Brighton', latitude: 50.8, longitude: -0.1 }
  const located: Meaning = { kind: 'location', near, others: [], corrections: [] }
  const about = (meaning: Meaning, within: number | null = null) =>
    countText(24, { search: 'typed', meaning, within })
  expect(about({ kind: 'area', name: 'the Cotswolds', regions: [] })).toBe(
    '24 vineyards found in the Cotswolds',
  )
  expect(about({ kind: 'words', search: 'kent' })).toBe('24 vineyards found for kent')
  expect(about({ kind: 'words', search: '' })).toBe('24 vineyards found')
  expect(about({ kind: 'names', search: 'Nyetimber', ids: [] })).toBe('24 vineyards found for Nyetimber')
  expect(about(located, 24)).toBe('24 vineyards found near Brighton')
  expect(about(located, 0)).toBe('0 vineyards found near Brighton')
})

test('the result heading names the guests of a search by day', () => {
  expect(countText(12, { search: '', guests: 4 })).toBe('12 vineyards found, places for 4')
  expect(countText(0, { search: '', guests: 4 })).toBe('0 vineyards found')
  expect(countText(1, { search: 'kent', guests: 1 })).toBe('1 vineyard found for kent, places for 1')
  expect(countText(2, { search: '', guests: 4, near: { label: 'Wye' }, within: 1 })).toBe(
    '2 vineyards found, places for 4, 1 within 25 miles of Wye',
  )
})
