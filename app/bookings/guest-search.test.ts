import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../test/make.ts'
import { changeBookingStatus } from './booking.server.ts'
import { erasePerson } from '../staff/personal-data/person.server.ts'
import { pageOfBookings } from './booking-list.server.ts'
import { matchesGuest } from './booking-search.server.ts'
import { foldGuestText, guestNeedles, guestSearchText, holdsNeedles } from './guest-search.ts'

const app = await startApp({ now: '2026-06-10T09:00:00Z' })
const { sql, visit, now } = app
const market = await makeDailyExperience(sql, { capacity: 200 })
const { vineyard_id } = market.experience
const owner = await makeWinemaker(sql, { vineyard_id })
const manager = await makeWinemaker(sql, { vineyard_id, role: 'manager' })
const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
const stranger = await makeWinemaker(sql)
const admin = await makeAdmin(sql)

const bookAs = async (guest_name: string, guest_email: string, guest_phone: string, day: string) => {
  const id = await book(sql, market.experience, market.on(day), 2, now)
  await sql`update bookings set ${sql({ guest_name, guest_email, guest_phone })} where id = ${id}`
  return id
}
const adaeze = await bookAs('Adaeze Okafor Nwosu', 'ao@example.com', '+44 (0)1622 123456', '2026-06-20')
await bookAs('Seán O’Brien-Jones', 'post@example.org', '07700 900111', '2026-06-20')
await bookAs('Zoë Müller', 'zed@example.net', '0044 7700 900222', '2026-06-20')
await bookAs('Łukasz St. John Cholmondeley', 'luke.c@example.com', '(01632) 960 333 ext 4', '2026-07-20')
await sql`update bookings set reference = 'CV-8WBR-2Q' where id = ${adaeze}`

const read = async (path: string, who: { token: string } = owner) => {
  const answer = await visit(path, { headers: signedIn(who) })
  return answer.ok ? answer.json() : { status: answer.status }
}
type Guest = { guest_name?: string; name?: string }
const shortNames = (items: Guest[]) =>
  [...new Set(items.map(({ guest_name, name }) => (guest_name ?? name ?? '').split(' ')[0]))]
    .toSorted()
    .join()

/**
 * Runs the four searches, checks that they agree, and returns the first names that they found. The search of
 * the email log finds emails, so the guests of the emails' bookings are compared.
 */
async function findIn(search: string) {
  const query = new URLSearchParams({ search })
  const [bookings, customers, palette, log] = await Promise.all([
    read(`/api/bookings?${query}`),
    read(`/api/customers?${query}`, manager),
    read(`/api/search?${query}`),
    read(`/api/emails?${query}`, admin),
  ])
  const ids = log.items.map((mail: { booking_id: string }) => mail.booking_id)
  const logged = await sql<Guest[]>`select guest_name from bookings where id = any (${ids})`
  expect(shortNames(palette.bookings)).toBe(shortNames(bookings.items))
  expect(shortNames(palette.customers)).toBe(shortNames(customers.items))
  expect(shortNames(customers.items)).toBe(shortNames(bookings.items))
  expect(shortNames(logged)).toBe(shortNames(bookings.items))
  return shortNames(bookings.items)
}

test.each([
  ['okafor', 'Adaeze'],
  ['OKAFOR adaeze', 'Adaeze'],
  ['kafo', 'Adaeze'],
  ['obrien', 'Seán'],
  ['O`Brien', 'Seán'],
  ['obrien jones', 'Seán'],
  ['jo', 'Seán,Łukasz'],
  ['zoe', 'Zoë'],
  ['muller', 'Zoë'],
  ['MÜLLER', 'Zoë'],
  ['cholmondeley', 'Łukasz'],
  ['lukasz st john', 'Łukasz'],
  ['luke.c@', 'Łukasz'],
  ['example.net', 'Zoë'],
  ['01622 123', 'Adaeze'],
  ['+44 1622 123', 'Adaeze'],
  ['0044 1622', 'Adaeze'],
  ['441622', 'Adaeze'],
  ['22 1234', 'Adaeze'],
  ['+44 (0)7700 900', 'Seán,Zoë'],
  ['960-333', 'Łukasz'],
  ['okafor 3456', 'Adaeze'],
  ['8wbr', 'Adaeze'],
  ['br-2q', 'Adaeze'],
  ['cv 8wbr 2q', 'Adaeze'],
  ['CV-8W', 'Adaeze'],
  ['ka', ''],
  ['016', ''],
  ['4444', ''],
  ['okafor muller', ''],
  ['_kafor', ''],
  ['#', ''],
  ['-', ''],
])('staff who search for %j find %j', async (search, found) => {
  expect(await findIn(search)).toBe(found)
})

test('the search of everything lists the bookings nearest to today first', async () => {
  const days = (await read('/api/search?search=example.com')).bookings.map(
    ({ booking_date }: { booking_date: string }) => booking_date,
  )
  expect(days).toEqual(['2026-06-20', '2026-07-20'])
})

test('the list of bookings can be sorted by the distance from today, for past and for future visits', async () => {
  const daysAt = async (today: string, sort: string) => {
    const list = await pageOfBookings(
      sql,
      { page: 1, limit: 10, sort, search: 'example' },
      { by: { actor: 'winemaker', actor_id: owner.id, vineyard_id } },
      new Date(`${today}T09:00:00Z`),
    )
    return [...new Set(list.items.map(({ booking_date }) => booking_date))]
  }
  expect(await daysAt('2026-06-10', 'nearest')).toEqual(['2026-06-20', '2026-07-20'])
  expect(await daysAt('2026-07-10', 'nearest')).toEqual(['2026-07-20', '2026-06-20'])
  expect(await daysAt('2026-07-10', '-nearest')).toEqual(['2026-06-20', '2026-07-20'])
})

test("staff never find another vineyard's guests, and colleagues at the gate have no search", async () => {
  for (const term of ['okafor', '01622 123', '8wbr', 'CV-8WBR-2Q', 'zo', 'ao@example.com']) {
    const search = new URLSearchParams({ search: term })
    expect(await read(`/api/bookings?${search}`, stranger)).toMatchObject({ total: 0 })
    expect(await read(`/api/customers?${search}`, stranger)).toMatchObject({ total: 0 })
    const everything = await read(`/api/search?${search}`, stranger)
    expect(Object.values(everything)).toEqual([[], [], [], [], [], []])
  }
  expect(await read('/api/search?search=okafor', gate)).toEqual({ status: 403 })
  // Vineyards, winemakers and posts are for admins only.
  expect(await read(`/api/search?search=${owner.name}`)).toMatchObject({ vineyards: [], winemakers: [] })
})

const separators = fc.array(fc.constantFrom('', ' ', '-', '.'), { minLength: 24, maxLength: 24 })
const phone = fc
  .record({
    prefix: fc.constantFrom('0', '+44', '+44 (0)', '0044', '+33'),
    digits: fc.stringMatching(/^[1-9]\d{8,9}$/),
    separators,
  })
  .map(
    ({ prefix, digits, separators }) => prefix + [...digits].map((d, n) => `${separators[n]}${d}`).join(''),
  )

test('finds a telephone number by any four or more of its digits, as typed or in national form', async () => {
  await fc.assert(
    fc.asyncProperty(
      phone,
      fc.nat(30),
      fc.integer({ min: 4, max: 14 }),
      separators,
      async (phone, from, length, separators) => {
        const written = phone.replace(/\D/g, '')
        const national = phone.replace(/^(\+44|0044)( \(0\))?/, '0').replace(/\D/g, '')
        for (const digits of [written, national]) {
          const start = Math.min(from, digits.length - 4)
          const typed = Array.from(digits.slice(start, start + length), (d, n) => d + separators[n]).join('')
          const [row] = await sql`
          select ${matchesGuest(sql, typed)} as found
          from (select guest_search_text('Walk-in', null, ${phone}, 'CV-AAAA-AA') as guest_search, '' as reference) as b`
          expect(row?.found, `${typed} in ${phone}`).toBe(true)
        }
      },
    ),
    { numRuns: 200 },
  )
})

const name = fc.string({
  unit: fc.constantFrom(..."abzéØßŁñÅΣς İIæÞ’'-.–`0 9日본áçǄ"),
  minLength: 1,
  maxLength: 20,
})

test('the browser and the database fold names alike', async () => {
  await fc.assert(
    fc.asyncProperty(name, async (guest_name) => {
      const [row] = await sql`
        select fold_guest_text(${guest_name}) as folded,
          guest_search_text(${guest_name}, null, null, 'CV-8WBR-2Q') as text`
      expect(row).toEqual({
        folded: foldGuestText(guest_name),
        text: guestSearchText({ guest_name, reference: 'CV-8WBR-2Q' }),
      })
    }),
    { numRuns: 200 },
  )
})

test('the browser matches the beginnings of names and references, as the database does', () => {
  const text = guestSearchText({ guest_name: 'Seán O’Brien-Jones', reference: 'CV-8WBR-2Q' })
  const found = (typed: string) => holdsNeedles(text, guestNeedles(typed))
  expect(['obrien', 'jo', 'se', '8wbr', 'cv-8w', '2q'].map(found)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
})

test('erasing a guest empties the search text, but the whole reference still finds the booking', async () => {
  const by = { actor: 'system' } as const
  await changeBookingStatus(sql, adaeze, 'cancelled', { by }, now)
  await erasePerson(sql, 'ao@example.com', { by }, now)
  expect([...(await sql`select guest_search from bookings where id = ${adaeze}`)]).toEqual([
    { guest_search: '' },
  ])
  expect(await read('/api/bookings?search=okafor')).toMatchObject({ total: 0 })
  expect(await read('/api/bookings?search=8wbr')).toMatchObject({ total: 0 })
  expect(await read('/api/bookings?search=cv-8wbr-2q')).toMatchObject({ total: 1 })
})

test.each(['bookings', 'bookings/counts', 'bookings/file', 'customers'])(
  '%s refuses a search of more than 200 characters, so that no regular expression runs on it',
  async (list) => {
    const search = (length: number) =>
      read(`/api/${list}?${new URLSearchParams({ search: 'a'.repeat(length) })}`)
    expect(await search(201)).toEqual({ status: 400 })
    expect(await search(8000)).toEqual({ status: 400 })
    if (list !== 'bookings/file') expect(await search(200)).not.toHaveProperty('status')
  },
)
