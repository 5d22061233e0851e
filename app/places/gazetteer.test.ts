import { expect, test } from 'vitest'
import { gazetteer } from './gazetteer.server.ts'
import { townKey, makeGazetteer } from './gazetteer.ts'

const labels = (towns: { label: string }[]) => towns.map(({ label }) => label)
const { named, like, nextTo } = gazetteer()

test.each([
  ['Canterbury', 'canterbury'],
  ['  St. Mary’s   BAY ', 'st marys bay'],
  ['Saint Ives', 'st ives'],
  ['Newcastle-upon-Tyne', 'newcastle upon tyne'],
  ['Ŷ Felinheli', 'y felinheli'],
  ['Newport, Isle of Wight', 'newport isle of wight'],
  ['Bexhill & Battle', 'bexhill and battle'],
  ['%_\\', ''],
  ['\u0000', ''],
])('%j is looked for as %j', (text, key) => {
  expect(townKey(text)).toBe(key)
})

test('towns of one name are told apart by county, island or nation, larger ones first', () => {
  expect(labels(named('newport')).slice(0, 3)).toEqual([
    'Newport, Wales',
    'Newport, Isle of Wight',
    'Newport, Shropshire',
  ])
  expect(labels(named('Newport, isle of WIGHT'))).toEqual(['Newport, Isle of Wight'])
  expect(labels(named('Ashford'))).toEqual(['Ashford, Kent', 'Ashford, Surrey'])
})

test('a town is found however its saint, its hyphens and its accents are written', () => {
  expect(labels(named('saint albans'))).toEqual(['St Albans, Hertfordshire'])
  expect(labels(named('ROYAL tunbridge-wells'))).toEqual(['Royal Tunbridge Wells, Kent'])
  expect(labels(named('bishop’s stortford'))).toEqual(['Bishops Stortford, Hertfordshire'])
})

test('what begins with the letters comes before what only has a word or a part of one', () => {
  expect(labels(like('canter', 5))).toEqual(['Canterbury, Kent'])
  const wells = labels(like('wells', 8))
  expect(wells[0]).toMatch(/^Wells, Somerset|^Wells-next-the-Sea/)
  expect(wells).toContain('Royal Tunbridge Wells, Kent')
  expect(wells.indexOf('Wells, Somerset')).toBeLessThan(wells.indexOf('Royal Tunbridge Wells, Kent'))
  expect(labels(like('nterbur', 5))).toEqual(['Canterbury, Kent'])
})

test('the label narrows as it is typed on', () => {
  expect(labels(like('newport, i', 5))).toEqual(['Newport, Isle of Wight'])
  expect(labels(like('newport', 3))).toHaveLength(3)
})

test('one letter, nothing, signs and ten thousand letters offer nothing', () => {
  expect(like('c', 5)).toEqual([])
  expect(like('', 5)).toEqual([])
  expect(like('%%', 5)).toEqual([])
  expect(like('x'.repeat(10_000), 5)).toEqual([])
  expect(named('')).toEqual([])
  expect(named('y'.repeat(10_000))).toEqual([])
})

test('every label is one town’s alone and leads back to it', () => {
  const rows = like('ham', 10_000)
  expect(rows.length).toBeGreaterThan(200)
  for (const town of rows) {
    expect(named(town.label)).toEqual([town])
    expect(named(town.title)).toEqual([town])
  }
  expect(named('Canterbury')[0]?.title).toBe('Canterbury')
  expect(named('Newport').map(({ title }) => title)).toContain('Newport, Isle of Wight')
})

test('the town next to a position is the nearest of all, and out at sea there is none', () => {
  expect(nextTo({ latitude: 51.28, longitude: 1.08 }, 20)?.label).toBe('Canterbury, Kent')
  expect(nextTo({ latitude: 48, longitude: -20 }, 20)).toBeNull()
  const two = makeGazetteer([
    ['Big', 'Here', 51, 0],
    ['Small', 'Here', 51.1, 0.1],
  ])
  expect(two.nextTo({ latitude: 51.09, longitude: 0.1 }, 50)?.name).toBe('Small')
  expect(two.nextTo({ latitude: 51.01, longitude: 0 }, 50)?.name).toBe('Big')
  expect(two.nextTo({ latitude: 51.5, longitude: 0 }, 10)).toBeNull()
})

// See `durations` in test/long.ts.
test.runIf(process.env.LONG)('makes a thousand suggestions in under a second', () => {
  const typed = ['ca', 'st', 'newport isle', 'zzzz', 'on', 'x'.repeat(200)]
  const began = performance.now()
  for (let n = 0; n < 1000; n++) like(typed[n % typed.length] ?? '', 5)
  expect(performance.now() - began).toBeLessThan(1000)
})
