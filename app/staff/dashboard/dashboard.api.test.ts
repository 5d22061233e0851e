import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { reviewRows } from '../../../test/reviews.ts'
import { addException } from '../../bookings/sessions/closure.server.ts'

// Wednesday 3 June 2026.
const app = await startApp({ now: '2026-06-03T09:00:00Z' })
const { sql, visit } = app

async function makeStaffed(capacity = 10) {
  const market = await makeDailyExperience(sql, { capacity, experience: { price_per_person: 20 } })
  const { vineyard_id } = market.experience
  const headers = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const read = async () => (await visit('/api/dashboard', { headers })).json()
  const on = (day: string, guests: number) => book(sql, market.experience, market.on(day), guests, app.now)
  return { ...market, vineyard_id, headers, read, on }
}

test('the week runs from Monday to Sunday and ignores cancelled bookings', async () => {
  const { read, on } = await makeStaffed()
  await on('2026-06-03', 2)
  await on('2026-06-07', 3)
  await on('2026-06-08', 4)
  const gone = await on('2026-06-05', 5)
  await sql`update bookings set status = 'cancelled' where id = ${gone}`
  const earlier = await on('2026-06-04', 1)
  await sql`
    update bookings set booking_date = '2026-05-31', starts_at = london_instant('2026-05-31', start_time),
      ends_at = london_instant('2026-05-31', end_time)
    where id = ${earlier}`
  expect(await read()).toMatchObject({
    today: '2026-06-03',
    this_week: { guests: 5, earned: 0, expected: 100 },
    last_week: { guests: 1, earned: 0, expected: 20 },
  })
  const [came, missed] = [await on('2026-06-03', 1), await on('2026-06-03', 4)]
  await sql`update bookings set status = 'completed', attendance = 'arrived' where id = ${came}`
  await sql`update bookings set status = 'completed', attendance = 'no_show' where id = ${missed}`
  expect(await read()).toMatchObject({ this_week: { guests: 6, not_marked: 0, earned: 20, expected: 100 } })
  const unmarked = await on('2026-06-03', 2)
  await sql`update bookings set status = 'completed' where id = ${unmarked}`
  expect(await read()).toMatchObject({
    this_week: { guests: 8, not_marked: 2 },
    last_week: { not_marked: 0 },
  })
})

test('lists the parties of today and tomorrow, and pending bookings by their start', async () => {
  const { read, on } = await makeStaffed()
  const [later, today] = [await on('2026-06-05', 2), await on('2026-06-03', 3)]
  const { parties, waiting, sessions } = await read()
  expect(parties.map(({ id }: { id: string }) => id)).toEqual([today])
  expect(waiting.items.map(({ id }: { id: string }) => id)).toEqual([today, later])
  expect(sessions).toHaveLength(8)
})

test('does not warn of a session that is called off, and warns of the guests who are still expected there', async () => {
  const { read, on, vineyard_id } = await makeStaffed()
  const [off] = [await on('2026-06-20', 3), await on('2026-06-20', 2)]
  const exception = { vineyard_id, starts_on: '2026-06-20', ends_on: '2026-06-20', capacity: null }
  await addException(sql, exception, { by: { actor: 'system' }, bookings: 'keep' }, app.now)
  const calledOff = { called_off_at: app.now, called_off_reason: 'weather' }
  await sql`update bookings set ${sql(calledOff)} where id = ${off}`
  expect((await read()).overfull).toMatchObject([{ slot_date: '2026-06-20', sold: 2, over_by: 2 }])
  await sql`update bookings set ${sql(calledOff)} where vineyard_id = ${vineyard_id}`
  expect((await read()).overfull).toEqual([])
})

test('warns of a closed day with guests', async () => {
  const { read, on, vineyard_id } = await makeStaffed()
  await on('2026-06-20', 3)
  expect((await read()).overfull).toEqual([])
  const exception = { vineyard_id, starts_on: '2026-06-20', ends_on: '2026-06-20', capacity: null }
  await addException(sql, exception, { by: { actor: 'system' }, bookings: 'keep' }, app.now)
  expect((await read()).overfull).toEqual([
    expect.objectContaining({ slot_date: '2026-06-20', capacity: 0, sold: 3, over_by: 3 }),
  ])
})

test('lists guests whose email failed, but only at the vineyard of their booking', async () => {
  const [mine, other] = [await makeStaffed(), await makeStaffed()]
  const booking = await mine.on('2026-06-20', 3)
  await sql`update emails set state = 'dead' where booking_id = ${booking}`
  expect((await mine.read()).failed_emails).toMatchObject({
    items: [{ id: booking, guest_phone: expect.any(String), failed_email: { reason: 'undelivered' } }],
    total: 1,
  })
  expect((await other.read()).failed_emails).toEqual({ items: [], total: 0 })
})

test("lists the vineyard's calendars that could not be read or were only partly read", async () => {
  const [mine, other] = [await makeStaffed(), await makeStaffed()]
  const read_report = { entries: 2, unread: 1, unknown_zones: 0, named_entries: [] }
  const add = (vineyard_id: string, host: string, more: object) => sql`
    insert into calendar_sources ${sql({ vineyard_id, url: `https://${host}/secret.ics`, added_at: app.now, next_check_at: app.now, ...more })}`
  await add(mine.vineyard_id, 'good.test', {})
  await add(mine.vineyard_id, 'failing.test', { failures: 2, problem: 'slow' })
  await add(other.vineyard_id, 'partial.test', { succeeded_at: app.now, read_report: sql.json(read_report) })
  const id = expect.any(String)
  expect((await mine.read()).calendars).toEqual([
    { id, host: 'failing.test', problem: 'slow', succeeded_at: null, read_report: null },
  ])
  expect((await other.read()).calendars).toEqual([
    { id, host: 'partial.test', problem: null, succeeded_at: app.now.toISOString(), read_report },
  ])
  const admin = signedIn(await makeAdmin(sql))
  const { waiting } = await (await visit('/api/marketplace', { headers: admin })).json()
  expect(waiting.calendars).toBe(2)
})

test("a winemaker cannot open another vineyard's dashboard, and an admin must name a vineyard", async () => {
  const [mine, other] = [await makeStaffed(), await makeStaffed()]
  const path = `/api/dashboard?vineyard_id=${other.vineyard_id}`
  expect((await visit(path, { headers: mine.headers })).status).toBe(404)
  const headers = signedIn(await makeAdmin(sql))
  expect((await visit(path, { headers })).status).toBe(200)
  expect((await visit('/api/dashboard', { headers })).status).toBe(400)
})

test('counts the recent unanswered reviews and, for admins, the reports and pictures that need a check', async () => {
  const { read, on, vineyard_id } = await makeStaffed()
  const admin = signedIn(await makeAdmin(sql))
  const tasks = async () => (await (await visit('/api/marketplace', { headers: admin })).json()).waiting
  const before = await tasks()
  const { reviews } = await reviewRows(sql, { booking_id: await on('2026-06-03', 2), vineyard_id }, app.now)
  const old = new Date(app.now.getTime() - 61 * 86_400_000)
  await reviewRows(sql, { booking_id: await on('2026-06-04', 2), vineyard_id }, old)
  await sql`insert into review_reports (review_id, rule, reported_at) values (${reviews}, 1, ${app.now})`
  expect((await read()).unanswered_reviews).toBe(1)
  expect(await tasks()).toMatchObject({
    review_pictures: before.review_pictures + 2,
    reported_reviews: before.reported_reviews + 1,
  })
  await sql`update reviews set answer = 'Thank you.', answered_at = ${app.now} where id = ${reviews}`
  expect((await read()).unanswered_reviews).toBe(0)
  await sql`update reviews set answer = '', answered_at = null, hidden_by_rule = 2 where id = ${reviews}`
  expect((await read()).unanswered_reviews).toBe(0)
})
