import { expect, test } from 'vitest'

import type { ImportEntry } from './vineyard-import.ts'
import { type KnownVineyard, importKey, planImport } from './vineyard-plan.ts'

const blank = {
  city: null,
  region: null,
  address: null,
  postcode: null,
  description: null,
  phone: null,
  email: null,
  website: null,
  latitude: null,
  longitude: null,
  facebook_url: null,
  instagram_url: null,
  twitter_url: null,
  linkedin_url: null,
  youtube_url: null,
  tiktok_url: null,
}
const entry = (name: string, rest: Partial<ImportEntry> = {}): ImportEntry => ({
  ...blank,
  name,
  source: 'a list',
  line: 2,
  ...rest,
})
const known = (name: string, rest: Partial<KnownVineyard> = {}): KnownVineyard => ({
  ...blank,
  id: 'known',
  name,
  source_key: 'an earlier key',
  untouched: true,
  ...rest,
})

test('a vineyard gets the same key from lists that spell its name differently', () => {
  const same = ['Camel Valley', 'CAMEL VALLEY VINEYARD LTD', 'The Camel-Valley Wine Estate'].map((name) =>
    importKey(entry(name, { postcode: 'PL30 5LG' })),
  )
  expect(new Set(same)).toEqual(new Set(['camel valley @ pl30']))
  expect(importKey(entry("Simpsons' Wine Estate", { city: 'Barham' }))).toBe('simpsons @ barham')
  expect(importKey(entry('The Vineyard', { region: 'Essex' }))).toBe('the vineyard @ essex')
})

test('entries with equal names are one vineyard if they are near each other, and two vineyards if they are far apart', () => {
  const vineyard = known('Wraxall Vineyard', { latitude: 51.126, longitude: -2.567, phone: '1' })
  const near = entry('Wraxall', { latitude: 51.14, longitude: -2.6 })
  const far = entry('Wraxall', { latitude: 51.44, longitude: -2.73 })
  expect(planImport([vineyard], [near])).toMatchObject({ inserts: [], outcomes: [{ outcome: 'unchanged' }] })
  expect(planImport([vineyard], [far])).toMatchObject({
    inserts: [{ name: 'Wraxall' }],
    outcomes: [{ outcome: 'new' }],
  })
})

test('an unknown position (0, 0) is not compared, so the outcodes decide', () => {
  const vineyard = known('Wraxall', { latitude: 0, longitude: 0, postcode: 'BA4 6RQ' })
  const same = entry('Wraxall', { latitude: 51.14, longitude: -2.6, postcode: 'BA4 6RQ' })
  expect(planImport([vineyard], [same])).toMatchObject({
    inserts: [],
    fillings: [{ fills: { latitude: 51.14, longitude: -2.6 } }],
  })
})

test('without positions, compares the outcodes, then the towns, then the counties', () => {
  const vineyard = known('Long Furrow', { postcode: 'TN25 5AA', city: 'Wye', region: 'Kent' })
  const inserts = (rest: Partial<ImportEntry>) =>
    planImport([vineyard], [entry('Long Furrow Wines', rest)]).inserts.length
  expect(inserts({ postcode: 'TN25 9ZZ', city: 'Ashford', region: 'Surrey' })).toBe(0)
  expect(inserts({ postcode: 'TN4 9ZZ', city: 'Wye', region: 'Kent' })).toBe(1)
  expect(inserts({ city: 'WYE' })).toBe(0)
  expect(inserts({ city: 'Ashford', region: 'Kent' })).toBe(0)
  expect(inserts({ city: 'Ashford', region: 'Surrey' })).toBe(1)
})

test('fills the empty fields of a vineyard that nobody has edited, and keeps its other fields', () => {
  const vineyard = known('Skylark', {
    city: 'East Meon',
    region: 'Hampshire',
    website: 'https://skylark.example.com',
  })
  const plan = planImport(
    [vineyard],
    [
      entry('Skylark', {
        city: 'Petersfield',
        region: 'Hampshire',
        phone: '01632 960100',
        latitude: 51,
        longitude: -1,
        website: 'https://old.example.com',
      }),
    ],
  )
  expect(plan.fillings).toEqual([
    { id: 'known', fills: { phone: '01632 960100', latitude: 51, longitude: -1 } },
  ])
  expect(plan.outcomes).toEqual([
    {
      line: 2,
      name: 'Skylark',
      source_key: 'skylark @ petersfield',
      outcome: 'filled',
      vineyard_id: 'known',
      fills: ['phone', 'latitude', 'longitude'],
    },
  ])
})

test('does not change a vineyard that somebody has edited, not even its empty fields', () => {
  const vineyard = known('Skylark', { region: 'Hampshire', untouched: false })
  const plan = planImport([vineyard], [entry('Skylark', { region: 'Hampshire', phone: '01632 960100' })])
  expect(plan).toMatchObject({
    inserts: [],
    fillings: [],
    outcomes: [{ outcome: 'unchanged' }],
    refusals: [],
  })
})

test('refuses a second row about one vineyard, and names the line of the first row', () => {
  const plan = planImport(
    [],
    [entry('Skylark', { city: 'Ely', line: 2 }), entry('Skylark Vineyard', { city: 'Ely', line: 7 })],
  )
  expect(plan.inserts).toHaveLength(1)
  expect(plan.refusals).toMatchObject([
    { line: 7, name: 'Skylark Vineyard', reasons: [{ said: 'this is the same vineyard as line 2' }] },
  ])
})
