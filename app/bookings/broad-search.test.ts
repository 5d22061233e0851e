import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { fillMarket } from '../../server/simulate/fill.ts'
import { ownDatabase } from '../../test/database.ts'
import { pageOfBookings } from './booking-list.server.ts'
import { foldGuestText } from './guest-search.ts'

const sql = await ownDatabase()
const today = '2026-06-10'
const now = new Date(`${today}T09:00:00Z`)
const by = { actor: 'admin', actor_id: randomUUID() } as const
await fillMarket(sql, { vineyards: 3, bookings: 2400, seed: 1, today, behind: 90 }, () => {})

const [{ name, vineyard_id }] = await sql<[{ name: string; vineyard_id: string }]>`
  select split_part(guest_name, ' ', 2) as name, vineyard_id from bookings group by 1, 2 order by count(*) desc, 1 limit 1`

const orders = {
  nearest: sql`abs(booking_date - ${today}::date), booking_date desc, start_time, id`,
  '-nearest': sql`abs(booking_date - ${today}::date) desc, booking_date desc, start_time, id`,
  booking_date: sql`booking_date, start_time, id`,
  '-booking_date': sql`booking_date desc, start_time desc, id desc`,
  '-starts_at': sql`booking_date desc, start_time desc, id desc`,
  '-total_price': sql`total_price desc, id`,
} as const

test.each(Object.keys(orders) as (keyof typeof orders)[])(
  'sorted by %s, a broad search and a narrow search list the same pages as a plain query',
  async (sort) => {
    for (const search of ['example.com', name])
      for (const filters of [{}, { status: 'cancelled' as const }, { vineyard_id }]) {
        const { status = null, vineyard_id: vineyard = null } = filters as Record<string, string>
        const expected = await sql<{ id: string }[]>`
          select id from bookings
          where strpos(guest_search, ${foldGuestText(search)}) > 0 and status = coalesce(${status}, status)
            and vineyard_id = coalesce(${vineyard}::uuid, vineyard_id)
          order by ${orders[sort]} limit 120`
        const listed: string[] = []
        for (const page of [1, 2, 3, 4, 5, 6]) {
          const { items } = await pageOfBookings(
            sql,
            { page, limit: 20, sort, search, ...filters },
            { by },
            now,
          )
          listed.push(...items.map(({ id }) => id))
        }
        expect(listed, `${search} ${JSON.stringify(filters)}`).toEqual(expected.map(({ id }) => id))
      }
  },
)
