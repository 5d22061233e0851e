import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { forAYear, makeExperience, makePattern, makeVineyard } from '../../../test/make.ts'
import { addDays, countDays, type Day, dayOf, weekdayNumber } from '../../platform/days.ts'
import { addException } from '../../bookings/sessions/closure.server.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { type ReportQuery, readReport } from './report.server.ts'
import { type By, firstOf } from './report.ts'

const sql = await ownDatabase()
const runs = Number(process.env.REPORT_RUNS ?? 10)

/** First days of spans that contain a clock change of 2026. The day of a clock change has 23 or 25 hours. */
const firsts: Day[] = ['2026-03-20', '2026-10-16']
const days = 24
/** Days on which the clocks skip the hour from 01:00 to 02:00. */
const clockDays: Day[] = ['2026-03-29', '2027-03-28']
const aYear = 365 * 86_400_000
const dayAt = (first: Day, n: number) => addDays(first, n)

const aPattern = fc.record({
  experience: fc.nat(1),
  days_of_week: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  // On 29 March the clocks skip 01:30, and on 25 October they show 01:30 twice.
  start_time: fc.constantFrom('01:30', '11:00', '23:30'),
  capacity: fc.integer({ min: 1, max: 12 }),
  from: fc.integer({ min: -5, max: 15 }),
  lasts: fc.option(fc.integer({ min: 0, max: 20 })),
})
const aClosure = fc.record({
  from: fc.nat(days - 1),
  lasts: fc.nat(3),
  capacity: fc.option(fc.integer({ min: 1, max: 15 })),
})
const aBooking = fc.record({
  pattern: fc.nat(5),
  day: fc.nat(days - 1),
  guests: fc.integer({ min: 1, max: 4 }),
  // The number of hours between the booking and the first day. London and UTC have different days around midnight in
  // summer.
  made: fc.integer({ min: 0, max: 24 * 40 }),
  status: fc.constantFrom('pending', 'confirmed', 'cancelled', 'completed'),
  attendance: fc.constantFrom(null, 'arrived', 'no_show'),
})
const aMarket = fc.record({
  first: fc.constantFrom(...firsts),
  prices: fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 9999 })),
  patterns: fc.array(aPattern, { minLength: 1, maxLength: 4 }),
  closures: fc.array(aClosure, { maxLength: 2 }),
  bookings: fc.array(aBooking, { maxLength: 25 }),
  // The span is within the days of the bookings, or begins long before them and ends long after them.
  span: fc.oneof(
    fc.tuple(fc.nat(days - 1), fc.nat(days - 1)),
    fc.tuple(fc.integer({ min: -430, max: days - 1 }), fc.nat(460)),
  ),
  by: fc.constantFrom<By>('day', 'week', 'month', 'experience'),
})
type Market = typeof aMarket extends fc.Arbitrary<infer Value> ? Value : never
type Closed = { starts_on: Day; ends_on: Day; capacity: number | null }
type Row = {
  experience_id: string
  pattern_id: string | null
  booking_date: Day
  created_at: Date
  status: string
  attendance: string | null
  number_of_guests: number
  total_price: number
}
type Planned = {
  id: string
  experience_id: string
  days_of_week: number[]
  start_time: string
  capacity: number
  valid_from: Day
  valid_until: Day | null
}

test(
  'a report equals a plain count over bookings and patterns, including days with clock changes',
  async () => {
    await fc.assert(
      fc.asyncProperty(aMarket, async (market) => {
        const { vineyard_id, planned, closures } = await settle(market)
        const [a, b] = market.span.toSorted((x, y) => x - y)
        const query: ReportQuery = {
          vineyard_id,
          experience_id: null,
          from: dayAt(market.first, a ?? 0),
          until: dayAt(market.first, b ?? 0),
          by: market.by,
        }
        const report = await readReport(sql, query)
        const by_hand = await countByHand(query, planned, closures)
        for (const { key, title: _, ...figures } of report.lines)
          expect([key, figures]).toEqual([key, by_hand(key)])
        expect(report.total).toEqual(by_hand(null))
        for (const figure of ['bookings', 'guests', 'not_marked', 'cancelled'] as const)
          expect(report.channels.reduce((all, line) => all + line[figure], 0)).toBe(report.total[figure])
        for (const sum of ['bookings', 'guests', 'cancelled', 'places', 'taken'] as const)
          expect(report.lines.reduce((all, line) => all + line[sum], 0)).toBe(report.total[sum])
        for (const money of ['earned', 'expected'] as const) {
          const pence = report.lines.reduce((all, line) => all + Math.round(line[money] * 100), 0)
          expect(pence).toBe(Math.round(report.total[money] * 100))
        }
      }),
      { numRuns: runs },
    )
  },
  runs * 4_000 + 60_000,
)

/** Creates the patterns, closures and bookings of a market. */
async function settle({ first, prices, patterns, closures, bookings }: Market) {
  const { id: vineyard_id } = await makeVineyard(sql)
  const experiences = await Promise.all(
    prices.map((pence) =>
      makeExperience(sql, { vineyard_id, price_per_person: pence / 100, ...forAYear, max_group_size: null }),
    ),
  )
  const planned: Planned[] = []
  const starts = new Set<string>()
  for (const { experience, days_of_week, start_time, capacity, from, lasts } of patterns) {
    const experience_id = experiences[experience]?.id ?? ''
    // An experience can have only one pattern with the same start time.
    if (starts.has(`${experience} ${start_time}`)) continue
    starts.add(`${experience} ${start_time}`)
    const row = { experience_id, days_of_week, start_time, capacity, valid_from: dayAt(first, from) }
    const valid_until = lasts === null ? null : dayAt(first, from + lasts)
    const { id } = await makePattern(sql, { ...row, ...(valid_until && { valid_until }) })
    planned.push({ id, ...row, valid_until })
  }
  const made = new Date(`${first}T00:30:00+00:00`)
  for (const { pattern, day, guests, made: hours, status, attendance } of bookings) {
    const plan = planned[pattern % planned.length]
    const experience = experiences.find(({ id }) => id === plan?.experience_id)
    if (!plan || !experience) continue
    const now = new Date(made.getTime() - hours * 3_600_000)
    const slot = { pattern_id: plan.id, slot_date: dayAt(first, day) }
    // Bookings that are refused, because their slot is full or does not exist, are left out.
    const id = await book(sql, experience, slot, guests, now).catch(() => null)
    if (id === null) continue
    if (attendance !== null) await sql`update bookings set attendance = ${attendance} where id = ${id}`
    if (status === 'pending') continue
    const set = await changeBookingStatus(sql, id, status, { by: { actor: 'system' } }, now)
    expect(set.ok).toBe(true)
  }
  const closed: Closed[] = []
  for (const [n, { from, lasts, capacity }] of closures.entries()) {
    const exception = { starts_on: dayAt(first, from), ends_on: dayAt(first, from + lasts), capacity }
    const how = { by: { actor: 'system' }, bookings: 'keep' } as const
    const added = await addException(
      sql,
      { vineyard_id, ...exception },
      how,
      // A closure always applies. Of several changed capacities on one day, the one created last applies.
      new Date(made.getTime() - aYear + n * 60_000),
    )
    expect(added.ok).toBe(true)
    closed.push(exception)
  }
  return { vineyard_id, planned, closures: closed }
}

/** Calculates the report's figures by going through every booking, and through every pattern on every day. */
async function countByHand(
  { vineyard_id, from, until, by }: ReportQuery,
  planned: Planned[],
  closures: Closed[],
) {
  const bookings = await sql<Row[]>`
    select experience_id, pattern_id, booking_date, created_at, status, attendance, number_of_guests, total_price
    from bookings where vineyard_id = ${vineyard_id}`
  const within = bookings.filter(({ booking_date }) => booking_date >= from && booking_date <= until)
  const keyOf = (day: Day, experience_id: string) => (by === 'experience' ? experience_id : firstOf(by, day))
  const offered: { key: string; places: number }[] = []
  for (const { id, experience_id, days_of_week, start_time, capacity, valid_from, valid_until } of planned)
    for (let day = from; day <= until; day = addDays(day, 1)) {
      const runs = day >= valid_from && (valid_until === null || day <= valid_until)
      const skipped = clockDays.includes(day) && start_time === '01:30'
      if (!runs || skipped || !days_of_week.includes(weekdayNumber(day))) continue
      const meeting = closures.filter(({ starts_on, ends_on }) => day >= starts_on && day <= ends_on)
      const is_closed = meeting.some((closure) => closure.capacity === null)
      const open = is_closed ? 0 : (meeting.at(-1)?.capacity ?? capacity)
      const taken = sum(
        bookings.filter((b) => b.pattern_id === id && b.booking_date === day && b.status !== 'cancelled'),
        (b) => b.number_of_guests,
      )
      offered.push({ key: keyOf(day, experience_id), places: taken > 0 ? open || taken : open })
    }
  return (key: string | null) => {
    const own = within.filter((b) => key === null || keyOf(b.booking_date, b.experience_id) === key)
    const standing = own.filter(({ status }) => status !== 'cancelled')
    const came = standing.filter(({ attendance }) => attendance !== 'no_show')
    const pounds = (rows: Row[]) => sum(rows, (b) => Math.round(b.total_price * 100)) / 100
    const leads = standing.map((b) => Math.max(0, countDays(dayOf(b.created_at), b.booking_date) - 1))
    return {
      bookings: standing.length,
      guests: sum(came, (b) => b.number_of_guests),
      not_marked: sum(
        came.filter(({ status, attendance }) => status === 'completed' && attendance === null),
        (b) => b.number_of_guests,
      ),
      earned: pounds(came.filter(({ status }) => status === 'completed')),
      expected: pounds(came.filter(({ status }) => status !== 'completed')),
      money_taken: 0,
      cancelled: own.length - standing.length,
      places: sum(
        offered.filter((slot) => key === null || slot.key === key),
        ({ places }) => places,
      ),
      // The places of a no-show count as places taken.
      taken: sum(standing, (b) => b.number_of_guests),
      lead: middleOf(leads),
      refused: 0,
    }
  }
}

function sum<Item>(items: Item[], of: (item: Item) => number): number {
  return items.reduce((all, item) => all + of(item), 0)
}

function middleOf(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
