import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeBookable, makeWinemaker, signedIn } from '../../test/make.ts'

const app = await startApp()
const { sql, visit } = app

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  visit(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const sentenceOf = async (response: Response) => [response.status, (await response.json()).error]

/** Creates a booking of two guests in a slot of `capacity`, and signs in a winemaker of its vineyard. */
async function booked({ capacity = 10 } = {}) {
  const made = await makeBookable(sql, { pattern: { capacity } })
  const winemaker = await makeWinemaker(sql, { vineyard_id: made.experience.vineyard_id })
  const book = async () => {
    const sent = await app.submit(made.path, made.answers())
    return String(sent.headers.get('Location')).replace(/.*\//, '')
  }
  return { ...made, as: signedIn(winemaker), id: await book(), book }
}

test('staff set any status, and the history records each change with its author', async () => {
  const { id, as } = await booked()
  expect(
    await (await send(`/api/bookings/${id}/status`, { status: 'confirmed', seen: 'pending' }, as)).json(),
  ).toEqual({ status: 'confirmed', has_email: true })
  const events = await (await visit(`/api/bookings/${id}/events`, { headers: as })).json()
  expect(
    events.map(({ kind, actor_name }: { kind: string; actor_name: string }) => [kind, actor_name]),
  ).toEqual([
    ['created', null],
    ['status', 'Wyn Maker'],
  ])
})

test('rejects a status based on an outdated screen, so that a guest’s cancellation stays', async () => {
  const { id, as } = await booked()
  expect((await send(`/api/bookings/${id}/cancel`, undefined)).status).toBe(200)
  expect(
    await sentenceOf(await send(`/api/bookings/${id}/status`, { status: 'confirmed', seen: 'pending' }, as)),
  ).toEqual([409, 'This booking is now cancelled.'])
})

test('restores a cancelled booking if places are left, or if staff overbook', async () => {
  const { id, as, book } = await booked({ capacity: 2 })
  await send(`/api/bookings/${id}/status`, { status: 'cancelled' }, as)
  await book()
  const back = { status: 'pending', seen: 'cancelled' }
  const full = await send(`/api/bookings/${id}/status`, back, as)
  expect([full.status, (await full.json()).remaining]).toEqual([409, 0])
  expect((await send(`/api/bookings/${id}/status`, { ...back, overbook: true }, as)).status).toBe(200)
})

test('a guest with the link can move and cancel a booking, but cannot overbook', async () => {
  const { id, pattern } = await booked()
  const slot = `${pattern.id}-2026-06-07`
  const moved = await send(`/api/bookings/${id}/move`, { slot, number_of_guests: 3 })
  expect(await moved.json()).toMatchObject({
    booking_date: '2026-06-07',
    number_of_guests: 3,
    total_price: 55.5,
  })
  expect(
    await sentenceOf(await send(`/api/bookings/${id}/move`, { number_of_guests: 4, overbook: true })),
  ).toEqual([403, 'Only staff can overbook or go beyond the limits.'])
  expect(await sentenceOf(await send(`/api/bookings/${id}/move`, { slot: 'tomorrow' }))).toEqual([
    422,
    'slot must be the id of a slot, or a day and a start.',
  ])
  expect((await send(`/api/bookings/${id}/cancel`, undefined)).status).toBe(200)
  expect((await send(`/api/bookings/${id}/cancel`, undefined)).status).toBe(200)
})

test('the refusal of a booking, or of a move by link or by staff, names the allowed party sizes', async () => {
  const { id, as, experience, date } = await booked()
  const sizes = '1 to 8 guests in one booking'
  const refusal = { status: 422, error: sizes, fields: [{ field: 'number_of_guests', message: sizes }] }
  for (const who of [{}, as]) {
    const moved = await send(`/api/bookings/${id}/move`, { number_of_guests: 9 }, who)
    expect(await moved.json()).toMatchObject(refusal)
  }
  const requested = {
    vineyard_id: experience.vineyard_id,
    experience_id: experience.id,
    booking_date: date,
    start_time: '14:30',
    number_of_guests: 9,
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    total_price: 9 * experience.price_per_person,
  }
  expect(await (await send('/api/bookings', requested)).json()).toMatchObject(refusal)
})

test('refuses a closure until the caller chooses to keep or cancel the affected bookings', async () => {
  const { id, as, experience } = await booked()
  const day = {
    vineyard_id: experience.vineyard_id,
    starts_on: '2026-06-06',
    ends_on: '2026-06-06',
    capacity: null,
  }
  const close = (more: object = {}) => send('/api/availability_exceptions', { ...day, ...more }, as)
  const inTheWay = await close()
  expect(inTheWay.status).toBe(409)
  expect(await inTheWay.json()).toMatchObject({ bookings: 1, guests: 2 })
  expect((await close({ bookings: 'keep' })).status).toBe(201)
  expect((await (await visit(`/api/bookings/${id}`)).json()).status).toBe('pending')
  const closed = await close({ bookings: 'cancel' })
  expect((await (await visit(`/api/bookings/${id}`)).json()).status).toBe('cancelled')
  const opened = await visit(closed.headers.get('Location') ?? '', { method: 'DELETE', headers: as })
  expect(opened.status).toBe(204)
})

test('lists each email address that booked at the vineyard as one customer, with totals', async () => {
  const { as, book } = await booked()
  await book()
  const { items } = await (await visit('/api/customers?search=LOVELACE', { headers: as })).json()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ email: 'ada@example.com', bookings: 2, guests: 4, spent: 0, expected: 74 })
  expect(await (await visit(`/api/customers/${items[0].id}`, { headers: as })).json()).toEqual(items[0])
})
