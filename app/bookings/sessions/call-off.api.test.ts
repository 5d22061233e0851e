import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, now } = app
const day = '2026-06-06'

async function makeMarket() {
  const { experience, on } = await makeDailyExperience(sql, { experience: { is_instant: true } })
  const { vineyard_id } = experience
  const staff = await makeWinemaker(sql, { vineyard_id })
  const call = (path: string, method = 'GET', body?: object, who = staff) =>
    visit(`/api${path}`, {
      method,
      headers: { ...signedIn(who), 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const parties = async () => {
    const { items } = (await (await call(`/parties?vineyard_id=${vineyard_id}&day=${day}`)).json()) as {
      items: { id: string; to_call: boolean; informed_at: string | null; called_off_at: string | null }[]
    }
    return new Map(items.map((party) => [party.id, party]))
  }
  return { vineyard_id, experience, party: () => book(sql, experience, on(day), 2, now), call, parties }
}

test('lists guests without an email address for staff to call, and marks guests who were called', async () => {
  const { vineyard_id, party, call, parties } = await makeMarket()
  const [emailed, phoned] = [await party(), await party()]
  await sql`update bookings set channel = 'staff', guest_email = null where id = ${phoned}`
  expect((await parties()).get(phoned)).toMatchObject({ to_call: false })
  expect((await call('/call_offs', 'POST', { vineyard_id, day, reason: 'illness' })).status).toBe(201)
  const before = await parties()
  expect(before.get(emailed)).toMatchObject({ to_call: false, called_off_at: now.toISOString() })
  expect(before.get(phoned)).toMatchObject({ to_call: true, informed_at: null })
  expect((await call(`/bookings/${phoned}/informed`, 'PUT', { informed: true })).status).toBe(204)
  expect((await parties()).get(phoned)).toMatchObject({ to_call: true, informed_at: now.toISOString() })
  expect((await call(`/bookings/${phoned}/informed`, 'PUT', { informed: false })).status).toBe(204)
  expect((await parties()).get(phoned)).toMatchObject({ informed_at: null })
  // A guest whose email could not be delivered is listed as well.
  await sql`update emails set state = 'dead' where booking_id = ${emailed} and email_type = 'called_off'`
  expect((await parties()).get(emailed)).toMatchObject({ to_call: true })
})

test('lists all called-off guests of a hidden vineyard for staff to call, unless staff have cancelled the booking', async () => {
  const { vineyard_id, party, call, parties } = await makeMarket()
  const [waits, cancelled] = [await party(), await party()]
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  await call('/call_offs', 'POST', { vineyard_id, day, reason: 'weather' })
  await call(`/bookings/${cancelled}/status`, 'POST', { status: 'cancelled' })
  const listed = await parties()
  expect([listed.get(waits)?.to_call, listed.get(cancelled)?.to_call]).toEqual([true, false])
})

test('sessions count called-off guests separately, and staff can only move or cancel their bookings', async () => {
  const { vineyard_id, party, call } = await makeMarket()
  const id = await party()
  await call('/call_offs', 'POST', { vineyard_id, day, reason: 'weather', message: 'Mud.' })
  const { items } = (await (
    await call(`/sessions?vineyard_id=${vineyard_id}&from=${day}&until=${day}`)
  ).json()) as { items: object[] }
  expect(items).toMatchObject([{ capacity: null, guests: 0, called_off: 2, parties: 1 }])
  const refused = await call(`/bookings/${id}/status`, 'POST', { status: 'completed' })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { title: 'This session is called off. Move the booking to another time, or cancel it.' },
  ])
  const record = await (await call(`/bookings/${id}/record`)).json()
  expect(record).toMatchObject({ called_off_reason: 'weather', called_off_message: 'Mud.', may_record: [] })
  expect((await call(`/bookings/${id}/mails`, 'POST')).status).toBe(202)
  const [again] = await sql`select email_type from emails where booking_id = ${id} and once_key is not null`
  expect(again).toEqual({ email_type: 'called_off' })
})

test('staff at the gate see called-off sessions, but cannot call off a session', async () => {
  const { vineyard_id, party, call, experience } = await makeMarket()
  const id = await party()
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const body = { vineyard_id, day, reason: 'weather' }
  expect((await call('/call_offs', 'POST', body, gate)).status).toBe(403)
  await call('/call_offs', 'POST', body)
  expect((await call(`/bookings/${id}/informed`, 'PUT', { informed: true }, gate)).status).toBe(403)
  app.now = new Date('2026-06-06T09:00:00Z')
  const { parties } = (await (await call('/today', 'GET', undefined, gate)).json()) as { parties: object[] }
  expect(parties).toMatchObject([{ called_off_at: '2026-06-01T09:00:00.000Z' }])
  expect(JSON.stringify(parties)).not.toContain('01632')
  expect(experience.vineyard_id).toBe(vineyard_id)
  app.now = now
})

test('refuses days in the past, unknown slots and unknown reasons', async () => {
  const { vineyard_id, call } = await makeMarket()
  const other = await makeMarket()
  const send = (changes: object) =>
    call('/call_offs', 'POST', { vineyard_id, day, reason: 'weather', ...changes })
  expect((await send({ day: '2026-05-31' })).status).toBe(422)
  expect((await send({ slots: [`${crypto.randomUUID()}-${day}`] })).status).toBe(404)
  expect((await send({ vineyard_id: other.vineyard_id })).status).toBe(404)
  expect((await send({ reason: 'mood' })).status).toBe(422)
  expect((await send({ slots: [] })).status).toBe(422)
})
