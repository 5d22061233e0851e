import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience, bookingState } from '../../../test/book.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { addException } from './closure.server.ts'
import { sessionPlaces } from './session.ts'

const app = await startApp()
const { sql, visit } = app
const day = '2026-06-06'

async function makeStaffed({ capacity = 10 } = {}) {
  const market = await makeDailyExperience(sql, { capacity })
  const { vineyard_id, id: experience_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const headers = { 'Content-Type': 'application/json', ...signedIn(winemaker) }
  const sessions = async (extra: Record<string, string> = {}) => {
    const query = new URLSearchParams({ vineyard_id, from: day, until: day, ...extra })
    return (await (await visit(`/api/sessions?${query}`, { headers })).json()).items
  }
  const take = (wanted: object, key = crypto.randomUUID()) =>
    visit('/api/bookings/by_staff', {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': key },
      body: JSON.stringify({
        experience_id,
        slot: `${market.pattern.id}-${day}`,
        number_of_guests: 2,
        guest_name: 'Ada Lovelace',
        guest_email: 'ada@example.com',
        guest_phone: '01632 960123',
        ...wanted,
      }),
    })
  return { ...market, vineyard_id, winemaker, sessions, take, headers }
}

test('a session lists its capacity, its guests and its pending parties', async () => {
  const { experience, on, sessions, pattern } = await makeStaffed()
  await book(sql, experience, on(day), 3, app.now)
  const second = await book(sql, experience, on(day), 2, app.now)
  await sql`update bookings set status = 'confirmed' where id = ${second}`
  expect(await sessions()).toEqual([
    expect.objectContaining({
      id: `${pattern.id}-${day}`,
      start_time: '14:30:00',
      capacity: 10,
      remaining: 5,
      guests: 5,
      parties: 2,
      waiting: 1,
    }),
  ])
})

test('a session says how many other guests its host has, if they limit the places', async () => {
  const { experience, on, sessions, vineyard_id } = await makeStaffed()
  const other = await makeDailyExperience(sql, { capacity: 20, experience: { vineyard_id } })
  const host = { vineyard_id, name: 'The guide', capacity: 14 }
  const [{ id: host_id }] = await sql<[{ id: string }]>`insert into hosts ${sql(host)} returning id`
  await sql`update experiences set host_id = ${host_id} where id in ${sql([experience.id, other.experience.id])}`
  const ours = async () =>
    (await sessions()).find(({ experience_id }: { experience_id: string }) => experience_id === experience.id)
  await book(sql, experience, on(day), 2, app.now)
  expect(await ours()).toMatchObject({ remaining: 8, host_guests: null })
  await book(sql, other.experience, other.on(day), 10, app.now)
  const limited = await ours()
  expect(limited).toMatchObject({ remaining: 2, guests: 2, host_guests: 10 })
  expect(sessionPlaces(limited.remaining, limited)).toBe('2 left: the host is with 10 others')
  await book(sql, other.experience, other.on(day), 2, app.now)
  expect(sessionPlaces(0, await ours())).toBe('Full: the host is with 12 others')
  expect(sessionPlaces(3, { host_guests: null })).toBe('3 places left')
})

test('a closed session with guests is still listed, without places', async () => {
  const { experience, on, sessions, vineyard_id } = await makeStaffed()
  await book(sql, experience, on(day), 3, app.now)
  const exception = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
  await addException(sql, exception, { by: { actor: 'system' }, bookings: 'keep' }, app.now)
  expect(await sessions()).toEqual([expect.objectContaining({ capacity: null, remaining: 0, guests: 3 })])
})

test('a session counts as begun exactly from its start, and always shows its no-shows', async () => {
  const { experience, on, sessions } = await makeStaffed()
  await book(sql, experience, on(day), 3, app.now)
  const missed = await book(sql, experience, on(day), 2, app.now)
  await sql`update bookings set attendance = 'no_show' where id = ${missed}`
  const { now } = app
  app.now = new Date('2026-06-06T13:29:59Z')
  expect(await sessions()).toEqual([expect.objectContaining({ has_begun: false, guests: 5, no_shows: 2 })])
  app.now = new Date('2026-06-06T13:30:00Z')
  expect(await sessions()).toEqual([expect.objectContaining({ has_begun: true, guests: 5, no_shows: 2 })])
  app.now = now
})

test('a booking that is being moved does not count its own places as taken', async () => {
  const { experience, on, sessions } = await makeStaffed()
  const moving = await book(sql, experience, on(day), 7, app.now)
  expect(await sessions()).toEqual([expect.objectContaining({ remaining: 3 })])
  expect(await sessions({ moving })).toEqual([expect.objectContaining({ remaining: 10 })])
})

test("does not list another vineyard's sessions", async () => {
  const { sessions } = await makeStaffed()
  const { experience, on } = await makeDailyExperience(sql)
  await book(sql, experience, on(day), 3, app.now)
  expect(await sessions({ vineyard_id: experience.vineyard_id })).toEqual([])
})

test('a booking by staff is confirmed at once, and its author and the email to the guest are stored', async () => {
  const { take, winemaker } = await makeStaffed()
  const placed = await take({})
  const { id } = await placed.json()
  expect(placed.status).toBe(201)
  expect(await bookingState(sql, id)).toMatchObject({
    status: 'confirmed',
    booked: 2,
    events: ['created', 'status'],
    mails: ['confirmed'],
  })
  const by = await sql`select distinct actor, actor_id from booking_events where booking_id = ${id}`
  expect(by).toEqual([{ actor: 'winemaker', actor_id: winemaker.id }])
})

test('the same form sent twice books once', async () => {
  const { take } = await makeStaffed()
  const key = crypto.randomUUID()
  const [first, second] = [await (await take({}, key)).json(), await (await take({}, key)).json()]
  expect(second).toEqual(first)
  expect(await bookingState(sql, first.id)).toMatchObject({ booked: 2 })
})

test('refuses to book a full session unless staff overbook, and the history records the overbooking', async () => {
  const { take } = await makeStaffed({ capacity: 3 })
  expect((await take({})).status).toBe(201)
  const refused = await take({})
  expect([refused.status, (await refused.json()).remaining]).toEqual([409, 1])
  const { id } = await (await take({ overbook: true })).json()
  expect(await bookingState(sql, id)).toMatchObject({
    is_overbooked: true,
    booked: 2,
    overbooked: 2,
    events: ['created', 'overbooked', 'status'],
  })
})

test('if staff and a guest book the last places at the same time, only one of them gets the places', async () => {
  const { experience, on, take, pattern } = await makeStaffed({ capacity: 2 })
  await race(sql, (holder) => holder`select from slots where pattern_id = ${pattern.id} for update`, [
    () => take({}).then(() => null),
    () =>
      book(sql, experience, on(day), 2, app.now).then(
        () => null,
        () => null,
      ),
  ])
  const [{ booked, overbooked }] = await sql<
    [{ booked: number; overbooked: number }]
  >`select booked, overbooked from slots where version > 0 and pattern_id = ${pattern.id} and slot_date = ${day}`
  expect([booked, overbooked]).toEqual([2, 0])
})

test("staff cannot book another vineyard's experience", async () => {
  const { take } = await makeStaffed()
  const { experience, pattern } = await makeDailyExperience(sql, {
    experience: { vineyard_id: (await makeVineyard(sql)).id },
  })
  const refused = await take({ experience_id: experience.id, slot: `${pattern.id}-${day}` })
  expect(refused.status).toBe(404)
})

test('an admin sees a day’s sessions at all vineyards that have sessions, and can narrow them by a search', async () => {
  const list = async (headers: Record<string, string>, query: string) =>
    (await visit(`/api/sessions/by_vineyard?${query}`, { headers })).json()
  const admin = signedIn(await makeAdmin(sql))
  const lone = '2026-07-14'
  const [first, second] = [await makeStaffed(), await makeStaffed()]
  await sql`update vineyards set name = 'Abbey', city = 'Wye' where id = ${first.vineyard_id}`
  await sql`update vineyards set name = 'Bell', city = 'Ash' where id = ${second.vineyard_id}`
  await makeVineyard(sql, { name: 'Cask without sessions' })
  const closed = { vineyard_id: first.vineyard_id, starts_on: lone, ends_on: lone, capacity: null }
  await addException(sql, closed, { by: { actor: 'system' }, bookings: 'keep' }, app.now)
  await book(sql, second.experience, second.on(day), 3, app.now)

  const { items, vineyards } = await list(admin, `day=${day}`)
  expect(vineyards).toBe(items.length)
  const own = items.filter(({ id }: { id: string }) => [first.vineyard_id, second.vineyard_id].includes(id))
  expect(own).toMatchObject([
    { name: 'Abbey', city: 'Wye', sessions: [{ guests: 0, capacity: 10 }] },
    { name: 'Bell', city: 'Ash', sessions: [{ guests: 3, capacity: 10 }] },
  ])
  expect(items.map(({ name }: { name: string }) => name)).not.toContain('Cask without sessions')
  expect((await list(admin, `day=${day}&search=bell`)).items).toHaveLength(1)
  expect((await list(admin, `day=${day}&search=cask`)).items).toEqual([])
  expect((await list(admin, `day=${lone}&search=abbey`)).items).toEqual([])
  expect((await list(admin, `day=${lone}&search=bell`)).items).toHaveLength(1)
  expect((await list(first.headers, `day=${day}`)).items.map(({ id }: { id: string }) => id)).toEqual([
    first.vineyard_id,
  ])
})
