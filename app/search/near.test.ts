import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchUrl } from './search-url.ts'
import { noFilters } from './filters.ts'
import { around, fieldsHere, fieldsNear, formatMiles, formatPosition, readVisitorPosition } from './near.ts'

test.each([
  [0, 'less than a mile'],
  [1.6, 'less than a mile'],
  [1.61, '1 mile'],
  [2.4, '1 mile'],
  [2.42, '2 miles'],
  [19.3, '12 miles'],
  [160.9344, '100 miles'],
  [1609.344, '1000 miles'],
])('%d km are %s', (kilometres, text) => {
  expect(formatMiles(kilometres)).toBe(text)
})

const read = (query: string) => readVisitorPosition(new URLSearchParams(query))

test.each([
  ['', 'nothing'],
  ['lat=&lng=+', 'nothing'],
  ['lat=51.28&lng=1.08', { latitude: 51.28, longitude: 1.08 }],
  ['lat=+51&lng=-0.5', { latitude: 51, longitude: -0.5 }],
  ['lat=51.48&lng=0', { latitude: 51.48, longitude: 0 }],
  ['lat=-90&lng=180', { latitude: -90, longitude: 180 }],
  ['lat=51.28&lat=3&lng=1.08', { latitude: 51.28, longitude: 1.08 }],
  ['lat=51.28', 'nonsense'],
  ['lng=1', 'nonsense'],
  ['lat=90.1&lng=1', 'nonsense'],
  ['lat=51&lng=-180.5', 'nonsense'],
  ['lat=NaN&lng=1', 'nonsense'],
  ['lat=1e1&lng=1', 'nonsense'],
  ['lat=51,28&lng=1', 'nonsense'],
  ["lat=51'&lng=1", 'nonsense'],
  ['lat=5%001&lng=1', 'nonsense'],
  [`lat=${'5'.repeat(10_000)}&lng=1`, 'nonsense'],
])('%j says %j', (query, said) => {
  expect(read(query)).toEqual(said)
})

test('where somebody is goes into an address to about a kilometre and no finer', () => {
  const home = { latitude: 51.2803417, longitude: 1.0789512 }
  expect(fieldsHere(home)).toEqual({ lat: '51.28', lng: '1.08' })
  expect(fieldsHere({ latitude: 51.4, longitude: -0.001 })).toEqual({ lat: '51.4', lng: '0' })
})

test('what goes into an address is read back, within its decimals', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (latitude, longitude) => {
        const back = readVisitorPosition(new URLSearchParams(fieldsHere({ latitude, longitude })))
        expect(typeof back).toBe('object')
        if (typeof back !== 'object') return
        expect(Math.abs(back.latitude - latitude)).toBeLessThanOrEqual(0.0051)
        expect(Math.abs(back.longitude - longitude)).toBeLessThanOrEqual(0.0051)
      },
    ),
    { seed: 4 },
  )
})

test('a place without a name is told by its degrees', () => {
  expect(formatPosition({ latitude: 51.284, longitude: -1.1 })).toBe('51.28° north, 1.10° west')
  expect(formatPosition({ latitude: -33.9, longitude: 18.4 })).toBe('33.90° south, 18.40° east')
})

test('another place keeps words, filters and view, begins at the first page, and can be taken away', () => {
  const asked = {
    search: 'flint',
    filters: { ...noFilters, region: 'Kent' },
    page: 3,
    place: { lat: '50', lng: '1', view: 'map' },
    near: null,
  }
  const canterbury = fieldsNear({ label: 'Canterbury, Kent', latitude: 51.279, longitude: 1.08 })
  expect(searchUrl(around(asked, canterbury))).toBe(
    '?search=flint&region=Kent&near=Canterbury%2C+Kent&lat=51.279&lng=1.08&view=map',
  )
  expect(searchUrl(around(asked, null))).toBe('?search=flint&region=Kent&view=map')
})
