import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeBookable } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'
import { race } from '../../../../test/race.ts'
import { listBookings, moveBooking } from '../../../bookings/booking.server.ts'
import { findInconsistencies } from '../../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const notFound = 'Booking not found or you do not have access to view this booking.'

async function booked(changes: Parameters<typeof makeBookable>[1] = {}) {
  const bookable = await makeBookable(sql, changes)
  const response = await submit(bookable.path, bookable.answers())
  const path = response.headers.get('Location') ?? ''
  return { ...bookable, path, id: path.split('/').at(-1) ?? '' }
}

const pageAt = async (path: string) => (await visit(path)).text()
const cancel = (path: string) => submit(path, { intent: 'cancel' })

async function traces(id: string) {
  const [row] = await sql`
    select b.status, i.booked,
      (select count(*) from booking_events e where e.booking_id = b.id) as events,
      (select array_agg(m.email_type order by m.created_at, m.email_type desc) from emails m where m.booking_id = b.id) as mails
    from bookings b left join slots i on i.id = b.slot_id
    where b.id = ${id}`
  return row
}

test('both URLs of a booking show the same page', async () => {
  const { id } = await booked()
  for (const route of ['booking', 'booking-confirmation']) {
    const page = await pageAt(`/${route}/${id}`)
    expect(page).toContain('Saturday 6 June 2026')
    expect(page).toContain('Cellar tour')
    expect(page).toMatch(/CV-[2-9A-Z]{4}-[2-9A-Z]{2}/)
  }
})

test('the ticket shows the facts of the visit until the booking is cancelled', async () => {
  const { path, id, experience } = await booked()
  const { vineyard_id } = experience
  await sql`update experiences set dogs = 'on_lead' where id = ${experience.id}`
  await sql`
    insert into vineyard_facts (vineyard_id, fact, choice, detail, stated_on)
    values (${vineyard_id}, 'step_free_route', 'ramp', 'Ring the bell', '2026-05-03')`
  for (const page of [`/booking/${id}`, `/booking-confirmation/${id}`])
    expect(await textOf(await visit(page))).toMatch(
      /Good to know before you come<.*Step-free with a ramp.*Ring the bell.*Dogs on a lead.*Stated by the vineyard in May 2026/s,
    )
  await cancel(path)
  expect(await pageAt(path)).not.toContain('Good to know before you come')
})

test('a missing booking and a malformed id get the same response', async () => {
  for (const id of [randomUUID(), 'nonsense', '1', "x' or 1=1"]) {
    const response = await visit(`/booking/${encodeURIComponent(id)}`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain(notFound)
    expect((await cancel(`/booking/${encodeURIComponent(id)}`)).status).toBe(404)
  }
})

// Negative control: without `seen`, this cancels the visit on a day that the guest has not seen.
test('does not cancel a booking that was moved after the page asked for confirmation', async () => {
  const { path, id, pattern } = await booked()
  const question = await pageAt(`${path}?cancel=yes`)
  const seen = /name="seen" value="([^"]+)"/.exec(question)?.[1] ?? ''
  const slot = { pattern_id: pattern.id, slot_date: '2026-06-07' }
  expect((await moveBooking(sql, id, { slot }, { by: { actor: 'guest', actor_id: null } }, app.now)).ok).toBe(
    true,
  )
  const refused = await submit(path, { intent: 'cancel', seen })
  expect(refused.status).toBe(409)
  expect(await textOf(refused)).toContain(
    'was changed in the meantime, so it was not cancelled. The booking is now for Sunday 7 June, 2:30 PM, 2 guests.',
  )
  expect((await traces(id))?.status).toBe('pending')
})

test('cancelling takes two steps, and the page says that nobody can undo the cancellation', async () => {
  const { path } = await booked()
  const first = await pageAt(path)
  expect(first).toContain('It cannot be undone.')
  expect(first).toContain(`href="${path}?cancel=yes#cancel"`)
  const second = await pageAt(`${path}?cancel=yes`)
  expect(second).toContain('Yes, Cancel Booking')
  expect(second).toContain('Keep Booking')
  expect(second).toContain('This cannot be undone.')
})

test('a cancelled booking says what the vineyard refunds', async () => {
  const { path, id } = await booked()
  const entry = {
    entry: 'payment',
    kind: 'card',
    amount: 30,
    beyond_due: true,
    idempotency_key: randomUUID(),
  }
  await sql`select record_payment(${id}, null, ${sql.json(entry)}, 'admin', ${id}, ${new Date()})`
  await cancel(path)
  expect(await pageAt(path)).toMatch(/are free for others\. Vineyard \w+ will refund £30\.00\./)
})

test('cancels only if the form has the cancel intent', async () => {
  const { path, id } = await booked()
  expect((await submit(path, { intent: 'keep' })).status).toBe(400)
  expect((await submit(path, {})).status).toBe(400)
  expect((await visit(path, { method: 'PUT', body: 'intent=cancel' })).status).toBe(405)
  expect((await visit(path, { method: 'POST', body: '{"intent":"cancel"}' })).status).toBe(400)
  expect((await traces(id))?.status).toBe('pending')
})

test('cancelling releases the places, queues an email and removes the button', async () => {
  const { path, id } = await booked()
  const response = await cancel(path)
  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toBe(path)
  expect(await traces(id)).toEqual({
    status: 'cancelled',
    booked: 0,
    events: 2,
    mails: ['received', 'cancelled'],
  })

  const page = await pageAt(path)
  expect(page).toContain('This booking is cancelled')
  expect(page).toContain('There is nothing to pay.')
  expect(page).toContain('Remove the visit from your calendar')
  expect(page).toMatch(/href="\/booking\/[0-9a-f-]{36}\/calendar\.ics"/)
  expect(page).not.toContain('Cancel Booking')
  expect(page).not.toContain('arrive 15 minutes early')
})

test('a cancelled visit can be booked again or on other dates while the experience is offered', async () => {
  const { path, experience } = await booked()
  expect(await pageAt(path)).not.toContain('Book again')
  await cancel(path)
  const form = `/book-now/${experience.vineyard_id}?experience=${experience.id}&amp;guests=2`
  const linksOf = (page: string) =>
    [...page.matchAll(/<a [^>]*href="(\/book-now[^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, to, label]) => [
      label,
      to,
    ])
  expect(linksOf(await pageAt(path))).toEqual([
    ['Book again', `${form}&amp;date=2026-06-06&amp;time=14%3A30`],
    ['Other dates', `${form}#day-heading`],
  ])
  const before = app.now
  app.now = new Date('2026-06-07T09:00:00Z')
  expect(linksOf(await pageAt(path))).toEqual([['Book again', `${form}#day-heading`]])
  app.now = before
  await sql`update experiences set is_active = false where id = ${experience.id}`
  expect(linksOf(await pageAt(path))).toEqual([])
})

test('twenty concurrent cancellations release the places once and write one email', async () => {
  const { path, id } = await booked()
  const twenty = Array.from({ length: 20 }, () => () => cancel(path))
  const responses = await race(
    sql,
    (holder) => holder`select from bookings where id = ${id} for update`,
    twenty,
  )
  expect(responses.filter(({ status }) => status === 302)).toHaveLength(20)
  expect(await traces(id)).toEqual({
    status: 'cancelled',
    booked: 0,
    events: 2,
    mails: ['received', 'cancelled'],
  })
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('a completed booking cannot be cancelled', async () => {
  const { path, id } = await booked()
  await sql`update bookings set status = 'completed' where id = ${id}`
  expect(await pageAt(path)).not.toContain('Cancel Booking')
  const response = await cancel(path)
  expect(response.status).toBe(409)
  expect(await response.text()).toContain('This booking is already cancelled or completed.')
  expect((await traces(id))?.booked).toBe(2)
})

test('after the cut-off, the page says why the guest cannot cancel and whom to call', async () => {
  const { path, id, experience } = await booked({ experience: { cancellation_cutoff_minutes: 1440 } })
  await sql`update vineyards set phone = '01632 960777' where id = ${experience.vineyard_id}`
  app.now = new Date('2026-06-05T13:29:59Z')
  expect(await pageAt(path)).toContain('Cancel Booking')
  app.now = new Date('2026-06-05T13:30:00Z')
  const page = await pageAt(path)
  expect(page).toContain('It is too late to change or cancel online.')
  expect(page).toContain('01632 960777')
  expect((await cancel(path)).status).toBe(409)
  expect((await traces(id))?.status).toBe('pending')
  app.now = new Date('2026-06-01T09:00:00Z')
})

test('a booking of a hidden vineyard stays readable and can be cancelled by its link', async () => {
  const { path, experience } = await booked()
  await sql`update vineyards set is_visible = false where id = ${experience.vineyard_id}`
  expect((await visit(path)).status).toBe(200)
  expect((await cancel(path)).status).toBe(302)
})

test('an imported booking without a start time shows the fallback time', async () => {
  const { id, path } = await booked()
  await sql`update bookings set start_time = null, end_time = null, starts_at = null, ends_at = null where id = ${id}`
  expect(await pageAt(path)).toContain('12:00 PM')
})

test('without a database, the page answers 503, and a failed cancellation changes nothing', async () => {
  const { path, id } = await booked()
  expect((await app.visitWithoutDatabase(path)).status).toBe(503)
  await sql.unsafe(
    'alter function give_back_places(uuid, integer, boolean, boolean) rename to give_places_away',
  )
  const response = await cancel(path)
  await sql.unsafe(
    'alter function give_places_away(uuid, integer, boolean, boolean) rename to give_back_places',
  )
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('Failed to cancel booking. Please try again or contact support.')
  expect(await traces(id)).toMatchObject({ status: 'pending', booked: 2, events: 1 })
  expect(app.expectErrors().length).toBeGreaterThan(0)
})

test('the page is not cached, sends no referrer and is not indexed', async () => {
  const { path } = await booked()
  const response = await visit(path)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(await response.text()).toContain('noindex')
})

test('My bookings lists the bookings whose ids the browser sends, and no others', async () => {
  const { id } = await booked()
  const ask = (...ids: string[]) =>
    visit('/my-bookings.data', {
      method: 'POST',
      body: new URLSearchParams(ids.map((one) => ['id', one])),
    }).then((response) => response.text())
  expect(await ask(id, randomUUID(), 'nonsense')).toContain('Cellar tour')
  expect(await ask()).not.toContain('Cellar tour')
})

test('My bookings offers each booking’s possible actions', async () => {
  const { id, experience } = await booked({ experience: { cancellation_cutoff_minutes: 60 } })
  const line = async () => (await listBookings(sql, [id], app.now))[0]
  const again = { vineyard_id: experience.vineyard_id, experience_id: experience.id }
  expect(await line()).toMatchObject({ may_change: true, is_over: false, again })
  app.now = new Date('2026-06-06T12:30:00Z')
  expect(await line()).toMatchObject({ may_change: false, is_over: false })
  app.now = new Date('2026-06-06T15:00:00Z')
  await sql`update experiences set is_active = false where id = ${experience.id}`
  expect(await line()).toMatchObject({ may_change: false, is_over: true, again: null })
  app.now = new Date('2026-06-01T09:00:00Z')
})
