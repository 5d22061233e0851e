import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { addException } from '../sessions/closure.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, now } = app
const [closed, open] = ['2026-06-13', '2026-06-14']

afterEach(async () => {
  expect([...(await sql`select * from consistency_faults(${now})`)]).toEqual([])
})

/** Creates an experience that is closed on one day, and functions that hold and book places as a winemaker. */
async function makeClosedDay() {
  const market = await makeDailyExperience(sql, { capacity: 10 })
  const { id: experience_id, vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const closure = { vineyard_id, starts_on: closed, ends_on: closed, capacity: null }
  await addException(sql, closure, { by: { actor: 'system' }, bookings: 'keep' }, now)
  const send = async (method: string, path: string, json?: object) => {
    const answer = await visit(`/api/group_holds${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...signedIn(winemaker) },
      ...(json && { body: JSON.stringify(json) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text && JSON.parse(text) }
  }
  const hold = (slots: string[], changes: object = {}) =>
    send('POST', '', {
      id: randomUUID(),
      vineyard_id,
      name: 'Coach party',
      number_of_guests: 8,
      guest_phone: '01632 960123',
      until: '2026-06-10',
      sessions: slots.map((slot) => ({ experience_id, slot })),
      overbook: true,
      ...changes,
    })
  const held = () => sql`
    select h.slot_date, h.start_time, h.is_overbooked, h.beyond_limits, s.is_for_one_party, s.held
    from holds h join slots s on s.id = h.slot_id
    where h.experience_id = ${experience_id} and h.ended_at is null order by h.starts_at`
  return { ...market, experience_id, send, hold, held }
}

const ownSlot = {
  slot_date: closed,
  is_overbooked: false,
  beyond_limits: true,
  is_for_one_party: true,
  held: 8,
}

test('on a closed day, staff hold places for a group in a session of its own, which guests do not see', async () => {
  const { experience_id, send, hold, held } = await makeClosedDay()
  const refused = await hold([`${closed}T11:30`], { overbook: false })
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ field: 'sessions' }] } })
  const { status, body } = await hold([`${closed}T11:30`])
  expect(status).toBe(201)
  expect([...(await held())]).toEqual([{ ...ownSlot, start_time: '11:30:00' }])
  expect(await findSlots(sql, experience_id, closed, now)).toEqual([])

  const larger = { number_of_guests: 10, until: '2026-06-11', note: '' }
  expect(await send('PUT', `/${body.id}`, larger)).toMatchObject({ status: 409, body: { remaining: 8 } })
  expect(await send('PUT', `/${body.id}`, { ...larger, overbook: true })).toMatchObject({ status: 204 })
  const guest = { guest_name: 'Mrs Field', guest_phone: '01632 960123' }
  const booked = await send('POST', `/${body.id}/book`, guest)
  expect(booked.status).toBe(201)
  const bookings = await sql`
    select b.number_of_guests, b.beyond_limits, s.is_for_one_party
    from bookings b join slots s on s.id = b.slot_id where b.id = any (${booked.body.ids})`
  expect([...bookings]).toEqual([{ number_of_guests: 10, beyond_limits: true, is_for_one_party: true }])
})

test('places on an open day and on a closed day are held for a group together or not at all', async () => {
  const { pattern, send, hold, held } = await makeClosedDay()
  const usual = `${pattern.id}-${open}`
  // A session of its own is only for closed times: on an open day, staff choose one of its sessions.
  expect(await hold([`${closed}T11:30`, `${open}T11:30`])).toMatchObject({ status: 409 })
  expect([...(await held())]).toEqual([])
  const { status, body } = await hold([`${closed}T11:30`, usual])
  expect(status).toBe(201)
  expect(await held()).toMatchObject([{ ...ownSlot, start_time: '11:30:00' }, { is_for_one_party: false }])
  expect(await send('DELETE', `/${body.id}`)).toMatchObject({ status: 204 })
  expect([...(await held())]).toEqual([])
  expect(await hold([`${closed}T10:00`])).toMatchObject({ status: 201 })
})

test('a session of its own cannot begin in the past', async () => {
  const { hold } = await makeClosedDay()
  expect(await hold(['2026-06-01T09:30'])).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'until' }] },
  })
})
