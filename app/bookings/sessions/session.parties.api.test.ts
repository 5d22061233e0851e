import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'

const { sql, visit, now } = await startApp({ now: '2026-06-03T09:00:00Z' })

test('the list of parties and the dashboard show all parties of a day, but not to other vineyards', async () => {
  const market = await makeDailyExperience(sql, { capacity: 1000 })
  const { vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const elsewhere = await book(sql, market.experience, market.on('2026-06-05'), 2, now)
  await Promise.all(
    Array.from({ length: 130 }, () => book(sql, market.experience, market.on('2026-06-03'), 2, now)),
  )
  await sql`
    update bookings b set guest_name = 'Guest ' || lpad(o.n::text, 3, '0')
    from (select id, row_number() over (order by id) as n from bookings where booking_date = '2026-06-03') as o
    where o.id = b.id`
  await sql`update bookings set status = 'cancelled' where guest_name = 'Guest 007'`
  const read = async (path: string, who = winemaker) =>
    (await (await visit(path, { headers: signedIn(who) })).json()) as {
      items: { id: string; guest_name: string; status: string }[]
      parties: { id: string }[]
    }
  const day = `/api/parties?vineyard_id=${vineyard_id}&day=2026-06-03`
  const { items } = await read(day)
  expect(new Set(items.map(({ id }) => id)).size).toBe(130)
  expect(items.map(({ id }) => id)).not.toContain(elsewhere)
  expect(items.filter(({ status }) => status === 'cancelled')).toHaveLength(1)
  expect(items.map(({ guest_name }) => guest_name)).toEqual(
    items.map(({ guest_name }) => guest_name).toSorted(),
  )
  expect((await read('/api/dashboard')).parties).toHaveLength(130)
  expect((await read(day, await makeWinemaker(sql))).items).toEqual([])
})

test('lists a visit past midnight on both days, and a visit that ends at midnight only on the first day', async () => {
  const late = await makeDailyExperience(sql, {
    experience: { title: 'Midnight tasting', duration_minutes: 120 },
    pattern: { start_time: '23:00' },
  })
  const { vineyard_id } = late.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const evening = await makeDailyExperience(sql, {
    experience: { vineyard_id, duration_minutes: 60 },
    pattern: { start_time: '23:00' },
  })
  const overnight = await book(sql, late.experience, late.on('2026-06-05'), 2, now)
  const untilMidnight = await book(sql, evening.experience, evening.on('2026-06-05'), 2, now)
  const on = async (day: string) => {
    const answer = await visit(`/api/parties?vineyard_id=${vineyard_id}&day=${day}`, {
      headers: signedIn(winemaker),
    })
    return ((await answer.json()) as { items: { id: string; booking_date: string; ends_on: string }[] }).items
  }
  expect((await on('2026-06-05')).map(({ id }) => id).toSorted()).toEqual(
    [overnight, untilMidnight].toSorted(),
  )
  expect(await on('2026-06-06')).toMatchObject([
    { id: overnight, booking_date: '2026-06-05', ends_on: '2026-06-06' },
  ])
  expect(await on('2026-06-07')).toEqual([])
})
