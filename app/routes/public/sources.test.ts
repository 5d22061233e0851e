import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { textOf } from '../../../test/page.ts'

const { sql, visit, visitWithoutDatabase, expectErrors } = await startApp()

test('always credits the towns and outcodes, and credits a list of postcodes once it is loaded', async () => {
  const bare = await textOf(await visit('/sources'))
  expect(bare).toContain('https://www.geonames.org/')
  expect(bare).toContain('computed from Ordnance Survey’s Code-Point Open of 2014')
  expect(bare).toContain('Royal Mail copyright and database right 2014')
  expect(bare).not.toContain('Postcodes and their positions')

  await sql`
    insert into postcode_list (name, kind, year, loaded_at) values ('list', 'code_point_open', 2025, now())`
  const loaded = await textOf(await visit('/sources'))
  expect(loaded).toContain('contain OS data © Crown copyright and database right 2025')
  expect(loaded).toContain('Royal Mail copyright and database right 2025')
  expect(loaded).toContain('Open Government Licence v3.0')
})

test('opens without the database', async () => {
  expect((await visitWithoutDatabase('/sources')).status).toBe(200)
  expect(expectErrors()).toHaveLength(1)
})
