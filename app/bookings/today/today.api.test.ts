import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { teamsOf } from '../../../test/team.ts'

const noon = '2026-06-06T11:00:00.000Z'
const app = await startApp({ now: noon })
beforeEach(() => {
  app.now = new Date(noon)
})
const { sql } = app
const { send } = teamsOf(app)

// ASVS 8.2.3 14.2.6 15.3.1
test('answers to staff at the gate contain no email addresses or phone numbers of guests', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const owner = await makeWinemaker(sql, { vineyard_id })
  const today = app.now.toISOString().slice(0, 10)
  const booking = await book(sql, market.experience, market.on(today), 2, app.now)
  await sql`
    update bookings set guest_name = 'Mary Shelley', guest_email = 'mary@villa.example', guest_phone = '01632 960777',
      special_requests = 'No nuts, please.'
    where id = ${booking}`
  const shown = await (await send(gate, 'GET', 'today')).text()
  expect(shown).toContain('Mary Shelley')
  expect(shown).toContain('No nuts, please.')
  expect(
    await (await send(owner, 'GET', `parties?vineyard_id=${vineyard_id}&day=${today}`)).text(),
  ).toContain('960777')
  const query = new URLSearchParams({ vineyard_id })
  const paths = [
    'me',
    'today',
    `today?${query}`,
    `parties?${query}&day=${today}`,
    `sessions?${query}`,
    'dashboard',
    `bookings?${query}`,
    'bookings/file',
    'bookings/counts',
    `bookings/${booking}`,
    `bookings/${booking}/record`,
    `bookings/${booking}/events`,
    `customers?${query}`,
    `reports?${query}&from=${today}&until=${today}`,
    `calendar_feeds?${query}`,
    'team',
    'search?search=Mary',
  ]
  for (const path of paths) {
    const text = await (await send(gate, 'GET', path)).text()
    expect(text, path).not.toMatch(/villa\.example|960777/)
    // Answers must not contain the id either, because it opens the booking's page, which shows email address and phone.
    expect(text, path).not.toContain(booking)
  }
})

/** Signs in staff at the gate of a vineyard that has a session of ten places today, at £18.50 a person. */
async function makeGate() {
  const market = await makeDailyExperience(sql, { capacity: 10 })
  const { vineyard_id, id: experience_id } = market.experience
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const post = async (path: string, body: object, key = randomUUID()) => {
    const answer = await app.visit(`/api/${path}`, {
      method: 'POST',
      headers: { ...signedIn(gate), 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  const slot = `${market.pattern.id}-2026-06-06`
  const walkIn = (changes = {}, key = randomUUID()) =>
    post('bookings/walk-ins', { experience_id, slot, number_of_guests: 2, ...changes }, key)
  const list = async () => (await send(gate, 'GET', 'today')).json()
  return { ...market, vineyard_id, gate, post, walkIn, list }
}

test('staff at the gate use a walk-in’s reference or key but never see its id, and the walk-in keeps its time of arrival', async () => {
  const { walkIn, list, post } = await makeGate()
  const key = randomUUID()
  const taken_at = '2026-06-06T10:40:00.000Z'
  const { status, headers, body } = await walkIn({ taken_at }, key)
  expect([status, headers.get('Location'), body]).toEqual([
    201,
    null,
    { id: null, reference: expect.stringMatching(/^CV-/) },
  ])
  expect((await walkIn({ taken_at }, key)).body).toEqual(body)
  expect((await list()).parties).toMatchObject([
    { reference: body.reference, walk_in_key: key, attendance: 'arrived', marked_at: taken_at, due: 37 },
  ])

  const marked_at = '2026-06-06T10:45:00.000Z'
  const mark = { reference: key, attendance: 'arrived', arrived_guests: 1, marked_at, seen_at: taken_at }
  expect((await post('today/marks', mark)).status).toBe(200)
  const paid = { booking: key, entry: 'payment', kind: 'cash', amount: 20, taken_at: marked_at }
  const payment = randomUUID()
  expect((await post('payments', paid, payment)).status).toBe(201)
  expect((await post('payments', paid, payment)).status).toBe(201)
  expect((await list()).parties).toMatchObject([
    {
      arrived_guests: 1,
      overruled: null,
      due: 17,
      balance: 17,
      money: [{ key: payment, entry: 'payment', kind: 'cash', amount: 20, taken_at: marked_at }],
    },
  ])
  expect(await sql`select * from consistency_faults(${app.now})`).toEqual([])
})

test('staff can undo a payment by its key once, and only for its own booking', async () => {
  const { walkIn, list, post, vineyard_id } = await makeGate()
  const [booking, payment] = [randomUUID(), randomUUID()]
  const other = (await walkIn()).body.reference
  await walkIn({}, booking)
  await post('payments', { booking, entry: 'payment', kind: 'card' }, payment)
  const undo = (at: string, corrects: string, key = randomUUID()) =>
    post('payments/corrections', { booking: at, corrects }, key)
  expect((await undo(other, payment)).status).toBe(404)
  expect((await undo(booking, randomUUID())).status).toBe(404)
  const key = randomUUID()
  expect([(await undo(booking, payment, key)).status, (await undo(booking, payment, key)).status]).toEqual([
    201, 201,
  ])
  expect((await undo(booking, payment)).status).toBe(409)
  const { parties } = await list()
  expect(parties.find((party: { walk_in_key: string }) => party.walk_in_key === booking)).toMatchObject({
    due: 37,
    money: [],
  })
  expect(await sql`select amount from payments where vineyard_id = ${vineyard_id} order by id`).toEqual([
    { amount: 37 },
    { amount: -37 },
  ])
})

test('a walk-in that is sent up to a week later is booked for the day on which the party came', async () => {
  const { walkIn } = await makeGate()
  const taken_at = '2026-06-06T22:50:00.000Z'
  app.now = new Date('2026-06-07T06:00:00Z')
  const { body } = await walkIn({ taken_at })
  expect(await sql`select booking_date, marked_at from bookings where reference = ${body.reference}`).toEqual(
    [{ booking_date: '2026-06-06', marked_at: new Date(taken_at) }],
  )
  app.now = new Date('2026-06-14T06:00:00Z')
  expect(await walkIn({ taken_at })).toMatchObject({
    status: 422,
    body: { title: 'taken_at must be at most 7 days ago.' },
  })
})

test('staff can undo only a walk-in, and only after its payments are undone', async () => {
  const { walkIn, list, post, experience, on } = await makeGate()
  const [booking, payment] = [randomUUID(), randomUUID()]
  await walkIn({ number_of_guests: 9 }, booking)
  expect((await walkIn()).status).toBe(409)
  await post('payments', { booking, entry: 'payment', kind: 'cash', amount: 5 }, payment)
  const undo = (at: string) => post('bookings/walk-ins/undo', { booking: at })
  expect(await undo(booking)).toMatchObject({
    status: 409,
    body: { title: 'Undo the payments of this walk-in first.' },
  })
  await post('payments/corrections', { booking, corrects: payment })
  const { status, body } = await undo(booking)
  expect([status, (await undo(body.reference)).status]).toEqual([200, 200])
  expect((await list()).parties).toMatchObject([{ walk_in_key: booking, status: 'cancelled', due: 0 }])
  expect((await walkIn()).status).toBe(201)

  const booked = await book(sql, experience, on('2026-06-07'), 2, app.now)
  expect((await undo(booked)).status).toBe(404)
  expect(await sql`select * from consistency_faults(${app.now})`).toEqual([])
})

test('a walk-in whose money was refunded can be undone', async () => {
  const { walkIn, post } = await makeGate()
  const booking = randomUUID()
  await walkIn({}, booking)
  for (const entry of ['payment', 'refund']) await post('payments', { booking, entry, kind: 'cash' })
  expect((await post('bookings/walk-ins/undo', { booking })).status).toBe(200)
  expect(await sql`select * from consistency_faults(${app.now})`).toEqual([])
})

test('a walk-in from a device whose clock is fast gets the current time', async () => {
  const { walkIn, list } = await makeGate()
  expect((await walkIn({ taken_at: '2026-06-06T11:20:00.000Z' })).status).toBe(201)
  expect((await list()).parties).toMatchObject([{ marked_at: noon }])
})

test('the key of another vineyard’s walk-in gives no access', async () => {
  const [ours, theirs] = [await makeGate(), await makeGate()]
  const key = randomUUID()
  await theirs.walkIn({}, key)
  const marked_at = noon
  expect((await ours.post('today/marks', { reference: key, attendance: null, marked_at })).status).toBe(404)
  expect((await ours.post('payments', { booking: key, entry: 'payment', kind: 'cash' })).status).toBe(404)
  expect((await ours.post('bookings/walk-ins/undo', { booking: key })).status).toBe(404)
  expect((await send(ours.gate, 'GET', `payments?booking=${key}`)).status).toBe(404)
})

test('today’s list has the experiences that walk-ins can book, and the most common kind of payment of earlier days', async () => {
  const { list, post, walkIn, experience } = await makeGate()
  expect(await list()).toMatchObject({
    is_visible: true,
    usual_kind: 'card',
    experiences: [{ id: experience.id, min_group_size: 1, max_group_size: 10, price_per_person: 18.5 }],
  })
  const { reference: booking } = (await walkIn()).body
  await post('payments', { booking, entry: 'payment', kind: 'cash' })
  expect((await list()).usual_kind).toBe('card')
  app.now = new Date('2026-06-07T09:00:00Z')
  expect((await list()).usual_kind).toBe('cash')
  app.now = new Date('2026-07-08T09:00:00Z')
  expect((await list()).usual_kind).toBe('card')
})

test('a payment and its correction count as one payment when the most common kind of payment is determined', async () => {
  const { list, post, walkIn } = await makeGate()
  const { reference: booking } = (await walkIn()).body
  const payment = randomUUID()
  await post('payments', { booking, entry: 'payment', kind: 'cash' }, payment)
  await post('payments/corrections', { booking, corrects: payment })
  await post('payments', { booking, entry: 'payment', kind: 'card' })
  app.now = new Date('2026-06-07T09:00:00Z')
  expect((await list()).usual_kind).toBe('card')
})
