import { expect, test } from 'vitest'
import { everyFilter as all } from '../../../test/every-filter.ts'
import { statedFactFilters, statedFactNames } from '../../catalogue/facts/stated-fact.ts'
import {
  chipsOf,
  countActive,
  type Filters,
  noFilters,
  partyOf,
  readFilters,
  withoutFilters,
} from './filters.ts'

const today = '2026-06-01'
const options = { regions: ['East Sussex', 'Kent'], types: ['cellar_tour', 'wine_tasting'] }
const read = (query: string, known: typeof options | null = options) =>
  readFilters(new URLSearchParams(query), today, known)

test.each<[string, Partial<Filters>]>([
  ['', {}],
  ['region=Kent', { region: 'Kent' }],
  ['region=', {}],
  ['region=%0AKent%20', { region: 'Kent' }],
  ['type=wine_tasting', { type: 'wine_tasting' }],
  ['date=2026-06-01', { date: '2026-06-01' }],
  ['date=2026-06-13&guests=4', { date: '2026-06-13', guests: 4 }],
  ['minPrice=20&maxPrice=200', { minPrice: 20, maxPrice: 200 }],
  ['minPrice=500', { minPrice: 500 }],
  ['minPrice=&maxPrice=', {}],
  ['minDuration=3', { minDuration: 3 }],
  ['minDuration=5', { minDuration: 5 }],
  ['minDuration=0', {}],
  ['maxGroupSize=20', { maxGroupSize: 20 }],
  ['maxGroupSize=50', {}],
  ['maxGroupSize=9999', {}],
  ['region=Kent&region=Devon', { region: 'Kent' }],
  ['dogs=yes&step_free=yes&food=', { facts: ['step_free', 'dogs'] }],
  ['colour=red', {}],
])('reads %j without corrections', (query, expected) => {
  expect(read(query)).toEqual({ filters: { ...noFilters, ...expected }, corrections: [] })
})

test.each<[string, Partial<Filters>, RegExp]>([
  ['region=%00', {}, /^We have no vineyards in that region/],
  ['region=Kent%00', {}, /^We have no vineyards in that region/],
  ['region=kENT', { region: 'Kent' }, /^$/],
  ['region=Atlantis', {}, /all regions are shown/],
  ['type=skydiving', {}, /all types are shown/],
  ['date=2026-05-31', {}, /has passed/],
  ['date=2026-02-30', {}, /isn’t a valid date/],
  ['date=tomorrow', {}, /isn’t a valid date/],
  ['guests=0', { guests: 1 }, /results for 1 guest\./],
  ['guests=-4', { guests: 1 }, /results for 1 guest\./],
  ['guests=2.6', { guests: 3 }, /results for 3 guests\./],
  ['guests=99999999999999999999', { guests: 1000 }, /results for 1000 guests\./],
  ['guests=two', {}, /isn’t a valid number/],
  ['minPrice=-20', {}, /£0 to £500 is shown/],
  ['maxPrice=620', {}, /£0 to £500 is shown/],
  ['minPrice=620', { minPrice: 500 }, /£500 to £500 is shown/],
  ['minPrice=cheap', {}, /£0 to £500 is shown/],
  ['minPrice=200&maxPrice=20', { minPrice: 20, maxPrice: 200 }, /£20 to £200 is shown/],
  ['minPrice=15&maxPrice=33.5', { minPrice: 10, maxPrice: 40 }, /£10 to £40 is shown/],
  ['maxPrice=1e2', {}, /£0 to £500 is shown/],
  ['minDuration=2.6', { minDuration: 3 }, /3\+ hours/],
  ['minDuration=0.2', { minDuration: 1 }, /1\+ hours/],
  ['minDuration=100', { minDuration: 24 }, /24\+ hours/],
  ['minDuration=-1', {}, /any duration/],
  ['maxGroupSize=5', { maxGroupSize: 4 }, /4 people/],
  ['maxGroupSize=49', { maxGroupSize: 20 }, /20\+ people/],
  ['maxGroupSize=0', {}, /any size/],
  ['maxGroupSize=many', {}, /any size/],
  ['dogs=no', {}, /“Dogs allowed” can only be on or off/],
])(
  'corrects or ignores the invalid value in %j, and reports visible changes',
  (query, expected, sentence) => {
    const { filters, corrections } = read(query)
    expect(filters).toEqual({ ...noFilters, ...expected })
    expect(corrections.join(' ')).toMatch(sentence)
  },
)

test('accepts any region and type while the options are not available', () => {
  const { filters, corrections } = read('region=Devon&type=picnic', null)
  expect(filters).toEqual({ ...noFilters, region: 'Devon', type: 'picnic' })
  expect(corrections).toEqual([])
})

test('counts each active filter, counts the price range as one filter, and does not count the guests', () => {
  expect(countActive(noFilters)).toBe(0)
  expect(countActive({ ...noFilters, guests: 4 })).toBe(0)
  expect(countActive({ ...noFilters, minPrice: 10, maxPrice: 490 })).toBe(1)
  expect(
    countActive({
      region: 'Kent',
      type: 'picnic',
      date: '2026-06-13',
      guests: 2,
      minPrice: 0,
      maxPrice: 100,
      minDuration: 1,
      maxGroupSize: 20,
      facts: ['dogs', 'parking'],
    }),
  ).toBe(8)
})

test('clearing the filters keeps only the guests', () => {
  const filters: Filters = { ...noFilters, region: 'Kent', minPrice: 10, guests: 4, facts: ['dogs'] }
  expect(withoutFilters(filters)).toEqual({ ...noFilters, guests: 4 })
})

test('assumes one guest by default', () => {
  expect([partyOf(noFilters), partyOf({ guests: 4 })]).toEqual([1, 4])
})

test('makes chips for region, price, type, date and facts, and each chip removes only its own filter', () => {
  expect(chipsOf(all).map(({ label }) => label)).toEqual([
    'Kent',
    '£20 - £200',
    'Wine tasting',
    'Nov 20, 2026',
    'Dogs allowed',
    'Train station',
  ])
  expect(chipsOf({ ...noFilters, guests: 2, minDuration: 2, maxGroupSize: 4 })).toEqual([])
  const without = Object.fromEntries(chipsOf(all).map((chip) => [chip.name, chip.without]))
  expect(without).toEqual({
    region: { ...all, region: null },
    price: { ...all, minPrice: 0, maxPrice: 500 },
    type: { ...all, type: null },
    date: { ...all, date: null },
    dogs: { ...all, facts: ['station'] },
    station: { ...all, facts: ['dogs'] },
  })
})

test('each fact that vineyards state has a chip, which removes only this fact', () => {
  const chips = chipsOf({ ...noFilters, facts: [...statedFactNames] })
  expect(chips.map(({ name, label }) => [name, label])).toEqual(Object.entries(statedFactFilters))
  for (const { name, without } of chips)
    expect(without).toEqual({ ...noFilters, facts: statedFactNames.filter((fact) => fact !== name) })
})
