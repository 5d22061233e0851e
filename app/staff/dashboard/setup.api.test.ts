import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

// Wednesday 3 June 2026.
const app = await startApp({ now: '2026-06-03T09:00:00Z' })
const { sql, visit } = app

async function makeNew(vineyard = {}) {
  const { id } = await makeVineyard(sql, vineyard)
  const winemaker = await makeWinemaker(sql, { vineyard_id: id })
  const headers = signedIn(winemaker)
  const send = (path: string, json?: object, method = 'POST') =>
    visit(`/api/setup${path}`, {
      method,
      headers: { ...headers, ...(json && { 'Content-Type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    })
  const read = async () => (await visit('/api/setup', { headers })).json()
  const states = async () =>
    (await read()).steps.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`)
  return { id, winemaker, headers, send, read, states }
}

const tour = {
  title: 'Tour and tasting',
  price_per_person: 25,
  days_of_week: [6, 7],
  start_time: '11:00',
  capacity: 8,
}

test('all steps are open at a new vineyard', async () => {
  const { read, states } = await makeNew()
  expect(await states()).toEqual([
    'page open',
    'experience open',
    'times open',
    'test_booking open',
    'tell_people open',
  ])
  expect(await read()).toMatchObject({
    missing: ['description', 'picture', 'contact'],
    experience_id: null,
    next_slot: null,
  })
})

test('the page step is done once there is a description, a picture and a contact', async () => {
  const { states } = await makeNew({
    description: 'Vines on chalk.',
    cover_image_url: '/pictures/a-960.webp',
    phone: '01632 960123',
  })
  expect(await states()).toContain('page done')
})

test('one form makes the first experience bookable, and a second press creates no second experience', async () => {
  const { id, send, read, states } = await makeNew()
  const both = await Promise.all([send('/experience', tour), send('/experience', tour)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await states()).toContain('times done')
  expect((await read()).next_slot).toEqual({ slot_date: '2026-06-06', start_time: '11:00:00' })
  const page = await (await visit(`/vineyard/${id}`)).text()
  expect(page).toContain('Tour and tasting')
  expect(page).toContain('11:00 AM')
})

test('an invalid start creates no experience', async () => {
  const { send, read } = await makeNew()
  const refused = await send('/experience', { ...tour, days_of_week: [] })
  expect(refused.status).toBe(422)
  expect((await read()).experience_id).toBeNull()
})

test('two presses make one test booking for the winemaker, and the step is done once this booking is cancelled', async () => {
  const { winemaker, headers, send, read, states } = await makeNew()
  expect((await send('/test_booking')).status).toBe(409)
  await send('/experience', tour)
  const made = await Promise.all([send('/test_booking'), send('/test_booking')])
  const ids = await Promise.all(made.map(async (response) => (await response.json()).id))
  expect(new Set(ids).size).toBe(1)
  const [booking] = await sql`select guest_name, guest_email, channel from bookings where id = ${ids[0]}`
  expect(booking).toEqual({ guest_name: 'Test booking', guest_email: winemaker.email, channel: 'staff' })
  expect(await states()).toContain('test_booking open')
  expect((await read()).test_booking).toEqual({ id: ids[0], is_cancelled: false })
  await visit(`/api/bookings/${ids[0]}/status`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'cancelled' }),
  })
  expect(await states()).toContain('test_booking done')
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('only optional steps can be skipped, and skipped steps can be brought back', async () => {
  const { send, states } = await makeNew()
  await send('/skipped', { step: 'tell_people', is_skipped: true }, 'PUT')
  expect(await states()).toContain('tell_people skipped')
  await send('/skipped', { step: 'tell_people', is_skipped: false }, 'PUT')
  expect(await states()).toContain('tell_people open')
  expect((await send('/skipped', { step: 'times', is_skipped: true }, 'PUT')).status).toBe(422)
})

test('staff at the gate have no guided start', async () => {
  const { id } = await makeNew()
  const gate = await makeWinemaker(sql, { vineyard_id: id, role: 'gate' })
  expect((await visit('/api/setup', { headers: signedIn(gate) })).status).toBe(403)
})
