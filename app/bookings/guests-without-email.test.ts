import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeDailyExperience } from '../../test/book.ts'
import { listOf, makeMovingIn, rowOf } from '../../test/import-bookings.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../test/make.ts'
import { nobody } from '../people/sign-in/actor.ts'
import { moveBooking } from './booking.server.ts'
import { completeVisits, remindGuests, thankGuests } from './scheduled-jobs.server.ts'

const today = '2026-06-06'
const morning = `${today}T09:00:00Z`
const app = await startApp({ now: morning })
const { sql, visit } = app
beforeEach(() => {
  app.now = new Date(morning)
})

async function makeStaffed({ capacity = 10 } = {}) {
  const market = await makeDailyExperience(sql, { capacity })
  const { vineyard_id } = market.experience
  const as = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const send = async (path: string, body: object, key = randomUUID(), headers = as) => {
    const answer = await visit(`/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
  const read = async (path: string, headers = as) => (await visit(`/api${path}`, { headers })).json()
  const party = (day = today) => ({
    experience_id: market.experience.id,
    slot: `${market.pattern.id}-${day}`,
    number_of_guests: 2,
  })
  const byPhone = (day = today) =>
    send('/bookings/by_staff', { ...party(day), guest_name: 'Mary Anning', guest_phone: '01297 123456' })
  const walkIn = (changes = {}, key = randomUUID()) =>
    send('/bookings/walk-ins', { ...party(), ...changes }, key)
  return { ...market, vineyard_id, as, send, read, party, byPhone, walkIn }
}

const emailsOf = (id: string) => sql`select email_type from emails where booking_id = ${id}`

test('staff book with a name and an email address or phone number, and are refused without either', async () => {
  const { send, party, byPhone } = await makeStaffed()
  expect((await byPhone()).status).toBe(201)
  const withName = { ...party(), guest_name: 'Mary Anning' }
  expect((await send('/bookings/by_staff', { ...withName, guest_email: 'mary@example.com' })).status).toBe(
    201,
  )
  const neither = await send('/bookings/by_staff', withName)
  expect([neither.status, neither.body.fields]).toEqual([
    422,
    [{ field: 'guest_phone', message: 'Please enter a phone number or an email address.' }],
  ])
  expect((await send('/bookings/by_staff', { ...party(), guest_phone: '01297 123456' })).status).toBe(422)
})

test('a booking that staff add after the session has begun emails nobody', async () => {
  const { send, party } = await makeStaffed()
  const guest = { guest_name: 'Mary Anning', guest_email: 'mary@example.com' }
  const before = await send('/bookings/by_staff', { ...party(), ...guest })
  expect([...(await emailsOf(before.body.id))]).toEqual([{ email_type: 'confirmed' }])
  app.now = new Date(`${today}T20:00:00Z`)
  const after = await send('/bookings/by_staff', { ...party(), ...guest })
  expect(after.status).toBe(201)
  expect([...(await emailsOf(after.body.id))]).toEqual([])
})

test('the database refuses a guest without the fields that the channel needs', async () => {
  const { byPhone } = await makeStaffed()
  const { id } = (await byPhone()).body
  for (const change of [{ guest_phone: null }, { guest_name: null }])
    await expect(sql`update bookings set ${sql(change)} where id = ${id}`).rejects.toThrow('names_its_guest')
})

test('a public request still needs name, email and phone', async () => {
  const { experience, party } = await makeStaffed()
  const whole = {
    vineyard_id: experience.vineyard_id,
    experience_id: experience.id,
    booking_date: today,
    start_time: '14:30',
    number_of_guests: party().number_of_guests,
    guest_name: 'Ada',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    total_price: experience.price_per_person * 2,
  }
  for (const field of ['guest_name', 'guest_email', 'guest_phone']) {
    const refused = await visit('/api/bookings', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...whole, [field]: null }),
    })
    expect([refused.status, (await refused.json()).error]).toEqual([
      422,
      'Please fill out all fields and select a time slot.',
    ])
  }
})

test('a guest without an email address is never emailed, and is listed as a customer under the telephone number', async () => {
  const { byPhone, send, read, vineyard_id } = await makeStaffed()
  const { id } = (await byPhone('2026-06-07')).body
  await remindGuests(sql, new Date('2026-06-06T12:00:00Z'))
  await send(`/bookings/${id}/move`, { number_of_guests: 3 })
  expect((await send(`/bookings/${id}/status`, { status: 'cancelled' })).body).toMatchObject({
    has_email: false,
  })
  await send(`/bookings/${id}/status`, { status: 'confirmed' })
  expect((await send(`/bookings/${id}/mails`, {})).status).toBe(409)
  expect(await completeVisits(sql, new Date('2026-06-08T02:00:00Z'))).toBeGreaterThan(0)
  await thankGuests(sql, new Date('2026-06-08T12:00:00Z'))
  expect(await emailsOf(id)).toHaveLength(0)

  const [customer] = (await read('/customers')).items
  expect(customer).toMatchObject({ email: '', phone: '01297 123456', name: 'Mary Anning' })
  const found = await read('/search?search=Mary')
  expect(found.bookings.map((booking: { id: string }) => booking.id)).toContain(id)
  expect(found.customers).toMatchObject([{ id: customer.id, email: '', phone: '01297 123456', vineyard_id }])
  expect(await read(`/bookings/${id}/record`)).toMatchObject({ guest_email: null, others: [], mails: [] })
  expect(await sql`select * from consistency_faults(${app.now})`).toEqual([])
})

test('the vineyard gets one email when a guest without email changes or cancels by link', async () => {
  const { byPhone, pattern, vineyard_id } = await makeStaffed()
  const [{ email }] = await sql<
    [{ email: string }]
  >`select email from winemakers where vineyard_id = ${vineyard_id}`
  const { id } = (await byPhone('2026-06-07')).body
  const moved = await moveBooking(
    sql,
    id,
    { slot: { pattern_id: pattern.id, slot_date: '2026-06-08' } },
    { by: nobody },
    app.now,
  )
  expect(moved.ok).toBe(true)
  const cancelled = await app.submit(`/booking/${id}`, { intent: 'cancel' })
  expect(cancelled.status).toBe(302)
  await app.submit(`/booking/${id}`, { intent: 'cancel' })
  expect(
    await sql`select email_type, to_address, state from emails where booking_id = ${id} order by after_event_id`,
  ).toEqual([
    { email_type: 'vineyard_moved', to_address: email, state: 'waiting' },
    { email_type: 'vineyard_cancelled', to_address: email, state: 'waiting' },
  ])
  expect(await sql`select * from consistency_faults(${app.now})`).toEqual([])
})

test('staff who cancel for a guest without email are not emailed', async () => {
  const { byPhone, send } = await makeStaffed()
  const { id } = (await byPhone('2026-06-07')).body
  await send(`/bookings/${id}/status`, { status: 'cancelled' })
  expect(await emailsOf(id)).toHaveLength(0)
})

test('a message to guests reaches and counts only guests with an email address', async () => {
  const { byPhone, walkIn, send, party, vineyard_id } = await makeStaffed()
  await byPhone()
  await walkIn()
  const message = { id: randomUUID(), vineyard_id, day: today, message: 'The lane is flooded.' }
  expect((await send('/guest_messages', message)).status).toBe(404)
  await send('/bookings/by_staff', { ...party(), guest_name: 'Ada', guest_email: 'ada@example.com' })
  expect((await send('/guest_messages', message)).body).toEqual({ mails: 1 })
})

test('a closed day lists the cancelled guests whom no email reaches, until staff have phoned them', async () => {
  const { byPhone, read, send, vineyard_id } = await makeStaffed()
  await byPhone('2026-06-07')
  const closure = { vineyard_id, starts_on: '2026-06-07', ends_on: '2026-06-07', capacity: null }
  expect((await send('/availability_exceptions', closure)).body).toMatchObject({
    bookings: 1,
    without_email: 1,
  })
  const parties = async () =>
    (await read(`/parties?vineyard_id=${vineyard_id}&day=2026-06-07`)).items as { id: string }[]
  expect(await parties()).toMatchObject([{ to_call: false }])
  const { body } = await send('/availability_exceptions', { ...closure, bookings: 'cancel' })
  expect(body).toMatchObject({ bookings: 1, without_email: 1 })
  const [closed] = await parties()
  expect(closed).toMatchObject({ status: 'cancelled', to_call: true, informed_at: null })
  const inform = (informed: boolean) =>
    sql`select mark_informed(${closed?.id ?? null}, ${vineyard_id}, ${informed}, 'system', null, ${app.now})`
  await inform(true)
  expect(await parties()).toMatchObject([{ to_call: true, informed_at: app.now.toISOString() }])
  await inform(false)
  expect(await parties()).toMatchObject([{ to_call: true, informed_at: null }])
  // A booking that Undo restores needs no call.
  await send(`/availability_exceptions/${body.id}/undo`, {})
  expect(await parties()).toMatchObject([{ status: 'confirmed', to_call: false }])
})

test('a walk-in needs only a party size, gets the name Walk-in, and is marked as arrived', async () => {
  const { walkIn, read, vineyard_id } = await makeStaffed()
  const key = randomUUID()
  const { status, body } = await walkIn({}, key)
  expect(status).toBe(201)
  expect((await walkIn({}, key)).body).toEqual(body)
  expect(await read(`/bookings/${body.id}/record`)).toMatchObject({
    guest_name: 'Walk-in',
    guest_email: null,
    guest_phone: null,
    status: 'confirmed',
    attendance: 'arrived',
    channel: 'walk_in',
  })
  const { items } = await read(`/parties?vineyard_id=${vineyard_id}&day=${today}`)
  expect(items).toMatchObject([{ guest_name: 'Walk-in', has_email: false, due: 37 }])
  expect((await read('/bookings?search=walk')).items).toMatchObject([{ id: body.id }])
  expect(await emailsOf(body.id)).toHaveLength(0)
  expect(await sql`select * from consistency_faults(${app.now})`).toEqual([])
})

test('refuses a walk-in on a later day, or beyond the capacity unless staff choose to overbook', async () => {
  const { walkIn, pattern } = await makeStaffed({ capacity: 1 })
  expect((await walkIn({ slot: `${pattern.id}-2026-06-07` })).status).toBe(422)
  expect(await walkIn()).toMatchObject({ status: 409, body: { remaining: 1 } })
  const { body } = await walkIn({ overbook: true, guest_name: 'Mary' })
  expect(await sql`select is_overbooked, guest_name from bookings where id = ${body.id}`).toEqual([
    { is_overbooked: true, guest_name: 'Mary' },
  ])
})

test('after the visit, a guest without email can be erased by reference, and is erased when the retention period ends', async () => {
  const { byPhone, walkIn, send } = await makeStaffed()
  const admin = signedIn(await makeAdmin(sql))
  const erase = (reference: string) =>
    send(
      '/persons/erase_booking',
      { reference, reference_again: reference.toLowerCase() },
      randomUUID(),
      admin,
    )
  const [phoned, walked] = [(await byPhone()).body.id, (await walkIn({ guest_name: 'Mary' })).body.id]
  const [{ reference }] = await sql<
    [{ reference: string }]
  >`select reference from bookings where id = ${phoned}`
  expect((await erase(reference)).status).toBe(409)
  app.now = new Date('2026-06-07T09:00:00Z')
  expect(await erase(reference)).toMatchObject({ status: 200, body: { bookings: 1 } })
  expect((await erase(reference)).status).toBe(404)
  const guest = () =>
    sql`select guest_name, guest_email, guest_phone from bookings where id in (${phoned}, ${walked}) order by erased_at`
  expect(await guest()).toEqual([
    { guest_name: 'Erased', guest_email: null, guest_phone: 'Erased' },
    { guest_name: 'Mary', guest_email: null, guest_phone: null },
  ])
  await sql`select erase_old_bookings(1, 100, '2028-06-07T09:00:00Z')`
  expect((await guest())[1]).toEqual({ guest_name: 'Erased', guest_email: null, guest_phone: 'Erased' })
  expect(await sql`select * from consistency_faults(${app.now})`).toEqual([])
})

test('an imported guest is emailed about changes, and the booking’s record and the list of parties say so', async () => {
  const { vineyard_id, headers, importAll, emails } = await makeMovingIn(app)
  const [row] = await importAll(listOf(rowOf('B1')))
  const read = async (path: string) => (await visit(`/api${path}`, { headers })).json()
  expect(await read(`/bookings/${row?.id}/record`)).toMatchObject({ has_email: true, to_call: false })
  const day = '2026-06-13'
  expect((await read(`/parties?vineyard_id=${vineyard_id}&day=${day}`)).items).toMatchObject([
    { has_email: true, channel: 'import' },
  ])
  const off = await visit('/api/call_offs', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ vineyard_id, day, reason: 'weather' }),
  })
  expect(await off.json()).toMatchObject({ bookings: 1, without_email: 0 })
  expect(await emails()).toEqual([{ email_type: 'called_off' }])
})

/** Files that check for an email address. Only the file that defines `emails_changes` decides whether the guest is emailed. */
const asksForAddress = {
  'db/functions/bookings/guest-edits.sql': 'an edit that empties the address withdraws waiting emails',
  'db/functions/mail/emails.sql': 'defines emails_changes, which decides',
  'db/functions/staff/personal-data.sql': 'guests without an address are erased by reference',
  'app/bookings/customers/customer.server.ts': 'customers without an address are shown by telephone number',
  'app/bookings/booking-search.server.ts': 'customers without an address are shown by telephone number',
  'db/functions/bookings/customers.sql': 'customers without an address are identified by telephone number',
  'app/bookings/booking.shapes.ts': 'staff book with an address or a phone number',
}

test('only emails_changes decides whether a guest is emailed', () => {
  const asking = globSync(['db/functions/*/*.sql', '{app,server}/**/*.{ts,tsx}'])
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .filter((path) => /guest_email (is (not )?null|[!=]== null)/.test(readFileSync(path, 'utf8')))
  expect(asking.toSorted()).toEqual(Object.keys(asksForAddress).toSorted())
})
