import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeExperience, makeVineyard, makeVisitor, signedIn } from '../../../test/make.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit } = app
const admin = await makeAdmin(sql)

function call(path: string, method = 'GET', sent?: object, seen?: string) {
  return visit(`/api/itineraries${path}`, {
    method,
    headers: {
      ...signedIn(admin),
      ...(sent && { 'Content-Type': 'application/json' }),
      'If-Match': seen ? `"${seen}"` : '*',
    },
    ...(sent && { body: JSON.stringify(sent) }),
  })
}
type Stop = { id: string; name: string; note: string | null; vineyard: { name: string } | null }
const read = async (path: string) =>
  (await (await call(path)).json()) as { title: string; version: string; edition: number; stops: Stop[] }

async function make() {
  const made = await call('', 'POST', { title: `A day ${randomUUID()}`, summary: 'Three downs.' })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  return { id, path: `/${id}`, stops: `/${id}/stops` }
}

test('shows a curated itinerary only to admins before it is published and after it is unpublished', async () => {
  const { id, path, stops } = await make()
  await call(stops, 'PUT', { stops: [{ day: 0, name: 'The Ram Inn' }] })
  const { title } = await read(path)
  const seen = async () => [
    (await visit(`/itinerary/${id}`)).status,
    (await (await visit('/itineraries')).text()).includes(title),
    (await visit(`/api/itineraries/${id}`)).status,
  ]
  expect(await seen()).toEqual([404, false, 404])
  expect((await call(path, 'PATCH', { is_published: true })).status).toBe(200)
  expect(await seen()).toEqual([200, true, 200])
  await call(path, 'PATCH', { is_published: false })
  expect(await seen()).toEqual([404, false, 404])
})

test('stores stops in order with their details', async () => {
  const { id, path, stops } = await make()
  const vineyard = await makeVineyard(sql, { name: 'Flint Hill' })
  const experience = await makeExperience(sql, { vineyard_id: vineyard.id })
  const first = { day: 0, vineyard_id: vineyard.id, experience_id: experience.id, start_time: '11:00' }
  const second = {
    day: 0,
    name: 'The Ram Inn',
    note: 'Lunch.',
    latitude: 50.87,
    longitude: 0.01,
    minutes: 75,
  }
  expect((await call(stops, 'PUT', { stops: [first, second] })).status).toBe(200)
  const kept = (await read(path)).stops
  expect(kept).toMatchObject([
    { vineyard: { name: 'Flint Hill' }, experience: { id: experience.id }, start_time: '11:00:00' },
    { name: 'The Ram Inn', note: 'Lunch.', minutes: 75, vineyard: null },
  ])
  const turned = [
    { ...second, id: kept[1]?.id },
    { ...first, id: kept[0]?.id },
  ]
  await call(stops, 'PUT', { stops: turned })
  expect((await read(path)).stops.map((stop) => stop.id)).toEqual([kept[1]?.id, kept[0]?.id])
  await call(path, 'PATCH', { is_published: true })
  const page = await (await visit(`/itinerary/${id}`)).text()
  expect(page.indexOf('The Ram Inn')).toBeLessThan(page.indexOf('Flint Hill'))
})

test('refuses to publish an itinerary without stops, and to remove all stops of a published one', async () => {
  const { id, path, stops } = await make()
  const sentence = 'A published itinerary needs at least one stop.'
  const refused = await call(path, 'PATCH', { is_published: true })
  expect([refused.status, (await refused.json()).error]).toEqual([422, sentence])
  expect((await visit(`/itinerary/${id}`)).status).toBe(404)
  await call(stops, 'PUT', { stops: [{ day: 0, name: 'The Ram Inn' }] })
  expect((await call(path, 'PATCH', { is_published: true })).status).toBe(200)
  expect((await call(stops, 'PUT', { stops: [] })).status).toBe(422)
  expect((await read(path)).stops).toHaveLength(1)
  await call(path, 'PATCH', { is_published: false })
  expect((await call(stops, 'PUT', { stops: [] })).status).toBe(200)
})

test('rejects the second of two concurrent stop edits', async () => {
  const { path, stops } = await make()
  const { version } = await read(path)
  const say = (name: string, seen = version) => call(stops, 'PUT', { stops: [{ day: 0, name }] }, seen)
  expect((await say('First')).status).toBe(200)
  expect((await say('Second')).status).toBe(412)
  expect((await call(path, 'PATCH', { title: 'Second' }, version)).status).toBe(412)
  expect((await read(path)).stops.map(({ name }) => name)).toEqual(['First'])
})

test('rejects an invalid stop and leaves all stops unchanged', async () => {
  const { path, stops } = await make()
  await call(stops, 'PUT', { stops: [{ day: 0, name: 'Kept' }] })
  const vineyard = await makeVineyard(sql)
  const elsewhere = await makeExperience(sql)
  const wrong = [
    { day: 0 },
    { day: 3, name: 'Too late' },
    { day: 0, name: 'A'.repeat(121) },
    { day: 0, name: 'A', minutes: 1 },
    { day: 0, vineyard_id: randomUUID() },
    { day: 0, experience_id: elsewhere.id, name: 'A' },
    { day: 0, vineyard_id: vineyard.id, experience_id: elsewhere.id },
  ]
  for (const stop of wrong)
    expect((await call(stops, 'PUT', { stops: [stop] })).status, JSON.stringify(stop)).toBe(422)
  const many = Array.from({ length: 200 }, (_, n) => ({ day: 0, name: `Stop ${n}` }))
  expect((await call(stops, 'PUT', { stops: many })).status).toBe(422)
  expect((await read(path)).stops.map(({ name }) => name)).toEqual(['Kept'])
})

test('admins cannot change a visitor’s itinerary', async () => {
  const visitor = await makeVisitor(sql)
  const [own] = await sql<[{ id: string }]>`
    insert into itineraries ${sql({ title: 'Mine', user_id: visitor.id })} returning id`
  expect((await call(`/${own.id}`, 'PATCH', { title: 'Ours' })).status).toBe(404)
  expect((await call(`/${own.id}/stops`, 'PUT', { stops: [] })).status).toBe(404)
  expect((await call(`/${own.id}`, 'DELETE')).status).toBe(404)
  const [kept] = await sql`select title from itineraries where id = ${own.id}`
  expect(kept).toEqual({ title: 'Mine' })
})

test('the editor still shows a vineyard that was hidden later', async () => {
  const { path, stops } = await make()
  const vineyard = await makeVineyard(sql, { name: 'Gone Hill' })
  await call(stops, 'PUT', { stops: [{ day: 0, vineyard_id: vineyard.id }] })
  await sql`update vineyards set is_visible = false where id = ${vineyard.id}`
  expect((await read(path)).stops).toMatchObject([{ vineyard: { name: 'Gone Hill', is_visible: false } }])
  await call(path, 'PATCH', { is_published: true })
  expect(await (await visit(`/api/itineraries${path}`)).text()).not.toContain('Gone Hill')
})

test('deletes an itinerary, and records edits and the deletion in the audit log', async () => {
  const { id, path, stops } = await make()
  await call(stops, 'PUT', { stops: [{ day: 0, name: 'The Ram Inn' }] })
  expect((await call(path, 'DELETE')).status).toBe(204)
  expect((await call(path)).status).toBe(404)
  const audit = await sql`
    select actor_id, before, after from audit_trail where noun = 'itinerary' and noun_id = ${id} order by id`
  expect(audit).toHaveLength(3)
  expect(audit[1]).toMatchObject({ actor_id: admin.id, before: { stops: [] } })
  expect(JSON.stringify(audit[1]?.after)).toContain('The Ram Inn')
})
