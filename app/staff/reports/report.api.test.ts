import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book } from '../../../test/book.ts'
import {
  makeAdmin,
  makeExperience,
  makePattern,
  makeVineyard,
  makeWinemaker,
  signedIn,
  storeSlots,
} from '../../../test/make.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { countRefusal } from '../../bookings/new-bookings/refused-demand.server.ts'

const { sql, visit, errors, now } = await startApp()
const vineyard = await makeVineyard(sql, { region: 'Kent' })
const winemaker = await makeWinemaker(sql, { vineyard_id: vineyard.id })
const tour = await makeExperience(sql, {
  vineyard_id: vineyard.id,
  title: 'Tour',
  price_per_person: 18.5,
  max_group_size: null,
})
const supper = await makeExperience(sql, {
  vineyard_id: vineyard.id,
  title: 'Supper',
  price_per_person: 60,
  max_group_size: null,
})
const tours = await makePattern(sql, { experience_id: tour.id, capacity: 10 })
// There are suppers on Fridays only.
const suppers = await makePattern(sql, { experience_id: supper.id, capacity: 20, days_of_week: [5] })

const bookOn = (slot_date: string, guests: number, made: string, of: 'tour' | 'supper' = 'tour') =>
  of === 'tour'
    ? book(sql, tour, { pattern_id: tours.id, slot_date }, guests, new Date(made))
    : book(sql, supper, { pattern_id: suppers.id, slot_date }, guests, new Date(made))
// Makes four bookings. Three are of tours in June: one was made the day before its tour by London time (two days before in UTC),
// and one is cancelled. The fourth is of a supper on Friday 3 July.
const came = await bookOn('2026-06-12', 2, '2026-06-02T12:00:00Z')
await changeBookingStatus(
  sql,
  came,
  'completed',
  { by: { actor: 'system' } },
  new Date('2026-06-12T16:00:00Z'),
)
await bookOn('2026-06-13', 4, '2026-06-11T23:30:00Z')
const cancelled = await bookOn('2026-06-13', 6, '2026-06-01T12:00:00Z')
await changeBookingStatus(
  sql,
  cancelled,
  'cancelled',
  { by: { actor: 'system' } },
  new Date('2026-06-02T12:00:00Z'),
)
await bookOn('2026-07-03', 5, '2026-06-03T12:00:00Z', 'supper')
const log = {
  debug() {},
  info() {},
  warn() {},
  error: (line: unknown) => void errors.push(String(line)),
  fatal() {},
}
await countRefusal(
  sql,
  log as never,
  { day: '2026-06-13', party: 8, reason: 'full', experience_id: tour.id },
  now,
)
await countRefusal(
  sql,
  log as never,
  { day: '2026-06-13', party: 8, reason: 'full', experience_id: tour.id },
  now,
)
await countRefusal(
  sql,
  log as never,
  { day: '2026-06-20', party: 2, reason: 'none_found', region: 'Kent' },
  now,
)

const read = async (query: Record<string, string>, who: { token: string } = winemaker) => {
  const response = await visit(`/api/reports?${new URLSearchParams(query)}`, { headers: signedIn(who) })
  return { status: response.status, body: await response.json() }
}

test('counts bookings, revenue, cancellations, places and refusals by month, as calculated by hand', async () => {
  const { body } = await read({ from: '2026-06-01', until: '2026-07-31', by: 'month' })
  expect(body.lines).toEqual([
    // June has 30 tours with 10 places and 4 suppers with 20. The bookings were made 10 days and 1 day ahead.
    {
      key: '2026-06-01',
      title: null,
      bookings: 2,
      guests: 6,
      not_marked: 2,
      earned: 37,
      expected: 74,
      money_taken: 0,
      cancelled: 1,
      places: 380,
      taken: 6,
      lead: 5.5,
      refused: 2,
    },
    {
      key: '2026-07-01',
      title: null,
      bookings: 1,
      guests: 5,
      not_marked: 0,
      earned: 0,
      expected: 300,
      money_taken: 0,
      cancelled: 0,
      places: 410,
      taken: 5,
      lead: 30,
      refused: 0,
    },
  ])
  expect(body.total).toEqual({
    bookings: 3,
    guests: 11,
    not_marked: 2,
    earned: 37,
    expected: 374,
    money_taken: 0,
    cancelled: 1,
    places: 790,
    taken: 11,
    lead: 10,
    refused: 2,
  })
  expect(body.demand).toEqual([
    { experience_id: tour.id, title: 'Tour', region: null, reason: 'full', times: 2, people: 16 },
    { experience_id: null, title: null, region: 'Kent', reason: 'none_found', times: 1, people: 2 },
  ])
})

test('a report has a line for each week, starting on Monday, or for each day, even if nothing was booked', async () => {
  const weeks = (await read({ from: '2026-06-10', until: '2026-06-17', by: 'week' })).body.lines
  expect(weeks.map(({ key, guests }: { key: string; guests: number }) => [key, guests])).toEqual([
    ['2026-06-08', 6],
    ['2026-06-15', 0],
  ])
  const days = (await read({ from: '2026-06-12', until: '2026-06-14' })).body.lines
  expect(days.map(({ key, guests }: { key: string; guests: number }) => [key, guests])).toEqual([
    ['2026-06-12', 2],
    ['2026-06-13', 4],
    ['2026-06-14', 0],
  ])
})

test('a report has a line for each experience, or covers only one experience', async () => {
  const span = { from: '2026-06-01', until: '2026-07-31' }
  const { body } = await read({ ...span, by: 'experience' })
  expect(
    body.lines.map(({ title, earned, expected }: { title: string; earned: number; expected: number }) => [
      title,
      earned + expected,
    ]),
  ).toEqual([
    ['Supper', 300],
    ['Tour', 111],
  ])
  const one = (await read({ ...span, by: 'month', experience_id: supper.id })).body
  expect([one.total.expected, one.total.places, one.total.refused, one.demand]).toEqual([300, 180, 0, []])
})

test('a report has the same totals as the list of bookings', async () => {
  const { total } = (await read({ from: '2026-06-01', until: '2026-07-31', by: 'week' })).body
  const list = await (
    await visit('/api/bookings?from=2026-06-01&until=2026-07-31&limit=100', { headers: signedIn(winemaker) })
  ).json()
  const standing = list.items.filter(({ status }: { status: string }) => status !== 'cancelled')
  const sum = (field: string) =>
    standing.reduce((all: number, line: Record<string, number>) => all + (line[field] ?? 0), 0)
  expect([total.bookings + total.cancelled, total.guests, total.earned + total.expected]).toEqual([
    list.total,
    sum('number_of_guests'),
    sum('total_price'),
  ])
})

test('a closed day offers no places, and a day with a changed capacity offers that capacity', async () => {
  await sql`
    insert into availability_exceptions ${sql([
      { vineyard_id: vineyard.id, starts_on: '2026-08-03', ends_on: '2026-08-03', capacity: null },
      { vineyard_id: vineyard.id, starts_on: '2026-08-04', ends_on: '2026-08-04', capacity: 3 },
    ])}`
  await storeSlots(sql)
  const { body } = await read({ from: '2026-08-02', until: '2026-08-04' })
  expect(body.lines.map(({ places }: { places: number }) => places)).toEqual([10, 0, 3])
})

test("a winemaker cannot read another vineyard's report, and an admin must name a vineyard", async () => {
  const span = { from: '2026-06-01', until: '2026-06-30' }
  const other = await makeWinemaker(sql)
  expect((await read({ ...span, vineyard_id: vineyard.id }, other)).status).toBe(404)
  expect((await read({ ...span, vineyard_id: other.vineyard_id }, other)).body.total.bookings).toBe(0)
  // A report on another vineyard's experience has no figures.
  expect((await read({ ...span, experience_id: tour.id }, other)).body.total).toMatchObject({
    bookings: 0,
    places: 0,
  })
  const admin = await makeAdmin(sql)
  expect((await read(span, admin)).status).toBe(404)
  expect((await read({ ...span, vineyard_id: vineyard.id }, admin)).body.total.bookings).toBe(2)
})

// ASVS 15.2.2
test('refuses a span that ends before it begins, and a span with too many days', async () => {
  const backwards = await read({ from: '2026-06-02', until: '2026-06-01' })
  expect([backwards.status, backwards.body.fields[0].message]).toEqual([
    400,
    'The last day must not be before the first day.',
  ])
  const long = await read({ from: '2020-01-01', until: '2026-06-01', by: 'day' })
  expect(long.status).toBe(400)
  expect((await read({ from: '2022-01-01', until: '2026-12-31', by: 'month' })).body.lines).toHaveLength(60)
})
