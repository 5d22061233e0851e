import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeBookable } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'
import { race } from '../../../../test/race.ts'
import { findInconsistencies } from '../../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app

afterEach(async () => {
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

/** Submits a form that does not book, and returns the status and the page of the response. */
async function answer(path: string, answers: Record<string, string>) {
  const response = await submit(path, answers)
  return { status: response.status, page: await textOf(response) }
}

// ASVS 15.3.7
test('the first of repeated parameters counts', async () => {
  const { path } = await makeBookable(sql)
  const page = await (await visit(`${path}&guests=3&guests=5`)).text()
  expect(page).toMatch(/<input[^>]*name="guests"[^>]*value="3"/)
})

test('booking a slot leads to the confirmation', async () => {
  const { path, answers, experience, pattern } = await makeBookable(sql, {
    experience: { price_per_person: 28 },
  })

  const response = await submit(path, answers())
  expect(response.status).toBe(302)

  const confirmation = await visit(response.headers.get('Location') ?? '')
  const page = await textOf(confirmation)
  expect(page).toContain('Thank you, Ada')
  expect(page).toMatch(/Saturday 6 June 2026.*2:30 PM/s)
  expect(page).toContain('Please arrive 15 minutes early.')
  expect(page).toContain('£56.00')

  const [booking] = await sql`select * from bookings where experience_id = ${experience.id}`
  expect(booking).toMatchObject({
    vineyard_id: experience.vineyard_id,
    user_id: null,
    booking_date: '2026-06-06',
    start_time: '14:30:00',
    end_time: '16:00:00',
    booking_time: '2:30 PM',
    number_of_guests: 2,
    num_guests: 2,
    guest_name: 'Ada Lovelace',
    price_per_person: 28,
    total_price: 56,
    currency: 'GBP',
    status: 'pending',
  })
  expect(booking?.starts_at.toISOString()).toBe('2026-06-06T13:30:00.000Z')
  const [slot] =
    await sql`select booked, capacity from slots where version > 0 and pattern_id = ${pattern.id}`
  expect(slot).toEqual({ booked: 2, capacity: 10 })
})

test('stores the “received” email together with the booking, with the specified payload', async () => {
  const { path, answers } = await makeBookable(sql)
  const key = randomUUID()
  await submit(path, { ...answers(), idempotency_key: key })
  const [mail] = await sql`
    select m.email_type, m.to_address, m.payload, m.state, e.kind, e.actor, e.changes
    from emails m join booking_events e on e.id = m.event_id join bookings b on b.id = m.booking_id
    where b.idempotency_key = ${key}`
  expect(mail).toMatchObject({
    email_type: 'received',
    to_address: 'ada@example.com',
    state: 'waiting',
    kind: 'created',
    actor: 'guest',
    changes: { status: [null, 'pending'] },
    payload: {
      guestName: 'Ada Lovelace',
      guestEmail: 'ada@example.com',
      experienceTitle: 'Cellar tour',
      bookingDate: 'Saturday, June 6, 2026',
      bookingTime: '2:30 PM',
      numGuests: 2,
      totalPrice: 37,
      vineyardCity: 'Alfriston',
      vineyardRegion: 'East Sussex',
      emailType: 'received',
    },
  })
})

test('the system confirms a booking of an experience with instant confirmation, and emails the guest', async () => {
  const { path, answers } = await makeBookable(sql, { experience: { is_instant: true } })
  expect(await textOf(await visit(path))).toContain('Instant confirmation.')
  const key = randomUUID()
  await submit(path, { ...answers(), idempotency_key: key })
  const [booking] = await sql`select id, status from bookings where idempotency_key = ${key}`
  expect(booking?.status).toBe('confirmed')
  const events =
    await sql`select kind, actor from booking_events where booking_id = ${booking?.id} order by id`
  expect([...events]).toEqual([
    { kind: 'created', actor: 'guest' },
    { kind: 'status', actor: 'system' },
  ])
  const mails = await sql`select email_type from emails where booking_id = ${booking?.id}`
  expect([...mails]).toEqual([{ email_type: 'confirmed' }])
})

test('two concurrent bookings for the last two places make one booking', async () => {
  const { path, answers, pattern } = await makeBookable(sql, { pattern: { capacity: 4 } })
  await submit(path, answers())

  const visitor = () => app.submitElsewhere(path, answers())
  const responses = await race(sql, (holder) => holder`select from slots where version > 0 for update`, [
    visitor,
    visitor,
  ])

  expect(responses.map(({ status }) => status).sort()).toEqual([302, 409])
  const [slot] = await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`
  expect(slot?.booked).toBe(4)
})

test('two concurrent first bookings never oversell a slot', async () => {
  const { path, answers, pattern } = await makeBookable(sql, { pattern: { capacity: 3 } })
  const visitor = () => app.submitElsewhere(path, answers())
  const responses = await race(sql, (holder) => holder`select from slots for update`, [visitor, visitor])
  expect(responses.map(({ status }) => status).sort()).toEqual([302, 409])
  const [slot] = await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`
  expect(slot?.booked).toBe(2)
})

test('submitting a form twice books once', async () => {
  const { path, answers, pattern } = await makeBookable(sql)
  const same = answers()
  const [first, second] = [await submit(path, same), await submit(path, same)]
  expect(first.headers.get('Location')).toBe(second.headers.get('Location'))
  const [slot] = await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`
  expect(slot?.booked).toBe(2)
})

test('submitting a form twice concurrently books once', async () => {
  const { path, answers, pattern } = await makeBookable(sql)
  const same = answers()
  const press = () => app.submitElsewhere(path, same)
  const five = Array.from({ length: 5 }, () => press)
  const responses = await race(sql, (holder) => holder`select from slots for update`, five)
  expect(new Set(responses.map((response) => response.headers.get('Location'))).size).toBe(1)
  expect(responses.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302])
  const [slot] = await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`
  expect(slot?.booked).toBe(2)
})

test('refuses a form that is sent again with another day, links to the first booking and offers another booking', async () => {
  const { path, answers, pattern } = await makeBookable(sql)
  const first = answers()
  const location = (await submit(path, first)).headers.get('Location') ?? ''
  const { status, page } = await answer(path, {
    ...first,
    date: '2026-06-07',
    slot: `${pattern.id}-2026-06-07`,
  })
  expect(status).toBe(422)
  expect(page).toContain(`href="${location}"`)
  expect(page).toContain('Book another')
  expect(page).not.toContain(`value="${first.idempotency_key}"`)
  const [{ reference }] = await sql<[{ reference: string }]>`
    select reference from bookings where idempotency_key = ${first.idempotency_key}`
  expect(page).toContain(`booking ${reference} for Saturday 6 June 2026 at 2:30 PM`)
  const fresh = /name="idempotency_key"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? ''
  const again = { ...first, date: '2026-06-07', slot: `${pattern.id}-2026-06-07`, idempotency_key: fresh }
  expect((await submit(path, again)).status).toBe(302)
})

test('if somebody else reuses a form key, the page reveals nothing about the first booking and offers a new key', async () => {
  const { path, answers } = await makeBookable(sql)
  const first = answers()
  const location = (await submit(path, first)).headers.get('Location') ?? ''
  const [{ reference }] = await sql<[{ reference: string }]>`
    select reference from bookings where idempotency_key = ${first.idempotency_key}`
  const stranger = { ...first, guest_email: 'eve@example.com', guest_name: 'Eve' }
  const { status, page } = await answer(path, stranger)
  expect(status).toBe(422)
  for (const secret of [location, location.split('/').at(-1) ?? '', reference, 'ada@example.com'])
    expect(page).not.toContain(secret)
  expect(page).toContain('Book another')
  expect(page).not.toContain(`value="${first.idempotency_key}"`)
  const fresh = /name="idempotency_key"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect((await submit(path, { ...stranger, idempotency_key: fresh })).status).toBe(302)
})

test('without JavaScript a button shows the times and keeps the input', async () => {
  const { path, answers } = await makeBookable(sql)
  const { status, page } = await answer(path, {
    ...answers(),
    slot: '',
    go_to: '2026-06-20',
    intent: 'times',
  })
  expect(status).toBe(200)
  expect(page).toContain('What time on Saturday 20 June?')
  expect(page).toContain('value="Ada Lovelace"')
})

test('without JavaScript buttons change the month and keep the input', async () => {
  const { path, answers } = await makeBookable(sql)
  const { status, page } = await answer(path, { ...answers(), intent: 'month:2026-07' })
  expect(status).toBe(200)
  expect(page).toContain('July 2026')
  expect(page).toContain('value="Ada Lovelace"')
})

test('the form opens on the next day with places for the party', async () => {
  const { path } = await makeBookable(sql, { pattern: { valid_from: '2026-08-08' } })
  const page = await textOf(await visit(path))
  expect(page).toContain('What time on Saturday 8 August?')
  const empty = await textOf(await visit(`${path}&month=2026-07`))
  expect(empty).toContain('No sessions in July 2026.')
  expect(empty).toContain('value="day:2026-08-08"')
  expect(empty).toContain('Sat 8 Aug')
})

test('if the day in the URL cannot be booked, the form says so, shows the next day and chooses no time', async () => {
  const { path } = await makeBookable(sql)
  const chosenTime = /<input(?=[^>]* name="slot")[^>]* checked=""/
  for (const date of ['2020-01-01', '2199-01-01']) {
    const page = await textOf(await visit(`${path}&date=${date}&time=14:30`))
    expect(page).toContain('That day cannot be booked.')
    expect(page).toContain('What time on Monday 1 June?')
    expect(page).not.toMatch(chosenTime)
  }
  const open = await textOf(await visit(`${path}&date=2026-06-06&time=14:30`))
  expect(open).not.toContain('That day cannot be booked.')
  expect(open).toMatch(chosenTime)
})

test('the form opens even if a choice in the URL is invalid', async () => {
  const { path } = await makeBookable(sql)
  for (const choice of [
    '&date=2026-02-30',
    '&date=1999-01-01',
    '&month=nonsense',
    '&guests=1e9',
    '&guests=-3&date=%00',
  ])
    expect((await visit(path + choice)).status, choice).toBe(200)
})

test('the form says that the times cannot be read', async () => {
  const { path } = await makeBookable(sql)
  await sql.unsafe('alter function slots_of(uuid, date, date, timestamptz) rename to slots_away')
  const response = await visit(`${path}&date=2026-06-06`)
  await sql.unsafe('alter function slots_away(uuid, date, date, timestamptz) rename to slots_of')
  expect(response.status).toBe(200)
  expect(await textOf(response)).toContain('Times could not be loaded')
  expect(app.expectErrors().length).toBeGreaterThan(0)
})

// ASVS 3.4.5
test('only the browser may cache a booking form, and the form sends no referrer', async () => {
  const { path } = await makeBookable(sql)
  const { headers } = await visit(path)
  expect(headers.get('Cache-Control')).toBe('private, no-cache')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
})

test('the facts about a visit are shown before booking, and on the confirmation until the booking is cancelled', async () => {
  const { path, answers } = await makeBookable(sql, {
    experience: { parking: 'Free, behind the press house', step_free: 'partly', children: 'with_adult' },
  })
  const facts = ['Free, behind the press house', 'Step-free in parts', 'Children with an adult']
  const form = await textOf(await visit(path))
  for (const fact of facts) expect(form).toContain(fact)
  expect(form).not.toContain('Dogs')

  const ticket = (await submit(path, answers())).headers.get('Location') ?? ''
  const confirmation = await textOf(await visit(ticket))
  for (const fact of facts) expect(confirmation).toContain(fact)
  await submit(ticket, { intent: 'cancel' })
  expect(await textOf(await visit(ticket))).not.toContain('Step-free')
})
