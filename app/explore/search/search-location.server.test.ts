import { expect, test } from 'vitest'

import { loadCatalogue } from '../../../db/catalogue/load.ts'
import { ownDatabase } from '../../../test/database.ts'
import { createLog } from '../../platform/log.server.ts'
import { readSearchLocation } from './search-location.server.ts'

const sql = await ownDatabase()
await loadCatalogue(sql, { which: 'both', today: '2026-06-01', report: () => {} })
const find = async (near: Record<string, string>) =>
  (await readSearchLocation(sql, createLog('silent'), new URLSearchParams(near), '')).location

test('the town or village of every vineyard is a known location to search around', async () => {
  const towns = await sql<{ city: string }[]>`
    select distinct city from vineyards where is_visible and city <> '' and latitude <> 0`
  expect(towns.length).toBeGreaterThan(100)
  for (const { city } of towns) expect((await find({ near: city })).near, city).not.toBeNull()
})

test('the label of a village without a gazetteer entry names its county, and a link cannot change the label', async () => {
  const { near, viewParams } = await find({ near: 'firle' })
  expect(near).toMatchObject({ label: 'Firle, East Sussex' })
  expect((await find(viewParams)).near?.label).toBe('Firle, East Sussex')
  expect((await find({ ...viewParams, near: 'Nowhere At All' })).near?.label).not.toContain('Nowhere')
})
