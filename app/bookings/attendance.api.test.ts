import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeWinemaker } from '../../test/make.ts'
import { teamsOf } from '../../test/team.ts'
import { moveBooking } from './booking.server.ts'

const morning = new Date('2026-06-06T09:00:00Z')
const app = await startApp({ now: morning.toISOString() })
const { sql, visit } = app
const { send, refusal } = teamsOf(app)

/** Signs in a winemaker with the role gate, and books four guests for 2:30 PM on `day`. */
async function makeParty(day = '2026-06-06') {
  const { experience, on } = await makeDailyExperience(sql)
  const { vineyard_id } = experience
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const id = await book(sql, experience, on(day), 4, morning)
  const [row] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`
  const { reference } = row
  const mark = (
    attendance: string | null,
    at: string,
    { key = randomUUID(), ...more }: { key?: string; seen_at?: string; arrived_guests?: number } = {},
  ) =>
    visit('/api/today/marks', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${gate.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ reference, attendance, marked_at: `2026-06-06T${at}:00.000Z`, ...more }),
    })
  const shown = async () => (await (await send(gate, 'GET', 'today')).json()).parties[0]
  const countMarks = async () => {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int from booking_events where booking_id = ${id} and kind = 'marked'`
    return count
  }
  return { id, reference, gate, mark, shown, countMarks, on }
}

const at = (time: string) => `2026-06-06T${time}:00.000Z`

test('records an arrival, the arrival of part of a party and an undo, and changes no prices', async () => {
  const { id, mark, shown } = await makeParty()
  const [before] = await sql`select total_price, number_of_guests from bookings where id = ${id}`
  expect((await mark('arrived', '08:00')).status).toBe(200)
  await mark('arrived', '08:01', { seen_at: at('08:00'), arrived_guests: 3 })
  expect(await shown()).toMatchObject({ attendance: 'arrived', arrived_guests: 3, marked_at: at('08:01') })
  await mark('arrived', '08:02', { seen_at: at('08:01'), arrived_guests: 4 })
  expect(await shown()).toMatchObject({ attendance: 'arrived', arrived_guests: null })
  await mark(null, '08:03', { seen_at: at('08:02') })
  expect(await shown()).toMatchObject({ attendance: null, arrived_guests: null, overruled: null })
  expect(await sql`select total_price, number_of_guests from bookings where id = ${id}`).toEqual([before])
  expect(await refusal(mark('arrived', '08:04', { arrived_guests: 5 }))).toEqual([
    422,
    'That is more guests than the party has.',
  ])
})

test('records a mark only once, even if the mark is sent again after a later mark', async () => {
  const { mark, shown, countMarks } = await makeParty()
  const key = randomUUID()
  await mark('arrived', '08:00', { key })
  await mark(null, '08:05', { seen_at: at('08:00') })
  expect((await mark('arrived', '08:00', { key })).status).toBe(200)
  expect(await shown()).toMatchObject({ attendance: null, overruled: null })
  expect(await countMarks()).toBe(2)
  const twice = randomUUID()
  await Promise.all([1, 2, 3].map(() => mark('arrived', '08:10', { key: twice, seen_at: at('08:05') })))
  expect(await countMarks()).toBe(3)
})

test('if two devices mark a party, the mark that was made later counts, even if it is sent first', async () => {
  app.now = new Date('2026-06-06T14:00:00Z')
  const first = await makeParty()
  await first.mark('no_show', '13:50')
  expect(await refusal(first.mark('arrived', '13:40'))).toEqual([
    409,
    'Another device marked this party later, and the later mark counts.',
  ])
  expect(await first.shown()).toMatchObject({
    attendance: 'no_show',
    marked_at: at('13:50'),
    overruled: { attendance: 'arrived', marked_at: at('13:40') },
  })

  const second = await makeParty()
  await second.mark('arrived', '13:40')
  expect((await second.mark('no_show', '13:50')).status).toBe(200)
  expect(await second.shown()).toMatchObject({
    attendance: 'no_show',
    overruled: { attendance: 'arrived', marked_at: at('13:40') },
  })
  // A later mark by somebody who sees the list settles which mark counts.
  for (const { mark, shown } of [first, second]) {
    await mark('arrived', '13:55', { seen_at: at('13:50') })
    expect(await shown()).toMatchObject({ attendance: 'arrived', overruled: null })
  }
  app.now = morning
})

test('if two marks have the same time, the mark that the server receives last counts', async () => {
  app.now = new Date('2026-06-06T14:00:00Z')
  const { mark, shown } = await makeParty()
  await mark('arrived', '13:50')
  expect((await mark('no_show', '13:50')).status).toBe(200)
  expect(await shown()).toMatchObject({ attendance: 'no_show', overruled: { attendance: 'arrived' } })
  app.now = morning
})

test('a mark from a device whose clock is fast is stored at most five minutes in the future', async () => {
  app.now = morning
  const { mark, shown } = await makeParty()
  await mark('arrived', '10:00')
  expect(await shown()).toMatchObject({ marked_at: at('09:05') })
})

test('the same idempotency key may mark two different parties', async () => {
  app.now = morning
  const [one, other] = [await makeParty(), await makeParty()]
  const key = randomUUID()
  for (const { mark, shown } of [one, other]) {
    await mark('arrived', '08:00', { key })
    expect(await shown()).toMatchObject({ attendance: 'arrived' })
  }
})

test('the same mark from two devices is accepted, and neither mark counts as overruled', async () => {
  app.now = morning
  const { mark, shown } = await makeParty()
  await mark('arrived', '08:10')
  expect((await mark('arrived', '08:00')).status).toBe(200)
  expect(await shown()).toMatchObject({ attendance: 'arrived', overruled: null })
})

test('accepts an arrival only from 00:00 on the day of the visit, and a no-show only from the start of the visit', async () => {
  app.now = morning
  const tomorrow = await makeParty('2026-06-07')
  expect(await refusal(tomorrow.mark('arrived', '22:59'))).toEqual([
    409,
    'From Sunday 7 June 2026 on, you can mark guests as arrived.',
  ])
  const { mark, reference, gate } = await makeParty()
  // A device that was offline made this mark a minute before midnight in London, which is 23:00 UTC.
  const marked_at = '2026-06-05T22:59:00.000Z'
  const old = { reference, attendance: 'arrived', marked_at }
  expect((await send(gate, 'POST', 'today/marks', old)).status).toBe(409)
  expect(await refusal(mark('no_show', '08:00'))).toEqual([
    409,
    'You can mark a no-show once the visit has started: Saturday 6 June 2026 at 2:30 PM.',
  ])
  app.now = new Date('2026-06-06T14:00:00Z')
  expect((await mark('no_show', '13:00')).status).toBe(409)
  expect((await mark('no_show', '13:30')).status).toBe(200)
  app.now = morning
})

test('says to which day a party was moved while the device had no connection', async () => {
  app.now = morning
  const { id, mark, on } = await makeParty()
  const to = { slot: on('2026-06-09') }
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  expect((await moveBooking(sql, id, to, { by }, morning)).ok).toBe(true)
  const moved = [409, 'This booking was moved to Tuesday 9 June 2026 at 2:30 PM.']
  expect(await refusal(mark('arrived', '08:00'))).toEqual(moved)
  expect(await refusal(mark('no_show', '08:00'))).toEqual(moved)
})

test('a cancelled booking and a booking of another vineyard cannot be marked', async () => {
  app.now = morning
  const { id, mark } = await makeParty()
  await sql`update bookings set status = 'cancelled' where id = ${id}`
  expect(await refusal(mark('arrived', '08:00'))).toEqual([
    409,
    'This booking is cancelled, so nobody is expected.',
  ])
  const other = await makeParty()
  const marked_at = at('08:00')
  const { reference } = other
  const body = { reference, attendance: 'arrived', marked_at }
  const stranger = await makeWinemaker(sql)
  expect((await send(stranger, 'POST', 'today/marks', body)).status).toBe(404)
})

test('a scanned code returns the day of its booking, but no details of other vineyards’ bookings', async () => {
  const { id, gate, reference } = await makeParty('2026-06-09')
  const ask = async (who: typeof gate, code: string) => (await send(who, 'GET', `today/codes/${code}`)).json()
  for (const code of [reference, reference.toLowerCase()])
    expect(await ask(gate, code), code).toEqual({ kind: 'other_day', booking_date: '2026-06-09' })
  expect(await ask(await makeWinemaker(sql), reference)).toEqual({
    kind: 'other_vineyard',
    booking_date: null,
  })
  for (const code of ['CV-2222-22', '%00', 'x'.repeat(99)])
    expect(await ask(gate, code), code).toEqual({ kind: 'unknown', booking_date: null })
  await sql`update bookings set status = 'cancelled' where id = ${id}`
  expect(await ask(gate, reference)).toEqual({ kind: 'cancelled', booking_date: '2026-06-09' })
})
