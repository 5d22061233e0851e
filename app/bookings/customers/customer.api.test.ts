import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { forAYear, makeWinemaker, signedIn } from '../../../test/make.ts'
import { changeBookingStatus } from '../booking.server.ts'
import { pageOfCustomers } from './customer.server.ts'

const { sql, visit, now } = await startApp({ now: '2026-06-10T09:00:00Z' })
const market = await makeDailyExperience(sql, { capacity: 100, experience: forAYear })
const winemaker = await makeWinemaker(sql, { vineyard_id: market.experience.vineyard_id })

/** Creates a booking on this day, made on 1 May, with this name and email address. */
async function bookAs(guest_name: string, guest_email: string, day: string, guests: number) {
  const id = await book(sql, market.experience, market.on(day), guests, new Date('2026-05-01T09:00:00Z'))
  await sql`update bookings set guest_name = ${guest_name}, guest_email = ${guest_email} where id = ${id}`
  return id
}
const first = await bookAs('Ada', 'Ada@example.com', '2026-05-20', 2)
await changeBookingStatus(sql, first, 'completed', { by: { actor: 'system' } }, now)
await bookAs('Ada Lovelace', 'ada@example.com', '2026-06-10', 3)
const off = await bookAs('Ada Lovelace', 'ada@example.com', '2026-07-01', 4)
await changeBookingStatus(sql, off, 'cancelled', { by: { actor: 'system' } }, now)
await bookAs('=HYPERLINK("x")', 'grace@example.com', '2026-06-08', 1)

const read = async (query: string, who = winemaker) =>
  (await (await visit(`/api/customers${query}`, { headers: signedIn(who) })).json()).items

test('lists one customer per email address, whatever its capitals, with past and future visits but no cancelled visits', async () => {
  const items = await read('?sort=email')
  expect(items).toMatchObject([
    {
      email: 'ada@example.com',
      bookings: 3,
      guests: 5,
      spent: 37,
      expected: 55.5,
      first_visit: '2026-05-20',
      last_visit: '2026-05-20',
      next_visit: '2026-06-10',
    },
    { email: 'grace@example.com', bookings: 1, guests: 1, last_visit: '2026-06-08', next_visit: null },
  ])
  const one = await visit(`/api/customers/${items[0].id}`, { headers: signedIn(winemaker) })
  expect(await one.json()).toEqual(items[0])
})

test('a visit of today is the next visit until it ends or is completed, and then the last visit', async () => {
  const { experience, on } = await makeDailyExperience(sql, { experience: forAYear })
  const admin = { actor: 'admin', actor_id: randomUUID() } as const
  const id = await book(sql, experience, on('2026-06-10'), 2, now)
  const [{ ends_at }] = await sql<[{ ends_at: Date }]>`select ends_at from bookings where id = ${id}`
  const read = async (sort: string, moment: Date) => {
    const query = { vineyard_id: experience.vineyard_id, page: 1, limit: 10, sort }
    const { items } = await pageOfCustomers(sql, query, { by: admin }, moment)
    return items.map(({ last_visit, next_visit }) => [last_visit, next_visit])
  }
  const next = [[null, '2026-06-10']]
  const last = [['2026-06-10', null]]
  expect(await read('name', new Date(ends_at.getTime() - 1))).toEqual(next)
  expect(await read('name', ends_at)).toEqual(last)
  await changeBookingStatus(sql, id, 'completed', { by: { actor: 'system' } }, now)
  expect(await read('name', now)).toEqual(last)

  // The list of all vineyards finds customers by their nearest visit.
  const names = async (sort: '-last_visit' | 'next_visit') => {
    const { items } = await pageOfCustomers(sql, { page: 1, limit: 1, sort }, { by: admin }, now)
    return items.map(({ vineyard_id }) => vineyard_id)
  }
  expect(await names('-last_visit')).toEqual([experience.vineyard_id])
  expect(await names('next_visit')).toEqual([market.experience.vineyard_id])
})

test('sorts by any column, searches names and addresses, and counts the customers on all pages', async () => {
  const names = (items: { email: string }[]) => items.map(({ email }) => email.split('@')[0])
  expect(names(await read(''))).toEqual(['grace', 'ada'])
  expect(names(await read('?sort=-spent'))).toEqual(['ada', 'grace'])
  expect(names(await read('?sort=next_visit'))).toEqual(['ada', 'grace'])
  expect(names(await read('?search=lovelace'))).toEqual(['ada'])
  expect(names(await read('?search=GRACE@'))).toEqual(['grace'])
  const beyond = await visit('/api/customers?page=9', { headers: signedIn(winemaker) })
  expect(await beyond.json()).toEqual({ items: [], total: 2, page: 9, limit: 25 })
})

// ASVS 1.2.10
test('the CSV file escapes names that a spreadsheet would run as a formula', async () => {
  const file = await visit('/api/customers/file', { headers: signedIn(winemaker) })
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const text = await file.text()
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(text.trim().split('\r\n')).toHaveLength(3)
})

test("hides another vineyard's customers", async () => {
  const stranger = await makeWinemaker(sql)
  const [ada] = await read('?sort=email')
  expect(await read('', stranger)).toEqual([])
  expect(await read(`?vineyard_id=${market.experience.vineyard_id}`, stranger)).toEqual([])
  const one = await visit(`/api/customers/${ada.id}`, { headers: signedIn(stranger) })
  expect(one.status).toBe(404)
})

test('a customer’s totals leave out no-shows, and count the guests of completed visits without a mark as not marked', async () => {
  const id = await bookAs('Mary', 'mary@example.com', '2026-06-08', 4)
  const mary = async () => (await read('?search=mary'))[0]
  expect(await mary()).toMatchObject({
    guests: 4,
    not_marked: 0,
    spent: 0,
    expected: 74,
    last_visit: '2026-06-08',
  })
  await changeBookingStatus(sql, id, 'completed', { by: { actor: 'system' } }, now)
  expect(await mary()).toMatchObject({ guests: 4, not_marked: 4, spent: 74, expected: 0 })
  const mark = (attendance: string | null) =>
    visit(`/api/bookings/${id}/attendance`, {
      method: 'POST',
      headers: { ...signedIn(winemaker), 'Content-Type': 'application/json' },
      body: JSON.stringify({ attendance }),
    })
  expect((await mark('no_show')).status).toBe(200)
  const missed = { bookings: 1, guests: 0, spent: 0, expected: 0, first_visit: null, last_visit: null }
  expect(await mary()).toMatchObject(missed)
  expect((await mark('arrived')).status).toBe(200)
  expect(await mary()).toMatchObject({ guests: 4, not_marked: 0, spent: 74, last_visit: '2026-06-08' })
})

test('sorts by the visit nearest to today: a guest whose first visit is tomorrow comes before guests of last month', async () => {
  const days = { Nadia: '2026-06-11', Nell: '2026-05-25', Nora: '2026-06-20' }
  for (const [name, day] of Object.entries(days)) await bookAs(name, `${name}@nearest.example`, day, 1)
  await bookAs('Nell', 'Nell@nearest.example', '2026-12-20', 1)
  const names = (items: { name: string }[]) => items.map(({ name }) => name)
  expect(names(await read('?search=nearest.example&sort=nearest'))).toEqual(['Nadia', 'Nora', 'Nell'])
  expect(names(await read('?search=nearest.example&sort=-nearest'))).toEqual(['Nell', 'Nora', 'Nadia'])
  const second = await read('?search=nearest.example&sort=nearest&limit=1&page=2')
  expect(names(second)).toEqual(['Nora'])
  const everything = await visit('/api/search?search=nearest.example', { headers: signedIn(winemaker) })
  expect(names((await everything.json()).customers)).toEqual(['Nadia', 'Nora', 'Nell'])
})
