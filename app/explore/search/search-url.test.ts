import { expect, test } from 'vitest'
import { everyFilter as all } from '../../../test/every-filter.ts'
import {
  type SearchQuery,
  readSearch,
  searchFields,
  emptySearch,
  searchUrl,
  readPageNumber,
  readViewParams,
  tidyQuery,
  tripOf,
} from './search-url.ts'
import { noFilters, readFilters } from './filters.ts'
import { queryOf, readTrip } from './trip.ts'

const query: SearchQuery = {
  search: 'south & west',
  filters: all,
  page: 3,
  viewParams: { view: 'map' },
  near: null,
}

test('writes only values that differ from the defaults, in a fixed order', () => {
  expect(searchUrl(emptySearch)).toBe('')
  expect(searchUrl(emptySearch, { page: 2 })).toBe('?page=2')
  expect(searchUrl(query)).toBe(
    '?search=south+%26+west&region=Kent&type=wine_tasting&date=2026-11-20&guests=4&minPrice=20&maxPrice=200&minDuration=2&maxGroupSize=8&dogs=yes&station=yes&view=map',
  )
})

test('changing filters returns to page 1 and keeps term and view', () => {
  expect(searchUrl(query, { filters: noFilters })).toBe('?search=south+%26+west&view=map')
  expect(searchUrl(query, { search: '', filters: { ...noFilters, region: 'Kent' }, page: 4 })).toBe(
    '?region=Kent&view=map&page=4',
  )
})

test('a search survives writing to and reading from the URL', () => {
  const params = new URLSearchParams(searchUrl(query))
  const options = { regions: ['Kent'], types: ['wine_tasting'] }
  expect(readFilters(params, '2026-06-01', options)).toEqual({ filters: all, corrections: [] })
  expect(readViewParams(params)).toEqual({ view: 'map' })
})

test('an untouched form gives an empty query', () => {
  expect(tidyQuery(searchFields(emptySearch))).toBe('')
  expect(tidyQuery({ region: ' ', minPrice: '0', maxPrice: '500', guests: '', junk: 'x' })).toBe('')
})

test('links pass on the day of a search together with its party', () => {
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
])('reads the page in %j as %j', (params, expected) => {
  expect(readPageNumber(new URLSearchParams(params))).toEqual(expected)
})

const from = (query: string) => new URLSearchParams(query)

test('trims the search term and changes nothing else', () => {
  expect(readSearch(from('search=+kent+'))).toBe('kent')
  expect(readSearch(from('search=100%25_%5C%27'))).toBe("100%_\\'")
  expect(readSearch(from('search=+++'))).toBe('')
  expect(readSearch(from(''))).toBe('')
})

test('uses the first of repeated terms', () => {
  expect(readSearch(from('search=kent&search=devon'))).toBe('kent')
})

test('replaces control characters with spaces and cuts overlong terms', () => {
  expect(readSearch(from('search=a%00b'))).toBe('a b')
  expect(readSearch(from(`search=${'x'.repeat(10_000)}`))).toHaveLength(201)
})

test('passes on only a valid day and party', () => {
  expect(readTrip(from('date=2026-06-13&guests=4'))).toEqual({ date: '2026-06-13', guests: '4' })
  expect(readTrip(from('date=2026-02-30&guests=-1'))).toEqual({})
  expect(readTrip(from('guests=2.5'))).toEqual({})
})

test('a query string leaves out unset values', () => {
  expect(queryOf({})).toBe('')
  expect(queryOf({ experience: 'e1', guests: '4' })).toBe('?experience=e1&guests=4')
})
