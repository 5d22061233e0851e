import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeDailyExperience, tryBooking } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { addException } from '../sessions/closure.server.ts'

const app = await startApp()
const { sql, visit } = app
const day = '2026-06-06'

afterEach(async () => {
  expect([...(await sql`select * from consistency_faults(${app.now})`)]).toEqual([])
})

/** Creates an experience with 300 places for parties of 2 to 8, and functions that send requests of its winemaker. */
async function makeStaffed() {
  const market = await makeDailyExperience(sql, {
    capacity: 300,
    experience: { min_group_size: 2, max_group_size: 8 },
  })
  const { id: experience_id, vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id, role: 'owner' })
  const send = async (path: string, json: object, headers: object = signedIn(winemaker)) => {
    const answer = await visit(`/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers },
      body: JSON.stringify(json),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const slot = `${market.pattern.id}-${day}`
  const guest = { guest_name: 'Ada Lovelace', guest_phone: '01632 960123' }
  const take = (wanted: object) => send('bookings/by_staff', { experience_id, slot, ...guest, ...wanted })
  const walkIn = (wanted: object) => send('bookings/walk-ins', { experience_id, slot, ...wanted })
  const hold = (wanted: object) => send('holds', { experience_id, slot, minutes: 30, ...wanted })
  const close = () =>
    addException(
      sql,
      { vineyard_id, starts_on: day, ends_on: day, capacity: null },
      { by: { actor: 'system' }, bookings: 'keep' },
      app.now,
    )
  return { ...market, experience_id, vineyard_id, winemaker, send, slot, guest, take, walkIn, hold, close }
}

const events = (id: string) => sql`
  select actor, actor_id, changes from booking_events where booking_id = ${id} and kind = 'beyond_limits' order by id`
const flags = (id: string) =>
  sql`select number_of_guests, beyond_limits, is_overbooked from bookings where id = ${id}`

test('staff book a party beyond the limits in a second step, and the history names the limit and the person who exceeded it', async () => {
  const { take, winemaker } = await makeStaffed()
  for (const number_of_guests of [1, 9])
    expect(await take({ number_of_guests })).toMatchObject({ status: 422, body: { limits: [2, 8] } })
  const { status, body } = await take({ number_of_guests: 9, beyond_limits: true })
  expect(status).toBe(201)
  expect([...(await flags(body.id))]).toEqual([
    { number_of_guests: 9, beyond_limits: true, is_overbooked: false },
  ])
  expect([...(await events(body.id))]).toEqual([
    {
      actor: 'winemaker',
      actor_id: winemaker.id,
      changes: { number_of_guests: [0, 9], beyond_limits: [null, '2 to 8'] },
    },
  ])
  const within = await take({ number_of_guests: 8, beyond_limits: true })
  expect([...(await events(within.body.id))]).toEqual([])
  expect([...(await flags(within.body.id))]).toMatchObject([{ beyond_limits: false }])
})

test('a party beyond the limits has at most 200 guests, and its places are counted', async () => {
  const { take, experience, on } = await makeStaffed()
  expect(await take({ number_of_guests: 201, beyond_limits: true })).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'number_of_guests', message: 'number_of_guests must be at most 200.' }] },
  })
  expect((await take({ number_of_guests: 200, beyond_limits: true })).status).toBe(201)
  const full = { number_of_guests: 120, beyond_limits: true }
  expect(await take(full)).toMatchObject({ status: 409, body: { remaining: 100 } })
  const { body } = await take({ ...full, overbook: true })
  expect([...(await flags(body.id))]).toMatchObject([{ beyond_limits: true, is_overbooked: true }])
  expect(await tryBooking(sql, experience, on(day), 9, app.now)).toBe('group_size')
})

test('staff can change a party to a size beyond the limits and back, but its guest cannot', async () => {
  const { take, send, experience, on } = await makeStaffed()
  const { body } = await take({ number_of_guests: 4 })
  const move = (json: object, headers?: object) => send(`bookings/${body.id}/move`, json, headers)
  expect(await move({ number_of_guests: 1 })).toMatchObject({ status: 422, body: { limits: [2, 8] } })
  const guest = await move({ number_of_guests: 1, beyond_limits: true }, {})
  expect(guest.status).toBe(403)
  const own = await move({ number_of_guests: 1 }, {})
  expect([own.status, own.body.limits]).toEqual([422, undefined])

  expect((await move({ number_of_guests: 1, beyond_limits: true })).status).toBe(200)
  expect([...(await flags(body.id))]).toMatchObject([{ number_of_guests: 1, beyond_limits: true }])
  expect([...(await events(body.id))]).toMatchObject([
    { changes: { number_of_guests: [4, 1], beyond_limits: [null, '2 to 8'] } },
  ])
  // Moving to another time keeps the size and the flag, and adds no further entry to the history.
  const later = `${on(day).pattern_id}-2026-06-07`
  expect((await move({ slot: later })).status).toBe(200)
  expect([...(await flags(body.id))]).toMatchObject([{ beyond_limits: true }])
  expect(await events(body.id)).toHaveLength(1)
  expect((await move({ number_of_guests: 3 })).status).toBe(200)
  expect([...(await flags(body.id))]).toMatchObject([{ number_of_guests: 3, beyond_limits: false }])
  expect(experience.id).toBeDefined()
})

test('a booking that is overbooked and beyond the limits no longer says so once it is cancelled', async () => {
  const { take, send, winemaker } = await makeStaffed()
  await take({ number_of_guests: 200, beyond_limits: true })
  const { body } = await take({ number_of_guests: 120, beyond_limits: true, overbook: true })
  const read = async (path: string) =>
    (await visit(`/api/bookings${path}`, { headers: signedIn(winemaker) })).json()
  const shown = async () => {
    const { items } = await read('')
    const listed = items.find(({ id }: { id: string }) => id === body.id)
    return [listed, await read(`/${body.id}/record`)]
  }
  const flagged = { is_overbooked: true, beyond_limits: true }
  expect(await shown()).toMatchObject([flagged, flagged])
  expect((await send(`bookings/${body.id}/status`, { status: 'cancelled' })).status).toBe(200)
  const off = { is_overbooked: false, beyond_limits: false }
  expect(await shown()).toMatchObject([off, off])
})

test('a hold beyond the limits can be booked, and the history of the booking names who exceeded the limits', async () => {
  const { hold, send, guest } = await makeStaffed()
  expect(await hold({ number_of_guests: 12 })).toMatchObject({ status: 422, body: { limits: [2, 8] } })
  const { status, body } = await hold({ number_of_guests: 12, beyond_limits: true })
  expect(status).toBe(201)
  expect((await send(`holds/${body.id}/book`, guest)).status).toBe(201)
  expect([...(await flags(body.id))]).toMatchObject([{ number_of_guests: 12, beyond_limits: true }])
  expect(await events(body.id)).toHaveLength(1)
})

test('a walk-in that is smaller than the smallest party is refused online, but recorded if the device was offline', async () => {
  const { walkIn } = await makeStaffed()
  const { now } = app
  app.now = new Date(`${day}T13:00:00Z`)
  expect(await walkIn({ number_of_guests: 1 })).toMatchObject({ status: 422, body: { limits: [2, 8] } })
  const offline = { number_of_guests: 1, overbook: true, beyond_limits: true, taken_at: `${day}T12:50:00Z` }
  const { status, body } = await walkIn(offline)
  expect(status).toBe(201)
  expect([...(await flags(body.id))]).toMatchObject([{ beyond_limits: true, is_overbooked: false }])
  app.now = now
})

test('when staff book on a closed day, the party gets its own slot, and the day stays closed for guests', async () => {
  const { take, hold, walkIn, close, experience, on, vineyard_id, winemaker, send } = await makeStaffed()
  const own = { slot: `${day}T11:00`, number_of_guests: 4 }
  // On an open day, staff must choose one of its sessions.
  expect((await take({ ...own, beyond_limits: true })).status).toBe(409)
  await close()
  expect((await take(own)).status).toBe(422)
  const { status, body } = await take({ ...own, beyond_limits: true })
  expect(status).toBe(201)
  expect([...(await events(body.id))]).toMatchObject([
    { changes: { number_of_guests: [0, 4], beyond_limits: [null, 'closed'] } },
  ])
  expect(await tryBooking(sql, experience, on(day), 2, app.now)).toBe('gone')
  const open = await visit(`/api/experiences/${experience.id}/slots?from=${day}&until=${day}`)
  expect((await open.json()).items ?? []).toEqual([])
  const sessions = await visit(`/api/sessions?vineyard_id=${vineyard_id}&from=${day}&until=${day}`, {
    headers: signedIn(winemaker),
  })
  expect((await sessions.json()).items).toMatchObject([{ start_time: '11:00:00', capacity: null, guests: 4 }])
  expect([...(await sql`select over_by(s) from slots s where s.is_for_one_party`)]).toEqual([{ over_by: 0 }])

  await send(`bookings/${body.id}/status`, { status: 'cancelled' })
  expect((await send(`bookings/${body.id}/status`, { status: 'confirmed', seen: 'cancelled' })).status).toBe(
    200,
  )

  const held = await hold({ ...own, beyond_limits: true })
  expect(held.status).toBe(201)
  const { now } = app
  app.now = new Date(`${day}T09:00:00Z`)
  expect((await walkIn({ ...own, beyond_limits: true })).status).toBe(201)
  app.now = now
})

test('staff can move a booking to a closed day into a slot of its own, and a refused move leaves no slot behind', async () => {
  const { take, close, send, on } = await makeStaffed()
  const { body } = await take({ number_of_guests: 4, slot: `${on(day).pattern_id}-2026-06-07` })
  await close()
  const move = (json: object) => send(`bookings/${body.id}/move`, json)
  expect((await move({ slot: `${day}T10:00`, number_of_guests: 5 })).status).toBe(422)
  const refused = await move({ slot: `${day}T10:00`, number_of_guests: 9 })
  expect(refused.status).toBe(422)
  const count = () => sql`select from slots where is_for_one_party`
  const before = (await count()).length
  expect((await move({ slot: `${day}T10:00`, beyond_limits: true })).status).toBe(200)
  expect(await count()).toHaveLength(before + 1)
  expect([
    ...(await sql`select booking_date, start_time, beyond_limits from bookings where id = ${body.id}`),
  ]).toEqual([{ booking_date: day, start_time: '10:00:00', beyond_limits: true }])
  expect((await move({ slot: `${on(day).pattern_id}-2026-06-07` })).status).toBe(200)
  expect([...(await flags(body.id))]).toMatchObject([{ beyond_limits: false }])
})
