import { expect, test } from 'vitest'
import { countText, queryOf, readSearch, readTrip } from './search-terms.ts'

const from = (query: string) => new URLSearchParams(query)

test('a term is trimmed and otherwise left alone', () => {
  expect(readSearch(from('search=+kent+'))).toBe('kent')
  expect(readSearch(from('search=100%25_%5C%27'))).toBe("100%_\\'")
  expect(readSearch(from('search=+++'))).toBe('')
  expect(readSearch(from(''))).toBe('')
})

test('of repeated terms the first counts', () => {
  expect(readSearch(from('search=kent&search=devon'))).toBe('kent')
})

test('control characters and endless terms do no harm', () => {
  expect(readSearch(from('search=a%00b'))).toBe('a b')
  expect(readSearch(from(`search=${'x'.repeat(10_000)}`))).toHaveLength(201)
})

test('the count is said in words', () => {
  expect(countText(1, { search: '' })).toBe('1 vineyard found')
  expect(countText(12, { search: 'kent' })).toBe('12 vineyards found for kent')
  expect(countText(0, { search: '' })).toBe('0 vineyards found')
  const near = { label: 'Newport, Wales' }
  expect(countText(12, { search: '', near })).toBe('12 vineyards found, nearest to Newport, Wales first')
  expect(countText(2, { search: 'flint', near })).toBe(
    '2 vineyards found for flint, nearest to Newport, Wales first',
  )
  expect(countText(1, { search: '', near })).toBe('1 vineyard found')
  expect(countText(0, { search: 'flint', near })).toBe('0 vineyards found for flint')
})

test('the result heading names the guests of the search', () => {
  expect(countText(12, { search: '', guests: 4 })).toBe('12 vineyards found, places for 4')
  expect(countText(1, { search: 'kent', guests: 1 })).toBe('1 vineyard found for kent, places for 1')
  expect(countText(2, { search: '', guests: 4, near: { label: 'Wye' } })).toBe(
    '2 vineyards found, places for 4, nearest to Wye first',
  )
})

test('a day and a party that make sense travel on, others do not', () => {
  expect(readTrip(from('date=2026-06-13&guests=4'))).toEqual({ date: '2026-06-13', guests: '4' })
  expect(readTrip(from('date=2026-02-30&guests=-1'))).toEqual({})
  expect(readTrip(from('guests=2.5'))).toEqual({})
})

test('a query holds what is set and nothing else', () => {
  expect(queryOf({})).toBe('')
  expect(queryOf({ experience: 'e1', guests: '4' })).toBe('?experience=e1&guests=4')
})
