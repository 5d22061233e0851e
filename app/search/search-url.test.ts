import { expect, test } from 'vitest'
import {
  type SearchQuery,
  chipsOf,
  searchFields,
  emptySearch,
  searchUrl,
  readPageNumber,
  readViewParams,
  tidyQuery,
  tripOf,
} from './search-url.ts'
import { noFilters, readFilters } from './filters.ts'

const all = {
  region: 'Kent',
  type: 'wine_tasting',
  date: '2026-11-20',
  guests: 4,
  minPrice: 20,
  maxPrice: 200,
  minDuration: 2,
  maxGroupSize: 8,
}
const asked: SearchQuery = {
  search: 'south & west',
  filters: all,
  page: 3,
  place: { view: 'map' },
  near: null,
}

test('an address says what is set, in one order, and nothing that goes without saying', () => {
  expect(searchUrl(emptySearch)).toBe('')
  expect(searchUrl(emptySearch, { page: 2 })).toBe('?page=2')
  expect(searchUrl(asked)).toBe(
    '?search=south+%26+west&region=Kent&type=wine_tasting&date=2026-11-20&guests=4&minPrice=20&maxPrice=200&minDuration=2&maxGroupSize=8&view=map',
  )
})

test('other filters begin at the first page, and words and place stay', () => {
  expect(searchUrl(asked, { filters: noFilters })).toBe('?search=south+%26+west&view=map')
  expect(searchUrl(asked, { search: '', filters: { ...noFilters, region: 'Kent' }, page: 4 })).toBe(
    '?region=Kent&view=map&page=4',
  )
})

test('what an address says is read back as it was meant', () => {
  const params = new URLSearchParams(searchUrl(asked))
  const options = { regions: ['Kent'], types: ['wine_tasting'] }
  expect(readFilters(params, '2026-06-01', options)).toEqual({ filters: all, corrections: [] })
  expect(readViewParams(params)).toEqual({ view: 'map' })
})

test('an untouched form sends an address that says nothing', () => {
  expect(tidyQuery(searchFields(emptySearch))).toBe('')
  expect(tidyQuery({ region: ' ', minPrice: '0', maxPrice: '500', guests: '', junk: 'x' })).toBe('')
})

test('chips exist for region, price, type and date, and each takes away only its own', () => {
  expect(chipsOf(all).map(({ label }) => label)).toEqual([
    'Kent',
    '£20 - £200',
    'Wine tasting',
    'Nov 20, 2026',
  ])
  expect(chipsOf({ ...noFilters, guests: 2, minDuration: 2, maxGroupSize: 4 })).toEqual([])
  const without = Object.fromEntries(chipsOf(all).map((chip) => [chip.name, chip.without]))
  expect(without).toEqual({
    region: { ...all, region: null },
    price: { ...all, minPrice: 0, maxPrice: 500 },
    type: { ...all, type: null },
    date: { ...all, date: null },
  })
})

test('a day travels on with the party that it was searched for', () => {
  expect(tripOf(noFilters)).toEqual({})
  expect(tripOf({ ...noFilters, guests: 3 })).toEqual({ guests: '3' })
  expect(tripOf({ ...noFilters, date: '2026-06-13' })).toEqual({ date: '2026-06-13', guests: '1' })
})

test.each([
  ['', { page: 1, corrected: false }],
  ['page=3', { page: 3, corrected: false }],
  ['page=0', { page: 1, corrected: true }],
  ['page=-1', { page: 1, corrected: true }],
  ['page=1.5', { page: 1, corrected: true }],
  ['page=last', { page: 1, corrected: true }],
  ['page=99999999999999999999', { page: 10_000_000, corrected: false }],
])('the page in %j is %j', (query, expected) => {
  expect(readPageNumber(new URLSearchParams(query))).toEqual(expected)
})
