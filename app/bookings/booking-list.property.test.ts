import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book, makeDailyExperience, guestBookingRequest } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { addDays } from '../platform/days.ts'
import type { Attendance, BookingStatus } from './booking.ts'
import { allCustomers, findCustomer, pageOfCustomers } from './customers/customer.server.ts'
import { bookingStatuses } from './booking.ts'
import { countBookings, pageOfBookings } from './booking-list.server.ts'
import { bookingViews } from './booking-list.ts'
import { markAttendance } from './attendance.server.ts'
import { createBooking } from './new-bookings/create-booking.server.ts'
import { moveBooking, changeBookingStatus, correctGuestEmail } from './booking.server.ts'
import { erasePerson } from '../staff/personal-data/person.server.ts'

const sql = await ownDatabase()
const runs = Number(process.env.LIST_RUNS ?? 5)
const now = new Date('2026-06-01T09:00:00Z')
const first = '2026-06-02'
const by = { actor: 'system' } as const
const admin = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const

const guest = fc.nat(4).map((n) => `Guest${n}@example.com`)
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      day: fc.nat(4),
      guests: fc.integer({ min: 1, max: 3 }),
      guest,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      which: fc.nat(50),
      status: fc.constantFrom<BookingStatus>('pending', 'confirmed', 'cancelled', 'completed'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      which: fc.nat(50),
      day: fc.nat(4),
      guests: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('attend' as const),
      which: fc.nat(50),
      attendance: fc.constantFrom<Attendance | null>('arrived', 'no_show', null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct' as const), which: fc.nat(50), guest }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), guest }) },
)
type Action = typeof act extends fc.Arbitrary<infer Value> ? Value : never
type Market = Awaited<ReturnType<typeof makeDailyExperience>>

// The actions of each group run concurrently. Afterwards every list and count is compared with the bookings.
test(
  'after any concurrent actions, lists, counts and customers agree with the bookings',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { maxLength: 5 }),
        async (groups) => {
          const market = await makeDailyExperience(sql, { capacity: 20 })
          const placed: string[] = []
          for (const group of groups) {
            await Promise.all(group.map((one) => play(market, placed, one)))
            await compare(market)
          }
        },
      ),
      { numRuns: runs },
    )
  },
  runs * 6_000 + 120_000,
)

async function play({ experience, on }: Market, placed: string[], act: Action): Promise<void> {
  const which = 'which' in act ? placed[act.which % Math.max(1, placed.length)] : undefined
  switch (act.kind) {
    case 'book': {
      const wanted = {
        ...guestBookingRequest(experience, on(addDays(first, act.day)), act.guests),
        guest_email: act.guest,
        guest_name: act.guest.split('@')[0] ?? '',
      }
      const made = await createBooking(sql, experience, wanted, now)
      if (made.ok) placed.push(made.value.id)
      return
    }
    case 'status':
      if (which) await changeBookingStatus(sql, which, act.status, { by }, now)
      return
    case 'move':
      if (which)
        await moveBooking(
          sql,
          which,
          { slot: on(addDays(first, act.day)), number_of_guests: act.guests },
          { by },
          now,
        )
      return
    case 'attend':
      // By 20 June, every visit has started.
      if (which)
        await markAttendance(
          sql,
          { id: which },
          { attendance: act.attendance, arrived_guests: null },
          { by: admin },
          new Date('2026-06-20T12:00:00Z'),
        )
      return
    case 'correct':
      if (which) await correctGuestEmail(sql, which, act.guest, now)
      return
    case 'erase':
      await erasePerson(sql, act.guest, { by, cancel: true }, now)
  }
}

/** Compares the counts and customers that staff see with the same figures computed directly from the bookings. */
async function compare({ experience: { vineyard_id } }: Market): Promise<void> {
  const middle = new Date(`${addDays(first, 2)}T12:00:00Z`)
  const counted = await countBookings(sql, { vineyard_id }, { by: admin }, middle)
  const day = addDays(first, 2)
  const [by_hand] = await sql`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'confirmed')::int as confirmed,
      count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status <> 'cancelled' and booking_date = ${day})::int as today,
      count(*) filter (where booking_date > ${day} and status <> 'cancelled'
        or booking_date = ${day} and status in ('pending', 'confirmed'))::int as upcoming,
      count(*) filter (where status = 'pending' and booking_date >= ${day})::int as waiting,
      count(*) filter (where booking_date < ${day} and status <> 'cancelled'
        or booking_date = ${day} and status = 'completed')::int as past
    from bookings where vineyard_id = ${vineyard_id}`
  expect(counted).toEqual(by_hand)
  for (const view of bookingViews) {
    const query = { vineyard_id, view, page: 1, limit: 100, sort: 'starts_at' } as const
    const { items, total } = await pageOfBookings(sql, query, { by: admin }, middle)
    const { upcoming, past, cancelled } = counted
    expect([view, items.length, total]).toEqual([
      view,
      ...Array(2).fill(view === 'all' ? upcoming + past + cancelled : counted[view]),
    ])
  }
  const days = { vineyard_id, from: addDays(first, 1), until: addDays(first, 3) }
  const ofDays = await countBookings(sql, days, { by: admin }, middle)
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::int as total from bookings
    where vineyard_id = ${vineyard_id} and booking_date between ${days.from} and ${days.until}`
  expect(bookingStatuses.reduce((sum, status) => sum + ofDays[status], 0)).toBe(total)

  // Six days later, some visits are over.
  const later = new Date(now.getTime() + 6 * 86_400_000)
  const customers = await allCustomers(sql, { vineyard_id }, { by: admin }, later)
  const grouped = await sql<{ email: string }[]>`
    select lower(guest_email) as email, count(*)::int as bookings,
      coalesce(sum(number_of_guests) filter (where counts), 0)::int as guests,
      coalesce(sum(number_of_guests) filter (where status = 'completed' and attendance is null), 0)::int as not_marked,
      coalesce(sum(total_price) filter (where counts and status = 'completed'), 0) as spent,
      coalesce(sum(total_price) filter (where counts and status <> 'completed'), 0) as expected,
      min(booking_date) filter (where counts) as first_visit,
      max(booking_date) filter (where counts and booking_date < '2026-06-07') as last_visit,
      min(booking_date) filter (where counts and booking_date >= '2026-06-07') as next_visit
    from (
      select *, status <> 'cancelled' and attendance is distinct from 'no_show' as counts
      from bookings where vineyard_id = ${vineyard_id}
    ) as b
    group by lower(guest_email)`
  const plain = customers.map(
    ({ id: _id, vineyard_id: _of, name: _name, phone: _phone, ...figures }) => figures,
  )
  const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)
  expect(plain.toSorted(byEmail)).toEqual([...grouped].toSorted(byEmail))
  const page = await pageOfCustomers(
    sql,
    { vineyard_id, page: 1, limit: 100, sort: '-spent' },
    { by: admin },
    later,
  )
  expect(page.total).toBe(customers.length)
  const [richest] = page.items
  if (richest) expect(await findCustomer(sql, richest.id, { by: admin }, later)).toEqual(richest)
}

test('a guest is not listed as a customer after being erased', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const { vineyard_id } = experience
  const id = await book(sql, experience, on(first), 2, now)
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  const found = () => allCustomers(sql, { vineyard_id, search: 'ada' }, { by: admin }, now)
  expect(await found()).toHaveLength(1)
  await erasePerson(sql, 'ada@example.com', { by, cancel: false }, now)
  expect(await found()).toEqual([])
})

const day = (n: number) => addDays(first, n)
/** Reads the customers of all vineyards, two to a page. Returns the part of each email address before the @, and the total. */
async function listAll(sort: string, search?: string) {
  const read = (page: number) =>
    pageOfCustomers(sql, { page, limit: 2, sort, ...(search && { search }) }, { by: admin }, dayStart(day(2)))
  const pages = await Promise.all([read(1), read(2), read(3)])
  const emails = pages.flatMap(({ items }) => items.map(({ email }) => email.split('@')[0]))
  return { emails, total: pages[0].total }
}
const dayStart = (day: string) => new Date(`${day}T09:00:00Z`)

test('lists of customers at all vineyards are sorted, searched and counted across vineyards', async () => {
  await sql`update bookings set is_test = true`
  const markets = [await makeDailyExperience(sql), await makeDailyExperience(sql)] as const
  const party = async (at: 0 | 1, name: string, n: number) => {
    const { experience, on } = markets[at]
    const request = { guest_name: `${name} Smith`, guest_email: `${name}@example.com` }
    const id = await book(sql, experience, on(day(n)), 1, now)
    await sql`update bookings set ${sql(request)} where id = ${id}`
    return id
  }
  await party(0, 'Early', 0)
  await party(0, 'Late', 1)
  await party(0, 'Late', 0)
  await party(1, 'late', 0)
  await party(1, 'Soon', 3)
  await changeBookingStatus(sql, await party(1, 'Soon', 2), 'cancelled', { by }, now)
  await party(0, 'Soon', 4)
  await party(0, 'Early', 5)
  // Customers with visits on the same day are sorted by email address, and customers without a visit come last.
  expect(await listAll('-last_visit')).toMatchObject({
    total: 5,
    emails: ['late', 'early', 'late', 'soon', 'soon'],
  })
  expect(await listAll('next_visit')).toMatchObject({
    total: 5,
    emails: ['soon', 'soon', 'early', 'late', 'late'],
  })
  expect(await listAll('-bookings')).toMatchObject({ emails: ['early', 'late', 'soon', 'late', 'soon'] })
  expect(await listAll('name', 'oon sm')).toEqual({ total: 2, emails: ['soon', 'soon'] })
  expect(await listAll('name', 'LA')).toEqual({ total: 2, emails: ['late', 'late'] })
  expect(await listAll('name', 'nobody')).toEqual({ total: 0, emails: [] })
})
