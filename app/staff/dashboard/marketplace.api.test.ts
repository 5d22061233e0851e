import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { countBooked } from './marketplace.server.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql)

async function read(path: string, who: { token: string } = admin) {
  const response = await visit(path, { headers: signedIn(who) })
  return { status: response.status, body: await response.json() }
}
const found = async (search: string) =>
  (await read(`/api/search?${new URLSearchParams({ search })}`)).body as Record<string, { name: string }[]>

test('an admin’s search by a few letters finds records of every kind, including hidden vineyards and drafts', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  await sql`update vineyards set name = 'Wynford Hill' where id = ${vineyard_id}`
  await makeWinemaker(sql, { vineyard_id, name: 'Wyn Parry', email: 'wyn@example.com' })
  await sql`insert into blog_posts (slug, title) values ('a-draft', 'Wyn and the vines')`
  const id = await book(sql, market.experience, market.on('2026-06-06'), 2, app.now)
  await sql`update bookings set guest_name = 'Ada Wynne-Jones', guest_email = 'ada.w@example.com' where id = ${id}`
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  const [{ reference }] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`

  const wyn = await found('WYN')
  expect(wyn).toMatchObject({
    vineyards: [{ name: 'Wynford Hill', is_visible: false }],
    winemakers: [{ name: 'Wyn Parry', vineyard_name: 'Wynford Hill' }],
    posts: [{ title: 'Wyn and the vines', published_at: null }],
    bookings: [{ id, guest_name: 'Ada Wynne-Jones' }],
    customers: [{ name: 'Ada Wynne-Jones', email: 'ada.w@example.com', vineyard_id }],
  })
  expect(await found('ada w')).toMatchObject({ bookings: [{ id }], customers: [{}], vineyards: [] })
  expect(await found('ADA.W@')).toMatchObject({ bookings: [{ id }] })
  expect(await found(reference.toLowerCase().replaceAll('-', ' '))).toMatchObject({ bookings: [{ id }] })
  expect(await found(reference.slice(3))).toMatchObject({ bookings: [{ id }], customers: [{}] })
  expect(await found('%')).toEqual({
    vineyards: [],
    bookings: [],
    groups: [],
    customers: [],
    winemakers: [],
    posts: [],
  })
})

test('counts the open tasks, and the vineyards, guests and bookings of the marketplace', async () => {
  const before = (await read('/api/marketplace')).body
  const market = await makeDailyExperience(sql)
  const late = await book(
    sql,
    market.experience,
    market.on('2026-06-06'),
    2,
    new Date('2026-05-31T08:59:00Z'),
  )
  await book(sql, market.experience, market.on('2026-06-06'), 3, new Date('2026-05-31T09:01:00Z'))
  await sql`update bookings set created_at = '2026-05-31T08:59:00Z' where id = ${late}`
  await makeVineyard(sql, { is_verified: true })
  await makeVineyard(sql, { is_visible: false })
  const { body } = await read('/api/marketplace')
  expect(body.waiting.late_bookings).toBe(before.waiting.late_bookings + 1)
  expect(body.waiting.unverified_vineyards).toBe(before.waiting.unverified_vineyards + 1)
  expect(body.figures.vineyards).toBe(before.figures.vineyards + 2)
  expect(body.figures.verified).toBe(before.figures.verified + 1)
  expect(body.figures.coming_guests).toBe(before.figures.coming_guests + 5)
  expect(body.figures.placed).toBe(before.figures.placed + 2)
  expect(body.figures.placed_pounds).toBe(before.figures.placed_pounds + 92.5)
  await sql`update bookings set attendance = 'no_show' where id = ${late}`
  expect((await read('/api/marketplace')).body.figures).toMatchObject({
    placed: before.figures.placed + 2,
    placed_pounds: before.figures.placed_pounds + 55.5,
    coming_guests: before.figures.coming_guests + 3,
  })
})

test('the system page has the version, the newest migration and the state of the worker', async () => {
  const { status, body } = await read('/api/system')
  expect(status).toBe(200)
  expect(body).toMatchObject({ version: expect.stringMatching(/^\d/), worker: null, mail: { dead: 0 } })
  expect(body.migrations.newest).toMatch(/^\d{4}_/)
  expect(body.database.bytes).toBeGreaterThan(1e6)
})

test('an admin starts the consistency check, and a second press joins the check that runs', async () => {
  const press = () => visit('/api/consistency_checks', { method: 'POST', headers: signedIn(admin) })
  const [first, second] = [await press(), await press()]
  expect([first.status, second.status]).toEqual([202, 202])
  const { checks, steps } = await second.json()
  expect(checks).toMatchObject([{ steps_done: 0, finished_at: null }])
  expect(steps).toBe(9)
})

test('counts the bookings of all vineyards by index-only scans', async () => {
  const plan = await sql.begin(async (transaction) => {
    // The tests' table is small, so Postgres would read all of it or use other indexes. Both are ruled out here.
    await transaction`drop index bookings_waiting_at, bookings_by_status, bookings_by_time`
    await transaction`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`
    return transaction`explain ${countBooked(transaction, new Date('2026-06-01T12:00:00Z'))}`
  })
  const scans = plan
    .map((line) => / (\w[\w ]* Scan) using (\w+)/.exec(String(line['QUERY PLAN']))?.slice(1))
    .filter(Boolean)
  expect(scans).toEqual([
    ['Index Only Scan', 'bookings_waiting'],
    ['Index Only Scan', 'bookings_placed'],
    ['Index Only Scan', 'bookings_under_way'],
  ])
})

test('refuses a winemaker', async () => {
  const winemaker = await makeWinemaker(sql)
  for (const path of ['/api/marketplace', '/api/system', '/api/consistency_checks', '/api/admins'])
    expect((await read(path, winemaker)).status, path).toBe(403)
})
