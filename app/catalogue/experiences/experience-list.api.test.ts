import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  makeAdmin,
  makeExperience,
  makePattern,
  makeVineyard,
  makeWinemaker,
  signedIn,
} from '../../../test/make.ts'

const { sql, visit } = await startApp()
const admin = await makeAdmin(sql)
const bowhill = await makeVineyard(sql, { name: 'Bowhill Estate', city: 'Wye', region: 'Kent' })
const combe = await makeVineyard(sql, { name: 'Combe 100%', city: 'Alfriston', region: 'East Sussex' })
const hidden = await makeVineyard(sql, { name: 'Hidden Hanger', region: 'Surrey', is_visible: false })

const walk = await makeExperience(sql, {
  vineyard_id: bowhill.id,
  title: 'Vineyard walk',
  type: 'tour',
  price_per_person: 12,
})
const lunch = await makeExperience(sql, {
  vineyard_id: combe.id,
  title: 'Long lunch',
  type: 'lunch',
  price_per_person: 65,
})
const dinner = await makeExperience(sql, {
  vineyard_id: combe.id,
  title: 'Ŵine dinner',
  type: 'dinner',
  price_per_person: 80,
  is_active: false,
})
await makeExperience(sql, { vineyard_id: hidden.id, title: 'Hanger tasting', type: 'wine_tasting' })
await makePattern(sql, { experience_id: walk.id })
await makePattern(sql, { experience_id: lunch.id, valid_from: '2020-01-01', valid_until: '2020-12-31' })
await makePattern(sql, { experience_id: dinner.id, is_active: false })

async function titles(query: Record<string, string>, by: { token: string } = admin) {
  const answer = await visit(`/api/experiences?${new URLSearchParams(query)}`, { headers: signedIn(by) })
  expect(answer.status).toBe(200)
  const { items }: { items: { title: string }[] } = await answer.json()
  return items.map(({ title }) => title)
}

test('an admin lists the experiences of all vineyards, sorted by any field', async () => {
  expect(await titles({ sort: 'price_per_person' })).toHaveLength(4)
  expect(await titles({ sort: '-title' })).toEqual([
    'Ŵine dinner',
    'Vineyard walk',
    'Long lunch',
    'Hanger tasting',
  ])
  expect((await titles({ sort: 'vineyard_name' }))[0]).toBe('Vineyard walk')
  expect(await titles({ sort: '-price_per_person', limit: '1', page: '2' })).toEqual(['Long lunch'])
})

test('finds experiences by title, and by name and location of the vineyard', async () => {
  expect(await titles({ search: 'ŵINE' })).toEqual(['Ŵine dinner'])
  expect(await titles({ search: 'bowhill' })).toEqual(['Vineyard walk'])
  expect(await titles({ search: 'sussex', sort: 'title' })).toEqual(['Long lunch', 'Ŵine dinner'])
  expect(await titles({ search: '100%', is_active: 'true' })).toEqual(['Long lunch'])
  expect(await titles({ search: '%' })).toHaveLength(2)
})

test('filters by whether start times are planned', async () => {
  expect(await titles({ is_planned: 'true' })).toEqual(['Vineyard walk'])
  expect(await titles({ is_planned: 'false', sort: 'title' })).toEqual([
    'Hanger tasting',
    'Long lunch',
    'Ŵine dinner',
  ])
})

test('returns the name of the vineyard and whether visitors see the experience', async () => {
  const one = async (id: string) =>
    (await visit(`/api/experiences/${id}`, { headers: signedIn(admin) })).json()
  expect(await one(walk.id)).toMatchObject({
    vineyard_name: 'Bowhill Estate',
    is_offered: true,
    is_planned: true,
  })
  expect(await one(dinner.id)).toMatchObject({ is_offered: false, is_planned: false })
})

test('experiences that are off sale are visible to winemakers of their vineyard, but to no other winemaker', async () => {
  const winemaker = await makeWinemaker(sql, { vineyard_id: combe.id })
  expect(await titles({ is_active: 'false' }, winemaker)).toEqual(['Ŵine dinner'])
  expect(await titles({ search: 'hanger' }, winemaker)).toEqual([])
  const other = await makeWinemaker(sql, { vineyard_id: bowhill.id })
  expect(await titles({ is_active: 'false' }, other)).toEqual([])
})

test('only admins can list the types of all experiences', async () => {
  const kinds = (by: { token: string }) => visit('/api/experiences/kinds', { headers: signedIn(by) })
  expect(await (await kinds(admin)).json()).toEqual(['dinner', 'lunch', 'tour', 'wine_tasting'])
  expect((await kinds(await makeWinemaker(sql))).status).toBe(403)
})
