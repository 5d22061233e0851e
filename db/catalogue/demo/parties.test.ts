import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { forAYear, makeAdmin, makeWinemaker } from '../../../test/make.ts'
import { bookingsForFile } from '../../../app/bookings/booking-list.server.ts'
import { prepareFirstSignIn } from '../../../server/first-sign-in.ts'
import { loadCatalogue } from '../load.ts'
import { loadDemoParties } from './load-parties.ts'

// Visits around 3 January 2028 are in two years, and most estates are closed on that Monday. LONG adds other days.
test.each([
  '2028-01-03T20:00:00Z',
  ...(process.env.LONG ? ['2026-11-27T13:10:00Z', '2027-06-14T05:00:00Z'] : []),
])('loads about sixty parties with visits around %s, and sends nothing to them', async (instant) => {
  const sql = await ownDatabase()
  const now = new Date(instant)
  await loadCatalogue(sql, { which: 'demo', today: instant.slice(0, 10), report: () => {} })
  await makeAdmin(sql)
  const count = await loadDemoParties(sql, now)
  expect(count).toBeGreaterThanOrEqual(55)
  expect(count).toBeLessThanOrEqual(65)

  const [found] = await sql`
      select count(*)::int as bookings, count(distinct vineyard_id)::int as estates,
        bool_and(external_reference like 'demonstration %') as marked,
        count(*) filter (where booking_date < london_today(${now})) > 10 as past,
        count(*) filter (where booking_date > london_today(${now})) > 10 as coming,
        count(*) filter (where attendance = 'arrived') > 10 as arrived,
        count(*) filter (where attendance = 'no_show') as no_shows,
        count(*) filter (where status = 'pending') > 2 as pending,
        count(*) filter (where status = 'cancelled') > 4 as cancelled,
        count(*) filter (where status = 'completed') > 10 as completed,
        count(*) filter (where special_requests <> '') > 4 as requests,
        count(*) filter (where staff_notes <> '') > 4 as notes,
        count(*) filter (where tags <> '{}') as tagged,
        count(*) filter (where channel = 'walk_in') > 2 as walk_ins,
        (select count(*) from (
          select from bookings where guest_email is not null group by vineyard_id, guest_email having count(*) = 2
        ) as twice) as returning_guests,
        (select count(distinct vineyard_id)::int from payments where entry = 'payment') as with_takings,
        (select count(distinct vineyard_id)::int from payments where entry = 'sale' and reason like '%demonstration%') as with_sales,
        (select bool_and(reason like '%demonstration%') from payments where booking_id is null) as sales_marked,
        (select count(*) from bookings b cross join lateral money_of(b) m where m.due < 0) > 0 as to_give_back
      from bookings`
  const yes = {
    marked: true,
    past: true,
    coming: true,
    arrived: true,
    pending: true,
    cancelled: true,
    completed: true,
  }
  expect(found).toEqual({
    bookings: count,
    estates: 8,
    ...yes,
    no_shows: 4,
    requests: true,
    notes: true,
    tagged: 4,
    walk_ins: true,
    returning_guests: 8,
    with_takings: 8,
    with_sales: 8,
    sales_marked: true,
    to_give_back: true,
  })
  expect([...(await sql`select distinct state from emails`)]).toEqual([{ state: 'kept' }])
  expect([...(await sql`select * from consistency_faults(${now})`)]).toEqual([])
  expect(await loadDemoParties(sql, now)).toBe(0)

  const data_folder = await mkdtemp(join(tmpdir(), 'first-sign-in-'))
  onTestFinished(() => rm(data_folder, { recursive: true }))
  const config = { production: false, data_folder, site_url: 'https://vines.test' }
  await prepareFirstSignIn(sql, config, () => {})
  const [today] = await sql`
    select count(*) > 1 as has_parties from bookings join winemakers using (vineyard_id)
    where booking_date = london_today(${now})`
  expect(today, 'the winemaker whose password is printed finds parties on Today').toEqual({
    has_parties: true,
  })
})

test('the file of a real vineyard has only its own bookings, and the admin’s file marks demonstration bookings', async () => {
  const sql = await ownDatabase()
  const now = new Date('2026-11-27T13:10:00Z')
  await loadCatalogue(sql, { which: 'demo', today: '2026-11-27', report: () => {} })
  await makeAdmin(sql)
  await loadDemoParties(sql, now)
  const real = await makeDailyExperience(sql, { experience: forAYear })
  const { vineyard_id } = real.experience
  await book(sql, real.experience, real.on('2026-11-28'), 2, now)
  const owner = {
    actor: 'winemaker',
    actor_id: (await makeWinemaker(sql, { vineyard_id })).id,
    vineyard_id,
  } as const
  const own = await bookingsForFile(sql, {}, { by: owner, most: 1000 }, now)
  expect(own.map(({ guest_name }) => guest_name)).toEqual(['Ada Lovelace'])
  const admin = { actor: 'admin', actor_id: randomUUID() } as const
  const all = await bookingsForFile(sql, {}, { by: admin, most: 1000 }, now)
  const marked = all.filter(({ external_reference }) => external_reference?.startsWith('demonstration '))
  expect(all.length - marked.length).toBe(1)
})
