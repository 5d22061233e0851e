import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { containsTerm } from '../../platform/api/listing.server.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql)

const market = await makeDailyExperience(sql)
const { id: experience_id, vineyard_id } = market.experience
await sql`update vineyards set name = 'O’Hara’s Rows' where id = ${vineyard_id}`
await sql`update experiences set title = 'The O''Hara tasting' where id = ${experience_id}`
await makeWinemaker(sql, { vineyard_id, name: 'Wyn O‘Hara', email: "wyn.o'hara@example.com" })
await sql`insert into blog_posts (slug, title) values ('a-draft', 'At O’Hara’s')`
const id = await book(sql, market.experience, market.on('2026-06-06'), 2, app.now)
await sql`
  update bookings set guest_name = 'O\`Hara O’Hara', guest_email = ${"o'hara@example.com"} where id = ${id}`
await sql`insert into emails (email_type, to_address, payload) values ('trial', ${"o'hara@example.com"}, '{}')`
await sql`
  insert into contact_messages ${sql({ name: 'O’Hara', email: 'a@example.com', subject: 'Hello', message: 'Hello', form_key: crypto.randomUUID() })}`

const read = async (path: string) => (await visit(path, { headers: signedIn(admin) })).json()
const lists = [
  'vineyards',
  'experiences',
  'bookings',
  'customers',
  'contact_messages',
  'winemakers',
  'emails',
] as const

test.each(["o'hara", 'o’hara', 'O‘HARA', 'o`hara'])('every staff search finds %s', async (search) => {
  const query = new URLSearchParams({ search })
  const everywhere = await read(`/api/search?${query}`)
  const found = Object.entries<unknown[]>(everywhere).map(([kind, { length }]) => [kind, length])
  expect(Object.fromEntries(found)).toEqual({
    vineyards: 1,
    bookings: 1,
    groups: 0,
    customers: 1,
    winemakers: 1,
    posts: 1,
  })
  const totals = await Promise.all(lists.map((list) => read(`/api/${list}?${query}`)))
  // The list of emails has two matches, because it also contains the booking's own email.
  expect(totals.map(({ total }) => total)).toEqual(lists.map((list) => (list === 'emails' ? 2 : 1)))
})

test('an apostrophe matches no other character, and counts as one of the two characters that a search needs', async () => {
  expect((await read('/api/bookings?search=oxhara')).total).toBe(0)
  expect((await read('/api/vineyards?search=o%25hara')).total).toBe(0)
  expect((await read('/api/bookings?search=o%27')).total).toBe(1)
  expect((await read('/api/vineyards?search=%60')).total).toBe(0)
})

test('a term matches exactly the texts that contain it, with any kind of apostrophe or none', async () => {
  const holds = async (text: string, term: string) => {
    const [row] = await sql`select ${containsTerm(sql, sql`${text}::text`, term)} as found`
    return row?.found
  }
  expect(await holds('a’beckett`s', "A'BECKETT'S")).toBe(true)
  expect(await holds('a’beckett', 'abeckett')).toBe(true)
  expect(await holds("a'beckett", 'a’beckett’s')).toBe(false)
  expect(await holds("a_b'c", "a%b'c")).toBe(false)
})

test.each(['rose', 'ROSÉ', 'rosé'])(
  'every staff search finds %s with and without its accent',
  async (search) => {
    await sql`update vineyards set name = 'Rosé Bank' where id = ${vineyard_id}`
    await sql`update experiences set title = 'Rose tasting' where id = ${experience_id}`
    const query = new URLSearchParams({ search })
    expect((await read(`/api/search?${query}`)).vineyards).toHaveLength(1)
    expect((await read(`/api/experiences?${query}`)).total).toBe(1)
    expect(
      (await read(`/api/suggestions?${new URLSearchParams({ search: `${search} b` })}`)).suggestions,
    ).toMatchObject([{ kind: 'vineyard', label: 'Rosé Bank' }])
  },
)
