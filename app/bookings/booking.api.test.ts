import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeAdmin, makeBookable, makeVisitor, signedIn } from '../../test/make.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit } = app

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  visit(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function bookable(changes: Parameters<typeof makeBookable>[1] = {}) {
  const made = await makeBookable(sql, {
    experience: { price_per_person: 28, ...changes.experience },
    ...changes,
  })
  const insert = {
    user_id: null,
    vineyard_id: made.experience.vineyard_id,
    experience_id: made.experience.id,
    availability_id: null,
    booking_date: '2026-06-06',
    start_time: '14:30:00',
    end_time: '16:00:00',
    booking_time: '2:30 PM',
    number_of_guests: 2,
    num_guests: 2,
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    special_requests: '',
    customer_notes: '',
    total_price: 56,
    currency: 'GBP',
    status: 'pending',
  }
  return { ...made, insert }
}

test("the specification's insert creates a booking and returns its row", async () => {
  const { insert, pattern } = await bookable()
  const response = await post('/api/bookings', insert)
  expect(response.status).toBe(201)
  const booking = await response.json()
  expect(booking).toMatchObject({ ...insert, price_per_person: 28 })
  expect(response.headers.get('Location')).toBe(`/api/bookings/${booking.id}`)
  const [slot] = await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`
  expect(slot?.booked).toBe(2)
})

test('a booking is read with its experience and vineyard, nested as the specification requires', async () => {
  const { insert } = await bookable()
  const { id } = await (await post('/api/bookings', insert)).json()
  const response = await visit(`/api/bookings/${id}`)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const { experience } = await response.json()
  expect(Object.keys(experience)).toEqual(
    expect.arrayContaining([
      'id',
      'title',
      'description',
      'duration_minutes',
      'price_per_person',
      'vineyard',
    ]),
  )
  expect(Object.keys(experience.vineyard)).toEqual(
    expect.arrayContaining(['id', 'name', 'address', 'city', 'region', 'postcode', 'phone', 'email']),
  )
})

test('an unknown id gets the same response as a malformed id', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    const response = await visit(`/api/bookings/${id}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    const title = 'Booking not found or you do not have access to view this booking.'
    expect(await response.json()).toMatchObject({ title, error: title, status: 404 })
  }
})

test('repeating an idempotency key returns the same booking, or a refusal if the body differs', async () => {
  const { insert } = await bookable()
  const key = { 'Idempotency-Key': randomUUID() }
  const [first, second] = [await post('/api/bookings', insert, key), await post('/api/bookings', insert, key)]
  expect((await first.json()).id).toBe((await second.json()).id)
  const other = await post('/api/bookings', { ...insert, booking_date: '2026-06-07' }, key)
  expect(other.status).toBe(422)
  expect((await post('/api/bookings', insert, { 'Idempotency-Key': 'mine' })).status).toBe(400)
})

test('returns the booking of a reused idempotency key only to a caller who sends the email address of the booking', async () => {
  const { insert } = await bookable()
  const key = { 'Idempotency-Key': randomUUID() }
  const { id, reference } = await (await post('/api/bookings', insert, key)).json()
  const later = { ...insert, booking_date: '2026-06-07' }

  const own = await post('/api/bookings', { ...later, guest_email: 'ADA@Example.com' }, key)
  expect(own.status).toBe(422)
  expect(await own.json()).toMatchObject({ booking_id: id, reference })

  for (const stranger of [
    { ...later, guest_email: 'eve@example.com' },
    { ...insert, guest_email: 'eve@example.com' },
  ]) {
    const answer = await post('/api/bookings', stranger, key)
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain('This form was already sent with other details. Nothing more was booked.')
    for (const secret of [id, reference, 'booking_id', 'ada@example']) expect(text).not.toContain(secret)
  }
})

// ASVS 2.2.1 2.2.2 8.2.3 15.3.3
test('refuses a forged total, status or unknown field, and writes nothing', async () => {
  const { insert, pattern } = await bookable()
  for (const [forged, status] of [
    [{ total_price: 0.01 }, 409],
    [{ total_price: 55.99 }, 409],
    [{ status: 'confirmed' }, 422],
    [{ user_id: randomUUID() }, 422],
    [{ num_guests: 3 }, 422],
    [{ number_of_guests: 2.5, num_guests: 2.5 }, 422],
    [{ number_of_guests: 9, num_guests: 9, total_price: 252 }, 422],
    [{ booking_date: '2026-02-29' }, 422],
    [{ booking_date: '2026-05-31' }, 409],
    [{ start_time: '15:30:00' }, 409],
    [{ guest_email: 'a@example.com\nBcc: b@example.com' }, 422],
    [{ is_overbooked: true }, 422],
    [{ guest_name: 'Ada \uD800' }, 422],
    [{ special_requests: '\uDC00' }, 422],
  ] as const)
    expect((await post('/api/bookings', { ...insert, ...forged })).status, JSON.stringify(forged)).toBe(
      status,
    )
  for (const body of ['null', '[]', '"x"']) expect((await post('/api/bookings', body)).status, body).toBe(422)
  expect(await sql`select from bookings where pattern_id = ${pattern.id}`).toHaveLength(0)
})

test('the refusal of a booking says how many places are left', async () => {
  const { insert } = await bookable({ pattern: { capacity: 3 } })
  await post('/api/bookings', insert)
  const response = await post('/api/bookings', insert)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    error: 'Selected time slot is no longer available.',
    remaining: 1,
  })
})

test('books a legacy slot by its start time, and refuses a party for which too few places are left', async () => {
  const { insert, experience } = await bookable({ pattern: { days_of_week: [1] } })
  const [legacy] = await sql<{ id: string }[]>`
    insert into availability ${sql({ experience_id: experience.id, start_time: '2026-06-06T13:30:00Z', available_slots: 3 })}
    returning id`
  expect((await post('/api/bookings', insert)).status).toBe(201)
  expect((await post('/api/bookings', insert)).status).toBe(409)
  const [row] = await sql`select available_slots, taken from availability where id = ${legacy?.id ?? ''}`
  expect(row).toEqual({ available_slots: 1, taken: 2 })
})

test('generates slots when called with the function name and parameters of the specification', async () => {
  const { experience, pattern } = await bookable()
  const ask = (body: unknown) => post('/api/rpc/generate_availability_from_patterns', body)
  const span = { p_experience_id: experience.id, p_start_date: '2026-06-06', p_end_date: '2026-06-07' }
  const response = await ask(span)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual([
    {
      pattern_id: pattern.id,
      slot_date: '2026-06-06',
      start_time: '14:30:00',
      end_time: '16:00:00',
      capacity: 10,
      remaining: 10,
    },
    {
      pattern_id: pattern.id,
      slot_date: '2026-06-07',
      start_time: '14:30:00',
      end_time: '16:00:00',
      capacity: 10,
      remaining: 10,
    },
  ])
  expect(await (await ask({ ...span, p_experience_id: randomUUID() })).json()).toEqual([])
  for (const bad of [
    { p_start_date: '2026-06-08' },
    { p_start_date: '2026-02-29' },
    { p_end_date: '2027-07-12' },
    { p_experience_id: 'x' },
    { extra: 1 },
  ])
    expect((await ask({ ...span, ...bad })).status, JSON.stringify(bad)).toBe(400)
  expect((await ask({ ...span, p_start_date: '2028-02-29', p_end_date: '2028-02-29' })).status).toBe(200)
})

// ASVS 3.5.1
test('refuses a request from another site, and answers with problem JSON', async () => {
  const foreign = await post('/api/bookings', {}, { Origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect(foreign.headers.get('Content-Type')).toBe('application/problem+json')
})

test('a booking belongs to the account of the visitor who is signed in, but never to an account of staff', async () => {
  const { insert } = await bookable()
  const visitor = await makeVisitor(sql)
  const own = await (await post('/api/bookings', insert, signedIn(visitor))).json()
  expect(own.user_id).toBe(visitor.id)
  const byStaff = await (await post('/api/bookings', insert, signedIn(await makeAdmin(sql)))).json()
  expect(byStaff.user_id).toBeNull()
})

test('answers with problem JSON when the database cannot be reached', async () => {
  const response = await app.visitWithoutDatabase(`/api/bookings/${randomUUID()}`)
  expect(response.status).toBe(503)
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(app.expectErrors()).toHaveLength(1)
})
