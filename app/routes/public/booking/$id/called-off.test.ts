import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { startApp } from '../../../../../test/app.ts'
import { makeBookable, makeWinemaker, signedIn, storeSlots } from '../../../../../test/make.ts'
import { textOf } from '../../../../../test/page.ts'
import { findInconsistencies } from '../../../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const saturday = '2026-06-06'

afterEach(async () => {
  expect(await findInconsistencies(sql, app.now)).toEqual([])
  app.now = new Date('2026-06-01T09:00:00Z')
})

/** Creates a booking for two on Saturday at 14:30, with a cut-off of two days, and calls off its session. */
async function calledOff(changes: Parameters<typeof makeBookable>[1] = {}) {
  const made = await makeBookable(sql, {
    experience: { cancellation_cutoff_minutes: 2880, booking_cutoff_minutes: 2880 },
    ...changes,
  })
  const id = (await submit(made.path, made.answers())).headers.get('Location')?.split('/').at(-1) ?? ''
  const { vineyard_id } = made.experience
  const staff = await makeWinemaker(sql, { vineyard_id })
  const response = await visit('/api/call_offs', {
    method: 'POST',
    headers: { ...signedIn(staff), 'Content-Type': 'application/json' },
    body: JSON.stringify({
      vineyard_id,
      day: saturday,
      reason: 'weather',
      message: 'The lane is <flooded>.',
    }),
  })
  expect(await response.json()).toMatchObject({ bookings: 1, guests: 2, without_email: 0 })
  app.now = new Date('2026-06-05T15:00:00Z')
  const page = `/booking/${id}/called-off`
  const choose = (intent: string, date = '2026-06-07') =>
    submit(page, { intent, slot: `${made.pattern.id}-${date}@14:30:00` })
  return { ...made, id, page, choose }
}

/** Sends a form from one IP address until the form is refused, at most 70 times. Returns the last answer. */
async function untilRefused(page: string, left = 70): Promise<Response> {
  const body = new URLSearchParams({ intent: 'none' })
  const answered = await visit(page, { method: 'POST', headers: { 'X-Forwarded-For': '192.0.2.7' }, body })
  return answered.status === 429 || left === 0 ? answered : untilRefused(page, left - 1)
}

test('limits how often one IP address can choose another time', async () => {
  const { page } = await calledOff()
  const refused = await untilRefused(page)
  expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true])
  expect(await textOf(refused)).toContain('Too many requests in a short time.')
})

const statusOf = async (id: string) =>
  (await sql`select status, booking_date, called_off_at is not null as off from bookings where id = ${id}`)[0]

test('says what is refunded if the guest chooses no other time, or that there is nothing to pay', async () => {
  const { id, page, choose } = await calledOff()
  expect(await textOf(await visit(page))).toContain('There is nothing to pay.')
  const payment = {
    entry: 'payment',
    kind: 'card',
    amount: 30,
    idempotency_key: randomUUID(),
    beyond_due: true,
  }
  await sql`select record_payment(${id}, null, ${sql.json(payment)}, 'admin', ${id}, ${app.now})`
  const paid = await textOf(await visit(page))
  expect(paid).toMatch(/After that we cancel the booking for you\. Vineyard \w+ will refund £30\.00\./)
  expect(paid).not.toContain('There is nothing to pay.')
  await choose('hold')
  expect(await textOf(await visit(page))).toContain('£37.00. Paid £30.00, £7.00 to pay at the vineyard.')
})

test('without JavaScript, a guest holds another time and moves the booking to this time', async () => {
  const { id, page, choose } = await calledOff()
  const first = await textOf(await visit(page))
  expect(first).toContain(
    'had to call off the session on Saturday 6 June 2026, 2:30 PM because of the weather.',
  )
  expect(first).toContain('The lane is &lt;flooded&gt;.')
  expect(first).toContain('<h3>Sunday 7 June</h3>')
  expect(first).not.toContain('<h3>Saturday 6 June<')
  expect(first).not.toContain('We’re holding')

  const held = await choose('hold')
  expect([held.status, held.headers.get('Location')]).toEqual([302, page])
  const second = await textOf(await visit(page))
  expect(second).toContain('We’re holding 2 places for you until <strong>4:10 PM</strong>')
  expect(second).toContain('Move my booking to this time')
  expect(second).toContain('Held for you')

  const moved = await choose('move')
  expect([moved.status, moved.headers.get('Location')]).toEqual([302, `/booking/${id}?changed=yes`])
  expect(await statusOf(id)).toMatchObject({ booking_date: '2026-06-07', off: false })
  expect(await textOf(await visit(`/booking/${id}?changed=yes`))).toContain('Your booking has been changed.')
})

test('the booking’s page and calendar file say that the session is called off, and the change page redirects', async () => {
  const { id, page } = await calledOff()
  const booking = await textOf(await visit(`/booking/${id}`))
  expect(booking).toContain('This session is called off')
  expect(booking).toContain('Called off')
  expect(booking).toContain(`href="${page}"`)
  expect(booking).not.toContain('Please arrive 15 minutes early')
  expect(booking).not.toContain('Show this code when you arrive')
  const file = await (await visit(`/booking/${id}/calendar.ics`)).text()
  expect(file).toContain('STATUS:CANCELLED')
  expect(file).toContain('Called off:')
  const change = await visit(`/booking/${id}/change`)
  expect([change.status, change.headers.get('Location')]).toEqual([302, page])
})

test('refuses a time that others have booked, and says so if no other time has enough places', async () => {
  const { id, page, choose, pattern } = await calledOff()
  await sql`update availability_patterns set capacity = 1 where id = ${pattern.id}`
  await storeSlots(sql)
  const refused = await choose('hold')
  expect(refused.status).toBe(409)
  const text = await textOf(refused)
  expect(text).toContain('Others took these places a moment ago.')
  expect(text).toContain('There are no later times with enough places.')
  expect(await textOf(await visit(`${page}?from=2026-06-05`))).toContain(
    'At the moment no other time has enough places.',
  )
  expect((await choose('move')).status).toBe(409)
  expect((await choose('hold', saturday)).status).toBe(409)
  expect((await submit(page, { intent: 'hold' })).status).toBe(422)
  expect(await statusOf(id)).toMatchObject({ status: 'pending', off: true })
  await sql`update availability_patterns set capacity = 10 where id = ${pattern.id}`
  await storeSlots(sql)
})

test('links to earlier times only if there are some', async () => {
  const { page } = await calledOff()
  expect(await textOf(await visit(page))).not.toContain('Earlier times')
  expect(await textOf(await visit(`${page}?from=2026-06-20`))).toContain('Earlier times')
})

test('the link Cancel Booking leads to a question on the booking’s page, where a guest can cancel even after the cut-off', async () => {
  const { id, page } = await calledOff()
  const question = `/booking/${id}?cancel=yes#cancel`
  expect(await textOf(await visit(page))).toMatch(
    new RegExp(`<a [^>]*href="${question.replace('?', '\\?')}"[^>]*>Cancel Booking</a>`),
  )
  const outdated = await submit(page, { intent: 'cancel' })
  expect([outdated.status, outdated.headers.get('Location')]).toEqual([302, question])
  expect(await statusOf(id)).toMatchObject({ status: 'pending' })
  expect(await textOf(await visit(question))).toContain('Yes, Cancel Booking')
  expect((await submit(`/booking/${id}`, { intent: 'cancel' })).status).toBe(302)
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled' })
  const again = await visit(page)
  expect([again.status, again.headers.get('Location')]).toEqual([302, `/booking/${id}`])
})

test('after the original start no other time can be chosen', async () => {
  const { page, choose } = await calledOff()
  app.now = new Date('2026-06-06T13:30:00Z')
  const text = await textOf(await visit(page))
  expect(text).toContain('The time to choose has passed')
  expect(text).not.toContain('Cancel Booking')
  expect((await choose('hold')).status).toBe(409)
})

test('the page tells guests of a hidden vineyard that the vineyard will call them', async () => {
  const { page, experience } = await calledOff()
  await sql`update vineyards set is_visible = false where id = ${experience.vineyard_id}`
  expect(await textOf(await visit(page))).toContain('They will call you about another time.')
})

test('a guest who moves a booking after its session was opened again reads that the booking was not moved', async () => {
  const { id, choose, experience } = await calledOff()
  await choose('hold')
  const staff = await makeWinemaker(sql, { vineyard_id: experience.vineyard_id })
  const [{ call_off_id }] = await sql<
    [{ call_off_id: string }]
  >`select call_off_id from bookings where id = ${id}`
  const opened = await visit(`/api/call_offs/${call_off_id}/reopen`, {
    method: 'POST',
    headers: { ...signedIn(staff), 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(opened.status).toBe(200)
  const moved = await choose('move')
  expect([moved.status, moved.headers.get('Location')]).toEqual([302, `/booking/${id}?takes_place=yes`])
  expect(await statusOf(id)).toMatchObject({ booking_date: saturday, off: false })
  expect(await textOf(await visit(`/booking/${id}?takes_place=yes`))).toContain(
    'The session takes place after all.</strong> Your booking was not moved.',
  )
  expect(await textOf(await visit(`/booking/${id}`))).not.toContain('was not moved')
  const live = await sql`select from holds h where h.for_booking_id = ${id} and is_live(h, ${app.now})`
  expect(live).toHaveLength(0)
})

test('redirects a booking that is not called off to its own page, and answers 404 for an unknown booking', async () => {
  const made = await makeBookable(sql)
  const id = (await submit(made.path, made.answers())).headers.get('Location')?.split('/').at(-1) ?? ''
  const response = await visit(`/booking/${id}/called-off`)
  expect([response.status, response.headers.get('Location')]).toEqual([302, `/booking/${id}`])
  expect((await visit(`/booking/${crypto.randomUUID()}/called-off`)).status).toBe(404)
  expect((await visit('/booking/nonsense/called-off')).status).toBe(404)
})

test('for 30 seconds, the page says that the session is being called off, and the guest can only cancel', async () => {
  const { id, page, choose } = await calledOff()
  app.now = new Date('2026-06-01T09:00:29Z')
  expect(await textOf(await visit(page))).toContain('is calling this session off')
  expect(await textOf(await visit(`/booking/${id}`))).toContain('This session is being called off')
  for (const intent of ['hold', 'move']) expect((await choose(intent)).status).toBe(409)
  app.now = new Date('2026-06-01T09:00:30Z')
  expect(await textOf(await visit(page))).toContain('had to call off')
  expect((await choose('hold')).status).toBe(302)
  const other = await calledOff()
  app.now = new Date('2026-06-01T09:00:10Z')
  expect((await submit(`/booking/${other.id}`, { intent: 'cancel' })).status).toBe(302)
  expect(await statusOf(other.id)).toMatchObject({ status: 'cancelled' })
})
