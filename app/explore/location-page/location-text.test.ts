import { expect, test } from 'vitest'
import type { CountyVineyard } from '../../catalogue/locations/county.server.ts'
import { bearing } from '../search/near.ts'
import { countyText, inLocation, type LocationFacts, townText } from './location-text.ts'

const vineyard = (name: string, fields: Partial<CountyVineyard> = {}): CountyVineyard => ({
  id: name,
  name,
  city: name,
  latitude: null,
  longitude: null,
  is_demo: false,
  is_verified: true,
  bookable: false,
  ...fields,
})
const nothing: Omit<LocationFacts, 'vineyards'> = {
  next_day: null,
  types: [],
  price: null,
  currency: null,
  step_free: 0,
  dogs: 0,
}
const kent = (...vineyards: CountyVineyard[]) => countyText({ name: 'Kent' }, { ...nothing, vineyards }, [])
const paragraph = (text: { paragraphs: string[] }) => text.paragraphs.join(' ')

test('names up to three vineyards and, if none takes bookings, says that their pages show where they are', () => {
  expect(paragraph(kent(vineyard('Ash')))).toBe(
    'We know one vineyard in Kent: Ash at Ash. It doesn’t take bookings here yet; its page says where it is.',
  )
  expect(paragraph(kent(vineyard('Ash', { city: null }), vineyard('Oak')))).toBe(
    'We know two vineyards in Kent: Ash and Oak at Oak. Neither of them takes bookings here yet; their pages say where they are.',
  )
})

test('for four or more vineyards, names the towns at both ends of the longer axis', () => {
  const located = [
    vineyard('Ash', { latitude: 51, longitude: 0.1 }),
    vineyard('Beech', { latitude: 51.1, longitude: 0.2 }),
    vineyard('Cedar', { latitude: 51.9, longitude: 0.15 }),
  ]
  expect(paragraph(kent(...located, vineyard('Elm')))).toContain(
    'We know four vineyards in Kent, from Ash in the south to Cedar in the north.',
  )
  expect(paragraph(kent(...[1, 2, 3, 4].map((n) => vineyard(`Row ${n}`))))).toContain(
    'We know four vineyards in Kent.',
  )
})

test('counts the demonstration estates of a location, and gives no distance to a demonstration estate', () => {
  const town = { name: 'Wye', position: { latitude: 51, longitude: 0.5 } }
  const vineyards = [
    vineyard('Ash', { latitude: 51.01, longitude: 0.5, is_demo: true }),
    vineyard('Beech', { latitude: 51.05, longitude: 0.5 }),
    vineyard('Cedar', { latitude: 51.1, longitude: 0.5 }),
  ]
  expect(paragraph(townText(town, { name: 'Kent' }, { ...nothing, vineyards }, null))).toContain(
    'Wye is in Kent. Three vineyards are in and around it, one of them a demonstration estate: the nearest is Beech, 3 miles away, and the furthest Cedar, 7 miles.',
  )
})

test('names the price, kinds, next day and facts of the experiences that can be booked', () => {
  const vineyards = ['Ash', 'Oak'].map((name) => vineyard(name, { bookable: true }))
  const offers = {
    next_day: '2026-11-28',
    types: ['cellar_tour', 'wine_tasting'],
    price: 17.5,
    currency: 'GBP',
    step_free: 1,
    dogs: 2,
  }
  expect(
    paragraph(countyText({ name: 'Kent' }, { vineyards, ...offers }, [{ name: 'Wye', vineyards: 3 }])),
  ).toBe(
    'We know two vineyards in Kent: Ash at Ash and Oak at Oak. You can book a visit to all of them here, from £17.50 a person (cellar tour and wine tasting). The next day with places is Saturday 28 November 2026. One of them can be visited without steps, at least in parts, and two of them welcome dogs. They are closest together around Wye (3).',
  )
})

test('uses the singular if a location has only one vineyard', () => {
  const facts = { ...nothing, vineyards: [vineyard('Ash')], step_free: 1, dogs: 1 }
  const text = paragraph(townText({ name: 'Wye', position: null }, { name: 'Kent' }, facts, null))
  expect(text).toContain('One vineyard is in and around it.')
  expect(text).toContain('It can be visited without steps, at least in parts, and it welcomes dogs.')
})

test('a bearing is the nearest of eight directions', () => {
  const london = { latitude: 51.5, longitude: -0.13 }
  expect(bearing(london, { latitude: 50.87, longitude: 0.01 })).toBe('south')
  expect(bearing(london, { latitude: 51.07, longitude: 0.69 })).toBe('south-east')
  expect(bearing(london, { latitude: 51.5, longitude: -2 })).toBe('west')
  expect(bearing(london, { latitude: 53, longitude: -0.2 })).toBe('north')
})

test('puts "the" before counties that are islands or vales', () => {
  expect(['Kent', 'Isle of Wight', 'Isles of Scilly', 'Vale of Glamorgan'].map(inLocation)).toEqual([
    'in Kent',
    'on the Isle of Wight',
    'on the Isles of Scilly',
    'in the Vale of Glamorgan',
  ])
})
