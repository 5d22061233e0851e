import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  dailyStart,
  makeAdmin,
  makeBookable,
  makeExperience,
  makePattern,
  makeVineyard,
  makeWinemaker,
  signedIn,
  storeSlots,
} from '../../../test/make.ts'
import { savePlan } from '../../availability/plan.server.ts'
import { addDays, dayOf } from '../../platform/days.ts'

const app = await startApp()
const { sql, visit } = app
const winemaker = await makeWinemaker(sql)
const { vineyard_id } = winemaker

const send = (method: string, path: string, body?: unknown) =>
  visit(path, {
    method,
    headers: {
      ...signedIn(winemaker),
      'Content-Type': 'application/json',
      ...(method === 'PATCH' && { 'If-Match': '*' }),
    },
    body: JSON.stringify(body),
  })
const sentenceOf = async (response: Response) => [response.status, (await response.json()).error]

async function make(path: string, body: unknown): Promise<string> {
  const made = await send('POST', path, body)
  expect(made.status).toBe(201)
  return made.headers.get('Location') ?? ''
}

test('adds, changes, takes off sale and deletes an experience without bookings', async () => {
  const path = await make('/api/experiences', { vineyard_id, title: 'Cellar tour', price_per_person: 18.5 })
  expect(await (await visit(path)).json()).toMatchObject({
    title: 'Cellar tour',
    is_active: true,
    min_group_size: 1,
  })
  expect((await send('PATCH', path, { is_active: false, max_group_size: 6 })).status).toBe(200)
  expect((await visit(path)).status).toBe(404)
  expect(await (await send('GET', path)).json()).toMatchObject({ is_active: false, max_group_size: 6 })
  await makePattern(sql, { experience_id: path.split('/').at(-1) ?? '' })
  expect((await send('DELETE', path)).status).toBe(204)
  expect((await send('GET', path)).status).toBe(404)
})

test('names the invalid fields, even in a partial change', async () => {
  const path = await make('/api/experiences', { vineyard_id, title: 'Tasting', price_per_person: 10 })
  expect(await sentenceOf(await send('PATCH', path, { min_group_size: 11 }))).toEqual([
    422,
    'The smallest party must not be larger than the largest party, which is 10 if none is given.',
  ])
  const strangers = await makeWinemaker(sql)
  const [host] =
    await sql`insert into hosts ${sql({ vineyard_id: strangers.vineyard_id, name: 'Guide', capacity: 4 })} returning id`
  expect(await sentenceOf(await send('PATCH', path, { host_id: host?.id }))).toEqual([
    422,
    'host_id must be a host of the same vineyard.',
  ])
  expect(await sentenceOf(await send('PATCH', path, { price_per_person: 9.999 }))).toEqual([
    422,
    'price_per_person must be an amount in pounds with at most two decimals.',
  ])
})

test('stores the day on which each fact was last stated, even if the same value was sent again', async () => {
  const path = await make('/api/experiences', {
    vineyard_id,
    title: 'Walk',
    price_per_person: 12,
    dogs: 'on_lead',
    parking: 'Free',
    food: null,
  })
  const id = path.split('/').at(-1) ?? ''
  const read = async () => (await (await visit(path)).json()).facts_stated_on
  const { dogs: today, ...others } = await read()
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(others).toEqual({ parking: today })
  await sql`update experiences set facts_stated_on = ${sql.json({ dogs: '2025-01-01', parking: '2025-01-01' })} where id = ${id}`
  await send('PATCH', path, { title: 'Long walk', station: 'Polegate' })
  expect(await read()).toEqual({ dogs: '2025-01-01', parking: '2025-01-01', station: today })
  await send('PATCH', path, { dogs: 'on_lead', parking: null })
  expect(await read()).toEqual({ dogs: today, station: today })
  const page = await (await visit(`/vineyard/${vineyard_id}`)).text()
  expect(page).toMatch(/Dogs on a lead.*Stated by the vineyard in [A-Z][a-z]+ \d{4}/s)
})

test('a fact without a stored day shows no month, and the audit log never contains the day of a fact', async () => {
  const own = await makeVineyard(sql)
  const { id } = await makeExperience(sql, { vineyard_id: own.id, parking: 'Behind the barn' })
  const page = await (await visit(`/vineyard/${own.id}`)).text()
  expect(page).toContain('Parking: Behind the barn')
  expect(page).not.toContain('Stated by the vineyard')
  const admin = await makeAdmin(sql)
  const headers = { ...signedIn(admin), 'Content-Type': 'application/json', 'If-Match': '*' }
  const body = JSON.stringify({ parking: 'Free' })
  expect((await visit(`/api/experiences/${id}`, { method: 'PATCH', headers, body })).status).toBe(200)
  const [entry] = await sql`select after from audit_trail where noun_id = ${id}`
  expect(entry?.after).toEqual({ parking: 'Free' })
})

// ASVS 8.4.1
test('refuses to add an experience to another vineyard, or to a vineyard that does not exist', async () => {
  const other = await makeVineyard(sql)
  for (const elsewhere of [other.id, crypto.randomUUID()]) {
    const body = { vineyard_id: elsewhere, title: 'Mine now', price_per_person: 1 }
    expect(await sentenceOf(await send('POST', '/api/experiences', body))).toEqual([
      404,
      'Vineyard not found',
    ])
  }
})

test('refuses to delete an experience with bookings', async () => {
  const { path, answers, experience } = await makeBookable(sql, { experience: { vineyard_id } })
  expect((await app.submit(path, answers())).status).toBe(302)
  expect(await sentenceOf(await send('DELETE', `/api/experiences/${experience.id}`))).toEqual([
    409,
    'An experience with bookings, or in an itinerary, cannot be deleted. Take it off sale instead.',
  ])
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from availability_patterns where experience_id = ${experience.id}`
  expect(count).toBe(1)
})

test('a slot loses its places as soon as a longer duration makes it overlap closed hours', async () => {
  const { experience, pattern, path, answers } = await makeBookable(sql, {
    experience: { vineyard_id, duration_minutes: 60 },
  })
  await app.submit(path, answers())
  await sql`
    insert into availability_exceptions ${sql({ vineyard_id, starts_on: '2026-06-06', ends_on: '2026-06-06', from_time: '16:00', until_time: '18:00' })}`
  await storeSlots(sql)
  const capacity = async () =>
    (await sql`select capacity from slots where version > 0 and pattern_id = ${pattern.id}`)[0]?.capacity
  expect(await capacity()).toBe(10)
  await send('PATCH', `/api/experiences/${experience.id}`, { duration_minutes: 120 })
  expect(await capacity()).toBe(0)
})

test('raising the booking horizon of an experience stores the slots of the new days at once', async () => {
  const path = await make('/api/experiences', {
    vineyard_id,
    title: 'Picnic',
    price_per_person: 20,
    booking_horizon_days: 30,
  })
  const id = path.split('/').at(-1) ?? ''
  const by = { actor: 'winemaker', actor_id: winemaker.id, vineyard_id } as const
  await savePlan(sql, id, [dailyStart], { by, seen: null }, app.now)
  const readLast = async () =>
    (await sql`select max(slot_date) as last from slots where experience_id = ${id}`)[0]?.last
  expect(await readLast()).toBe(addDays(dayOf(app.now), 30 + 35))
  expect((await send('PATCH', path, { booking_horizon_days: 60 })).status).toBe(200)
  expect(await readLast()).toBe(addDays(dayOf(app.now), 60 + 35))
})

test('refuses to add a second host of the same name, and refuses to delete a host in use', async () => {
  const host = await make('/api/hosts', { vineyard_id, name: 'The long room', capacity: 20 })
  expect(
    await sentenceOf(await send('POST', '/api/hosts', { vineyard_id, name: 'The long room', capacity: 2 })),
  ).toEqual([409, 'Another host has this name.'])
  const host_id = host.split('/').at(-1)
  const path = await make('/api/experiences', { vineyard_id, title: 'Dinner', price_per_person: 60, host_id })
  expect((await send('DELETE', host)).status).toBe(409)
  expect((await send('PATCH', path, { host_id: null })).status).toBe(200)
  expect((await send('DELETE', host)).status).toBe(204)
})

test('copies an experience with its start times, and the copy is off sale', async () => {
  const { experience } = await makeBookable(sql, { experience: { vineyard_id, title: 'Long lunch' } })
  const copy = await make(`/api/experiences/${experience.id}/copy`, undefined)
  expect(await (await send('GET', copy)).json()).toMatchObject({
    title: 'Copy of Long lunch',
    is_active: false,
    price_per_person: experience.price_per_person,
  })
  const plan = await send('GET', copy.replace('experiences', 'availability_plans'))
  expect((await plan.json()).patterns).toMatchObject([{ start_time: '14:30:00', capacity: 10 }])
})
