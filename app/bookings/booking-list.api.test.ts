import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeWinemaker } from '../../test/make.ts'
import { recordStatements } from '../../test/statement-recorder.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { experience, on } = await makeDailyExperience(app.sql, { capacity: 200 })
const { vineyard_id } = experience
const { token } = await makeWinemaker(app.sql, { vineyard_id })
const names = ['Ann Smith', 'Bea Smithers', 'Cy Jones', 'smilla Orr', 'Di Zz']
const ids: string[] = []
for (const [n, guest_name] of names.entries()) {
  const id = await book(app.sql, experience, on(`2026-06-${10 + n}`), n + 1, app.now)
  await app.sql`update bookings set guest_name = ${guest_name}, guest_email = ${`g${n}@example.com`} where id = ${id}`
  ids.push(id)
}

const read = async (query: string) => {
  const response = await app.visit(`/api/${query}`, { headers: { Authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return response.json()
}
const found = async (query: string) => {
  const { items, total } = await read(`bookings?${query}`)
  expect(total).toBe(items.length)
  return items.map(({ guest_name }: { guest_name: string }) => guest_name)
}

test('search matches the start of names, last names and emails, and finds a reference in any format', async () => {
  expect(await found('search=smi&sort=starts_at')).toEqual(['Ann Smith', 'Bea Smithers', 'smilla Orr'])
  expect(await found('search=SMITH&sort=-starts_at')).toEqual(['Bea Smithers', 'Ann Smith'])
  expect(await found('search=g2@')).toEqual(['Cy Jones'])
  expect(await found('search=z')).toEqual(['Di Zz'])
  expect(await found('search=100%25')).toEqual([])
  const [{ reference }] = await app.sql<
    [{ reference: string }]
  >`select reference from bookings where id = ${ids[2] ?? ''}`
  expect(await found(`search=${reference.slice(3).replace('-', '').toLowerCase()}`)).toEqual(['Cy Jones'])
})

test('sorts by guests, by price, and by day within a range of days, and counts bookings by status', async () => {
  expect(await found('sort=-number_of_guests')).toEqual(names.toReversed())
  expect(await found('sort=total_price')).toEqual(names)
  expect(await found('sort=-booking_date&from=2026-06-11&until=2026-06-12')).toEqual([
    'Cy Jones',
    'Bea Smithers',
  ])
  expect(await read('bookings/counts')).toMatchObject({
    pending: 5,
    confirmed: 0,
    cancelled: 0,
    completed: 0,
  })
})

test('the views follow the date in London, and their counts agree with their lists', async () => {
  const views = ['today', 'upcoming', 'waiting', 'past', 'cancelled', 'all']
  const listed = async (now: string, narrowed = '') => {
    app.now = new Date(now)
    const lists: Record<string, string> = {}
    for (const view of views) {
      const { items, total } = await read(`bookings?view=${view}&sort=starts_at&limit=5${narrowed}`)
      expect(total, view).toBe(items.length)
      lists[view] = items.map(({ guest_name }: { guest_name: string }) => guest_name.split(' ')[0]).join()
    }
    const { today, upcoming, waiting, past } = await read(`bookings/counts?view=past${narrowed}`)
    const lengths = [today, upcoming, waiting, past].map(Number)
    expect(lengths).toEqual(views.slice(0, 4).map((view) => lists[view]?.split(',').filter(Boolean).length))
    return lists
  }
  // Ann's visit is on 10 June, and each following guest's visit is a day later.
  await app.sql`update bookings set status = 'confirmed' where id in ${app.sql([ids[0] ?? '', ids[3] ?? ''])}`
  await app.sql`update bookings set status = 'cancelled' where id = ${ids[1] ?? ''}`
  await app.sql`update bookings set status = 'completed' where id = ${ids[2] ?? ''}`
  const before = { cancelled: 'Bea', all: 'Ann,Bea,Cy,smilla,Di' }
  const noon = { ...before, today: 'Cy', upcoming: 'smilla,Di', waiting: 'Di', past: 'Ann,Cy' }
  expect(await listed('2026-06-12T12:00:00Z')).toEqual(noon)
  // At 11:30 PM in London it is still 12 June; an hour later it is 13 June.
  expect(await listed('2026-06-12T22:30:00Z')).toEqual(noon)
  const next = { ...before, today: 'smilla', upcoming: 'smilla,Di', waiting: 'Di', past: 'Ann,Cy' }
  expect(await listed('2026-06-12T23:30:00Z')).toEqual(next)
  expect(await listed('2026-06-12T12:00:00Z', '&search=smi')).toEqual({
    today: '',
    upcoming: 'smilla',
    waiting: '',
    past: 'Ann',
    cancelled: 'Bea',
    all: 'Ann,Bea,smilla',
  })
  expect(await listed('2026-06-12T12:00:00Z', '&from=2026-06-13&until=2026-06-13')).toMatchObject({
    upcoming: 'smilla',
    past: '',
  })
  expect(await listed('2026-06-12T12:00:00Z', '&until=2026-06-11')).toMatchObject({
    upcoming: '',
    past: 'Ann',
  })
  await app.sql`update bookings set status = 'pending' where id in ${app.sql(ids)}`
  app.now = new Date('2026-06-01T09:00:00Z')
})

test('returns an empty page beyond row 10,000', async () => {
  expect(await read('bookings?page=401')).toMatchObject({ items: [], total: 5 })
  expect(await read('customers?page=1000000&limit=100')).toMatchObject({ items: [], total: 5 })
})

test('a screen runs the same number of SQL statements however many bookings there are', async () => {
  const recorded = recordStatements(app.sql)
  const visit = app.visitOn(recorded.sql)
  const paths = [
    'bookings?sort=-starts_at',
    'bookings?search=smith',
    'bookings?sort=guest_name',
    'bookings/counts',
    'dashboard',
    'customers',
    'customers?search=smith',
    `reports?vineyard_id=${vineyard_id}`,
  ]
  const count = async () => {
    const counts: Record<string, number> = {}
    for (const path of paths) {
      recorded.take()
      const response = await visit(`/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })
      await response.text()
      expect(response.status).toBe(200)
      counts[path] = recorded.take().length
    }
    return counts
  }
  const few = await count()
  for (let n = 0; n < 40; n++) await book(app.sql, experience, on(`2026-06-${10 + (n % 15)}`), 1, app.now)
  expect(await count()).toEqual(few)
  expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(11)
})
