import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeExperience, makeVineyard } from '../../../test/make.ts'

const { sql, visit } = await startApp()
const { id: vineyard_id } = await makeVineyard(sql, { name: 'Ash', region: 'Kent' })
await makeExperience(sql, { vineyard_id, type: 'wine_tasting' })
const { id: other } = await makeVineyard(sql, { name: 'Elm', region: 'Dorset' })
await makeExperience(sql, { vineyard_id: other, type: 'picnic' })

test('the demand report counts a search within a region that finds nothing, unless its words may be the reason', async () => {
  const open = async (query: string) => (await visit(`/explore?${query}`)).text()
  for (const query of [
    'region=Kent&type=picnic',
    'search=kent&type=picnic',
    'region=Kent&date=2031-06-06&guests=3',
  ])
    expect(await open(query)).toContain('0 vineyards found')
  // These searches are not counted: the first two find vineyards, and the words may be why the last two find none.
  for (const query of ['region=Kent', 'search=kent', 'search=atlantis', 'region=Kent&search=atlantis'])
    await open(query)
  const counted = await sql`
    select day, region, party, reason, count::int from demand_refusals order by day nulls first`
  expect([...counted]).toEqual([
    { day: null, region: 'Kent', party: 1, reason: 'none_found', count: 2 },
    { day: '2031-06-06', region: 'Kent', party: 3, reason: 'none_found', count: 1 },
  ])
})
