import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeVineyard } from '../../../../test/make.ts'

const { sql, visit } = await startApp()

const open = async (id: string) => (await (await visit(`/vineyard/${id}`)).text()).replaceAll('<!-- -->', '')

test('names no nearest town if the vineyard is in this town', async () => {
  const inTown = { latitude: 51.0687, longitude: 0.6892 }
  const [near, within] = await Promise.all([
    makeVineyard(sql, { ...inTown, city: 'Rolvenden Layne' }),
    makeVineyard(sql, { ...inTown, city: 'tenterden' }),
  ])
  expect(await open(near.id)).toMatch(/Nearest town<\/dt><dd>Tenterden, less than a mile away/)
  expect(await open(within.id)).not.toContain('Nearest town')
})
