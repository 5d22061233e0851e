import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchUrl, searchAround } from './search-url.ts'
import { noFilters } from './filters.ts'
import { paramsOfVisitor, paramsNear, formatMiles, formatPosition, readVisitorPosition } from './near.ts'

test.each([
  [0, 'less than a mile'],
  [1.6, 'less than a mile'],
  [1.61, '1 mile'],
  [2.4, '1 mile'],
  [2.42, '2 miles'],
  [19.3, '12 miles'],
  [160.9344, '100 miles'],
  [1609.344, '1000 miles'],
])('formats %d km as “%s”', (kilometres, text) => {
  expect(formatMiles(kilometres)).toBe(text)
})

const read = (query: string) => readVisitorPosition(new URLSearchParams(query))

test.each([
  ['', 'missing'],
  ['lat=&lng=+', 'missing'],
  ['lat=51.28&lng=1.08', { latitude: 51.28, longitude: 1.08 }],
  ['lat=+51&lng=-0.5', { latitude: 51, longitude: -0.5 }],
  ['lat=51.48&lng=0', { latitude: 51.48, longitude: 0 }],
  ['lat=0&lng=0.0', 'missing'],
  ['lat=-90&lng=180', { latitude: -90, longitude: 180 }],
  ['lat=51.28&lat=3&lng=1.08', { latitude: 51.28, longitude: 1.08 }],
  ['lat=51.28', 'invalid'],
  ['lng=1', 'invalid'],
  ['lat=90.1&lng=1', 'invalid'],
  ['lat=51&lng=-180.5', 'invalid'],
  ['lat=NaN&lng=1', 'invalid'],
  ['lat=1e1&lng=1', 'invalid'],
  ['lat=51,28&lng=1', 'invalid'],
  ["lat=51'&lng=1", 'invalid'],
  ['lat=5%001&lng=1', 'invalid'],
  [`lat=${'5'.repeat(10_000)}&lng=1`, 'invalid'],
])('reads the position in %j as %j', (params, expected) => {
  expect(read(params)).toEqual(expected)
})

test('rounds the visitor’s position in the URL to about a kilometre', () => {
  const home = { latitude: 51.2803417, longitude: 1.0789512 }
  expect(paramsOfVisitor(home)).toEqual({ lat: '51.28', lng: '1.08' })
  expect(paramsOfVisitor({ latitude: 51.4, longitude: -0.001 })).toEqual({ lat: '51.4', lng: '0' })
})

test('reading the URL of a position returns the position, rounded to two decimals', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (latitude, longitude) => {
        fc.pre(Math.abs(latitude) > 0.01 || Math.abs(longitude) > 0.01)
        const back = readVisitorPosition(new URLSearchParams(paramsOfVisitor({ latitude, longitude })))
        expect(typeof back).toBe('object')
        if (typeof back !== 'object') return
        expect(Math.abs(back.latitude - latitude)).toBeLessThanOrEqual(0.0051)
        expect(Math.abs(back.longitude - longitude)).toBeLessThanOrEqual(0.0051)
      },
    ),
    { seed: 4 },
  )
})

test('formats a position in degrees', () => {
  expect(formatPosition({ latitude: 51.284, longitude: -1.1 })).toBe('51.28° north, 1.10° west')
  expect(formatPosition({ latitude: -33.9, longitude: 18.4 })).toBe('33.90° south, 18.40° east')
})

test('choosing another location keeps term, filters and view and starts at page 1', () => {
  const query = {
    search: 'flint',
    filters: { ...noFilters, region: 'Kent' },
    page: 3,
    viewParams: { lat: '50', lng: '1', view: 'map' },
    near: null,
  }
  const canterbury = paramsNear({ label: 'Canterbury, Kent', latitude: 51.279, longitude: 1.08 })
  expect(searchUrl(searchAround(query, canterbury))).toBe(
    '?search=flint&region=Kent&near=Canterbury%2C+Kent&lat=51.279&lng=1.08&view=map',
  )
  expect(searchUrl(searchAround(query, null))).toBe('?search=flint&region=Kent&view=map')
})
