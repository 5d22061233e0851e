import { expect, test } from 'vitest'
import { createGazetteer, gazetteer, townKey } from './gazetteer.server.ts'
import { englishNames } from './welsh-names.ts'

const labels = (towns: { label: string }[]) => towns.map(({ label }) => label)
const { find, suggest, nearest } = gazetteer()

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
])('%j has the key %j', (text, key) => {
  expect(townKey(text)).toBe(key)
})

test('lists towns of the same name with their county, island or nation, larger towns first', () => {
  expect(labels(find('newport')).slice(0, 3)).toEqual([
    'Newport, Wales',
    'Newport, Isle of Wight',
    'Newport, Shropshire',
  ])
  expect(labels(find('Newport, isle of WIGHT'))).toEqual(['Newport, Isle of Wight'])
  expect(labels(find('Ashford'))).toEqual(['Ashford, Kent', 'Ashford, Surrey'])
})

test('ignores accents, hyphens and the spelling of “saint”', () => {
  expect(labels(find('saint albans'))).toEqual(['St Albans, Hertfordshire'])
  expect(labels(find('ROYAL tunbridge-wells'))).toEqual(['Royal Tunbridge Wells, Kent'])
  expect(labels(find('bishop’s stortford'))).toEqual(['Bishops Stortford, Hertfordshire'])
})

test('finds Welsh towns by their Welsh names', () => {
  expect(gazetteer().find('Caerdydd')[0]?.name).toBe('Cardiff')
  expect(gazetteer().find('pen-y-bont ar ogwr')[0]?.name).toBe('Bridgend')
  for (const [welsh, english] of Object.entries(englishNames)) {
    const found = gazetteer().find(welsh)
    expect(found[0] && townKey(found[0].name), welsh).toBe(english)
    // A Welsh name that is also the name of another town would hide that town.
    expect(
      gazetteer()
        .largest(0)
        .filter(({ name }) => townKey(name) === welsh && welsh !== english),
    ).toEqual([])
  }
})

test('ranks names that begin with the text above names that only contain the text', () => {
  expect(labels(suggest('canter', 5))).toEqual(['Canterbury, Kent'])
  const wells = labels(suggest('wells', 8))
  expect(wells[0]).toMatch(/^Wells, Somerset|^Wells-next-the-Sea/)
  expect(wells).toContain('Royal Tunbridge Wells, Kent')
  expect(wells.indexOf('Wells, Somerset')).toBeLessThan(wells.indexOf('Royal Tunbridge Wells, Kent'))
  expect(labels(suggest('nterbur', 5))).toEqual(['Canterbury, Kent'])
})

test('suggests only towns that match the whole text, and at most the requested number of towns', () => {
  expect(labels(suggest('newport, i', 5))).toEqual(['Newport, Isle of Wight'])
  expect(labels(suggest('newport', 3))).toHaveLength(3)
})

test('suggests nothing for one letter, an empty text, symbols or ten thousand letters', () => {
  expect(suggest('c', 5)).toEqual([])
  expect(suggest('', 5)).toEqual([])
  expect(suggest('%%', 5)).toEqual([])
  expect(suggest('x'.repeat(10_000), 5)).toEqual([])
  expect(find('')).toEqual([])
  expect(find('y'.repeat(10_000))).toEqual([])
})

test('each label and each title finds exactly one town', () => {
  const rows = suggest('ham', 10_000)
  expect(rows.length).toBeGreaterThan(200)
  for (const town of rows) {
    expect(find(town.label)).toEqual([town])
    expect(find(town.title)).toEqual([town])
  }
  expect(find('Canterbury')[0]?.title).toBe('Canterbury')
  expect(find('Newport').map(({ title }) => title)).toContain('Newport, Isle of Wight')
})

test('finds the nearest town within the given distance', () => {
  expect(nearest({ latitude: 51.28, longitude: 1.08 }, 20)?.label).toBe('Canterbury, Kent')
  expect(nearest({ latitude: 48, longitude: -20 }, 20)).toBeNull()
  const two = createGazetteer([
    ['Big', 'Here', 51, 0],
    ['Small', 'Here', 51.1, 0.1],
  ])
  expect(two.nearest({ latitude: 51.09, longitude: 0.1 }, 50)?.name).toBe('Small')
  expect(two.nearest({ latitude: 51.01, longitude: 0 }, 50)?.name).toBe('Big')
  expect(two.nearest({ latitude: 51.5, longitude: 0 }, 10)).toBeNull()
})

// Runs only in long tests (`durations` in test/long/forms.ts), because time limits need a quiet machine.
test.runIf(process.env.LONG)('makes a thousand suggestions within a second', () => {
  const typed = ['ca', 'st', 'newport isle', 'zzzz', 'on', 'x'.repeat(200)]
  const began = performance.now()
  for (let n = 0; n < 1000; n++) suggest(typed[n % typed.length] ?? '', 5)
  expect(performance.now() - began).toBeLessThan(1000)
})
