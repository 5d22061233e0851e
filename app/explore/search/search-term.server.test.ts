import { expect, test } from 'vitest'
import { beforeComma, correctName, withoutGenericWords } from './search-term.server.ts'

test.each([
  ['kent vineyard', 'kent'],
  ['Wine tasting near Brighton', 'Brighton'],
  ['vineyards in the cotswolds', 'cotswolds'],
  ['kent, uk', 'kent'],
  ['nyetimber vinyard', 'nyetimber'],
  ['wine tasting', ''],
  ['vineyards near me', ''],
  ["a'Beckett's", "a'Beckett's"],
  ['…', ''],
])('%j without generic words is %j', (typed, expected) => {
  expect(withoutGenericWords(typed)).toBe(expected)
})

test('a county or nation after a comma can be left out', () => {
  expect(beforeComma('Brighton , East Sussex, UK')).toBe('Brighton')
  expect(beforeComma('Brighton')).toBeNull()
})

const vineyards = ['Chapel Down', 'Nyetimber', 'Hush Heath Winery', 'Hush Heath Estate', 'Château d’Or'].map(
  (name, n) => ({ id: String(n), name }),
)

test.each([
  ['chapl down', { ids: ['0'], name: 'Chapel Down' }],
  ['chapeldown', { ids: ['0'], name: 'Chapel Down' }],
  ['NYETIMBR', { ids: ['1'], name: 'Nyetimber' }],
  ['hush heth', { ids: ['2', '3'], name: 'hush heath' }],
  ['chateau dor', { ids: ['4'], name: 'Château d’Or' }],
  ['nyetm', null],
  ['heth', null],
  ['', null],
])('finds the vineyards that %j may stand for, and the corrected name: %j', (typed, expected) => {
  expect(correctName(typed, vineyards)).toEqual(expected)
})

test('suggests no correction if the typed words may mean different names', () => {
  const alike = ['Oakwood', 'Oakwold'].map((name, n) => ({ id: String(n), name }))
  expect(correctName('oakwod', alike)).toEqual({ ids: ['0', '1'], name: null })
})
