import ICAL from 'ical.js'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { createGroupHold, releaseGroupHold } from '../../bookings/group-holds/group-hold.server.ts'
import { addException } from '../../bookings/sessions/closure.server.ts'
import { setSessionHost } from '../../bookings/sessions/session.server.ts'
import { ok } from '../../platform/result.ts'
import { addSource } from './calendar-source.server.ts'
import { importCalendar } from './import-calendar.server.ts'

const app = await startApp()
const { sql, visit } = app
const admin = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const

async function market() {
  const { id: vineyard_id } = await makeVineyard(sql, { name: 'Windover, Hill; Estate' })
  const cellar = await makeDailyExperience(sql, { experience: { vineyard_id, title: 'Cellar tour' } })
  const walk = await makeDailyExperience(sql, { experience: { vineyard_id, title: 'Walk' } })
  const staff = signedIn(await makeWinemaker(sql, { vineyard_id }))
  return { vineyard_id, cellar, walk, staff }
}
const ask = async (method: string, path: string, headers: HeadersInit, body?: object) => {
  const answer = await visit(`/api/calendar_feeds${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, json: text ? JSON.parse(text) : null }
}
const read = async (url: string, headers: HeadersInit = {}) => visit(new URL(url).pathname, { headers })
const entries = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((found) => new ICAL.Event(found))

test('another calendar library can read the feeds of a vineyard and of one experience', async () => {
  const { vineyard_id, cellar, walk, staff } = await market()
  const first = await book(sql, cellar.experience, cellar.on('2026-06-06'), 2, app.now)
  await book(sql, walk.experience, walk.on('2026-06-07'), 3, app.now)
  const gone = await book(sql, walk.experience, walk.on('2026-06-08'), 3, app.now)
  await changeBookingStatus(sql, gone, 'cancelled', { by: admin }, app.now)
  const all = await ask('POST', '', staff, { vineyard_id })
  const cellarFeed = await ask('POST', '', staff, { vineyard_id, experience_id: cellar.experience.id })
  expect([all.status, cellarFeed.status]).toEqual([201, 201])

  const text = await (await read(all.json.url)).text()
  expect(entries(text).map(({ summary }) => summary)).toEqual([
    '2 × Cellar tour: Ada Lovelace',
    '3 × Walk: Ada Lovelace',
  ])
  expect(entries(text)[0]?.startDate.toJSDate().toISOString()).toBe('2026-06-06T13:30:00.000Z')
  // Anyone who knows the id of a booking can open and cancel it.
  const unfolded = text.replaceAll('\r\n ', '')
  expect(unfolded).toMatch(/\/winemaker\/bookings\?search=CV-\w{4}-\w\w/)
  expect(unfolded).not.toMatch(new RegExp(`ada@example|01632 960|${first}`))
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)

  const before = entries(await (await read(cellarFeed.json.url)).text())
  await changeBookingStatus(sql, first, 'confirmed', { by: admin }, app.now)
  const after = entries(await (await read(cellarFeed.json.url)).text())
  expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
  expect([before[0]?.sequence, after[0]?.sequence]).toEqual([0, 1])
})

test('answers 304 until the bookings change', async () => {
  const { vineyard_id, cellar, staff } = await market()
  const { json } = await ask('POST', '', staff, { vineyard_id })
  const etag = (await read(json.url)).headers.get('ETag') ?? ''
  // Compression makes an ETag weak, and a program may send several ETags.
  const plain = etag.replace(/^W\//, '')
  for (const known of [etag, plain, `W/${plain}`, `"x", W/${plain}`])
    expect((await read(json.url, { 'If-None-Match': known })).status, known).toBe(304)
  await book(sql, cellar.experience, cellar.on('2026-06-06'), 2, app.now)
  expect((await read(json.url, { 'If-None-Match': etag })).status).toBe(200)
})

test('the old link stops working when staff renew the link, and the new link stops working when staff delete the feed', async () => {
  const { vineyard_id, staff } = await market()
  const old = await ask('POST', '', staff, { vineyard_id })
  const fresh = await ask('POST', '', staff, { vineyard_id })
  expect(fresh.json.id).toBe(old.json.id)
  expect((await read(old.json.url)).status).toBe(404)
  expect((await read(fresh.json.url)).status).toBe(200)
  expect((await ask('DELETE', `/${fresh.json.id}`, staff)).status).toBe(204)
  expect((await read(fresh.json.url)).status).toBe(404)
  expect((await visit('/calendars/nonsense/bookings.ics')).status).toBe(404)
})

test('hides feeds of other vineyards, and never lists a link', async () => {
  const [mine, other] = [await market(), await market()]
  const { json } = await ask('POST', '', mine.staff, { vineyard_id: mine.vineyard_id })
  expect((await ask('POST', '', other.staff, { vineyard_id: mine.vineyard_id })).status).toBe(404)
  const foreign = { vineyard_id: other.vineyard_id, experience_id: mine.cellar.experience.id }
  expect((await ask('POST', '', other.staff, foreign)).status).toBe(404)
  expect((await ask('DELETE', `/${json.id}`, other.staff)).status).toBe(404)
  expect((await ask('GET', '', other.staff)).json.items).toEqual([])
  expect((await ask('GET', '', {})).status).toBe(401)
  expect((await ask('POST', '', {}, { vineyard_id: mine.vineyard_id })).status).toBe(401)
  const all = await ask('GET', '', signedIn(await makeAdmin(sql)))
  expect(all.json.items.length).toBeGreaterThan(0)
  expect(JSON.stringify(all.json)).not.toMatch(/secret|url/)
})

test('serves a valid calendar when there are no bookings', async () => {
  const { vineyard_id, staff } = await market()
  const { json } = await ask('POST', '', staff, { vineyard_id })
  const text = await (await read(json.url)).text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  // RFC 5545 §3.6 requires at least one component.
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('Europe/London')
})

test("a feed includes the guests' requests", async () => {
  const { vineyard_id, cellar, staff } = await market()
  const id = await book(sql, cellar.experience, cellar.on('2026-06-06'), 2, app.now)
  await sql`update bookings set special_requests = ${'One wheelchair; no nuts, please.\nWindow seat'} where id = ${id}`
  const { json } = await ask('POST', '', staff, { vineyard_id })
  const [entry] = entries(await (await read(json.url)).text())
  expect(entry?.description).toMatch(
    /^Waiting for your confirmation\. Reference [A-Z0-9-]+\.\nRequests: One wheelchair; no nuts, please\.\nWindow seat$/,
  )
})

test('a host’s feed contains the sessions that the host guides, and its link stops working when staff renew the link or delete the feed', async () => {
  const { vineyard_id, cellar, walk, staff } = await market()
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'Ann', capacity: 20, kind: 'person' })} returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${walk.experience.id}`
  await book(sql, walk.experience, walk.on('2026-06-06'), 2, app.now)
  await book(sql, cellar.experience, cellar.on('2026-06-07'), 3, app.now)
  await book(sql, cellar.experience, cellar.on('2026-06-08'), 4, app.now)
  const taken = { experience_id: cellar.experience.id, slot: cellar.on('2026-06-07') }
  expect(await setSessionHost(sql, taken, host.id, { by: admin }, app.now)).toMatchObject({ ok: true })
  const feed = async (method: string, headers: HeadersInit = staff) => {
    const answer = await visit(`/api/hosts/${host.id}/feed`, { method, headers })
    return { status: answer.status, url: answer.status === 201 ? (await answer.json()).url : '' }
  }
  const first = await feed('POST')
  expect(entries(await (await read(first.url)).text()).map(({ summary }) => summary)).toEqual([
    '2 × Walk: Ada Lovelace',
    '3 × Cellar tour: Ada Lovelace',
  ])
  const second = await feed('POST')
  expect([(await read(first.url)).status, (await read(second.url)).status]).toEqual([404, 200])
  expect((await feed('POST', signedIn(await makeWinemaker(sql)))).status).toBe(404)
  expect((await feed('DELETE')).status).toBe(204)
  expect((await read(second.url)).status).toBe(404)
})

test('a host’s feed contains the sessions in which places are held for a group, until the session is closed or the hold ends', async () => {
  const { vineyard_id, cellar, walk, staff } = await market()
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'Bea', capacity: 20, kind: 'person' })} returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${walk.experience.id}`
  const hold = async (at: typeof walk, days: string[]) => {
    const id = randomUUID()
    const sessions = days.map((day) => ({ experience_id: at.experience.id, slot: at.on(day) }))
    const contact = { guest_email: 'coach@example.com', guest_phone: '01632 960123', note: 'Pays by cheque' }
    const group = { id, vineyard_id, name: 'Rye, Hill; Club', number_of_guests: 4, ...contact }
    const until = { until: '2026-06-12', overbook: false }
    await createGroupHold(sql, { ...group, ...until, sessions }, { by: admin }, app.now)
    return id
  }
  const id = await hold(walk, ['2026-06-13', '2026-06-14'])
  await hold(cellar, ['2026-06-13'])
  const answer = await visit(`/api/hosts/${host.id}/feed`, { method: 'POST', headers: staff })
  const { url } = await answer.json()
  const text = async () => (await (await read(url)).text()).replaceAll('\r\n ', '')
  const first = await text()
  const [one, two] = entries(first)
  expect(one).toMatchObject({
    summary: '4 × Walk: Rye, Hill; Club (held)',
    description: '4 places held for Rye, Hill; Club until Fri 12 Jun 2026, 6:00 PM.',
  })
  expect(one?.startDate.toJSDate().toISOString()).toBe('2026-06-13T13:30:00.000Z')
  expect(one?.uid).not.toBe(two?.uid)
  expect(first).toContain('STATUS:TENTATIVE')
  expect(first).not.toMatch(/coach@|01632 960|cheque/)
  // The id of a hold becomes the id of its booking, which anyone who knows the id can open and cancel.
  for (const { id } of await sql`select id from holds where group_hold_id is not null`)
    expect(first).not.toContain(id)

  // If the vineyard reads the host's calendar, the held places do not close their own session.
  const source = { vineyard_id, experience_id: null, url: 'https://calendars.test/bea.ics' }
  const added = await addSource(sql, source, admin, app.now)
  if (!added.ok) throw new Error(added.problem)
  const domain = `@${one?.uid.split('@')[1]}`
  const fetch = async () => ok({ changed: true, text: first, etag: null, last_modified: null } as const)
  const read_at = { now: app.now, domain, chance: 0.5, fetch }
  expect(await importCalendar(sql, added.value.id, read_at)).toBe('changed')
  expect(await sql`select from availability_exceptions where vineyard_id = ${vineyard_id}`).toHaveLength(0)

  const closure = { vineyard_id, starts_on: '2026-06-13', ends_on: '2026-06-13', capacity: null }
  await addException(sql, closure, { by: admin, bookings: 'keep' }, app.now)
  expect(entries(await text()).map(({ uid }) => uid)).toEqual([two?.uid])
  await releaseGroupHold(sql, id, { by: admin }, app.now)
  expect(entries(await text())).toEqual([])
})
