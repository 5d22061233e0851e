import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { readList } from '../../app/moving-in/vineyards/vineyard-import.ts'
import { planImport } from '../../app/moving-in/vineyards/vineyard-plan.ts'
import { kilometresToTown } from './towns.ts'

const file = readFileSync(new URL('vineyards.csv', import.meta.url))
const rows: Record<string, string>[] = parse(file, { columns: true })
const list = readList(file, 'the catalogue')
const entries = list.ok ? list.value.entries : []

test('the directory has at least 120 vineyards, and all of them can be imported', () => {
  expect(rows.length).toBeGreaterThanOrEqual(120)
  expect(list.ok && list.value.refusals).toEqual([])
  expect(entries).toHaveLength(rows.length)
})

test('every vineyard lies within 12 km of its town', () => {
  const far = rows.filter(
    (row) => !(kilometresToTown(row.town ?? '', Number(row.latitude), Number(row.longitude)) <= 12),
  )
  expect(far.map(({ name, town }) => `${name}: ${town}`)).toEqual([])
})

test('calculates the distance to a town', () => {
  expect(kilometresToTown('Lewes', 50.87, 0.01)).toBeLessThan(3)
  expect(kilometresToTown('Lewes', 51.07, 0.01)).toBeGreaterThan(20)
  expect(kilometresToTown('No Such Town', 50.87, 0.01)).toBe(Infinity)
})

test('every vineyard has a town, a county and a position to about a kilometre', () => {
  const vague = rows.filter(
    ({ city, region, latitude, longitude }) =>
      !city || !region || !/^\d\d\.\d{2,4}$/.test(latitude ?? '') || !/^-?\d\.\d{2,4}$/.test(longitude ?? ''),
  )
  expect(vague).toEqual([])
})

test('no vineyard is listed twice', () => {
  expect(new Set(rows.map(({ name }) => name?.toLowerCase())).size).toBe(rows.length)
  expect(planImport([], entries).refusals).toEqual([])
})

test('fields that only the vineyard can know are empty', () => {
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'name',
    'city',
    'region',
    'town',
    'latitude',
    'longitude',
    'website',
    'source',
  ])
  const said = entries.filter(
    ({ description, phone, email, address, facebook_url }) =>
      description ?? phone ?? email ?? address ?? facebook_url,
  )
  expect(said).toEqual([])
})

test('every entry names its kind of source, and every website is an https address without a path', () => {
  expect(rows.filter(({ source }) => !source)).toEqual([])
  const websites = rows.flatMap(({ website }) => website || [])
  expect(websites.filter((website) => !/^https:\/\/[a-z0-9.-]+$/.test(website))).toEqual([])
  expect(new Set(websites).size).toBe(websites.length)
})
