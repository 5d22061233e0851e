import { expect, test } from 'vitest'

import { loadCatalogue } from '../../../db/catalogue/load.ts'
import { loadStations } from '../../../db/catalogue/stations.ts'
import { ownDatabase } from '../../../test/database.ts'
import { createLog } from '../../platform/log.server.ts'
import { readSearchLocation } from './search-location.server.ts'

const sql = await ownDatabase()
await loadCatalogue(sql, { which: 'both', today: '2026-06-01', report: () => {} })
await loadStations(sql)
const find = async (near: Record<string, string>) =>
  (await readSearchLocation(sql, createLog('silent'), new URLSearchParams(near), '')).location

test('the town or village of every vineyard is a known location to search around', async () => {
  const towns = await sql<{ city: string }[]>`
    select distinct city from vineyards where is_visible and city <> '' and latitude <> 0`
  expect(towns.length).toBeGreaterThan(100)
  for (const { city } of towns) expect((await find({ near: city })).near, city).not.toBeNull()
})

test('a railway station is a known location, and a link that contains its label leads to the same station', async () => {
  for (const name of ['Canterbury West', 'lewes station', 'Barmouth station']) {
    const { near, viewParams } = await find({ near: name })
    expect(near?.label, name).toMatch(/ station$/)
    expect((await find(viewParams)).near?.label).toBe(near?.label)
  }
  const search = await readSearchLocation(sql, createLog('silent'), new URLSearchParams(), 'Lewes Station')
  expect(search.locationChoices.locations.map(({ label }) => label)).toEqual(['Lewes station'])
})

test('labels a village that is not in the gazetteer with its county, and a link cannot change this label', async () => {
  const { near, viewParams } = await find({ near: 'firle' })
  expect(near).toMatchObject({ label: 'Firle, East Sussex' })
  expect((await find(viewParams)).near?.label).toBe('Firle, East Sussex')
  expect((await find({ ...viewParams, near: 'Nowhere At All' })).near?.label).not.toContain('Nowhere')
})
