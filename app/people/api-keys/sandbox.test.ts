import { zBooking } from '@octocloud/types'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  makeAdmin,
  makeApiKey,
  makeBookable,
  makeReseller,
  makeWinemaker,
  signedIn,
} from '../../../test/make.ts'
import { reseller } from '../../../test/octo.ts'
import { endpointsOf, requestOf } from '../../../test/permissions/requests.ts'
import type { RowIds } from '../../../test/permissions/world.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { eraseOldData } from '../../staff/personal-data/retention.server.ts'

const app = await startApp()
const { sql, visit } = app
const { experience } = await makeBookable(sql)
const { vineyard_id } = experience
await sql`update vineyards set is_verified = true where id = ${vineyard_id}`
const owner = await makeWinemaker(sql, { vineyard_id })
const admin = await makeAdmin(sql)

const made = await visit('/api/api_keys', {
  method: 'POST',
  headers: { ...signedIn(owner), 'Content-Type': 'application/json' },
  body: JSON.stringify({
    vineyard_id,
    name: 'Trial',
    permissions: ['availability:read', 'bookings:read', 'bookings:write'],
    is_test: true,
  }),
})
const { key: token } = await made.json()
const [sandbox] = await sql<[{ id: string }]>`select id from vineyards where is_sandbox`
const tests = reseller(visit, sandbox.id, token)
const [tasting, supper] = await sql<[{ id: string }, { id: string }]>`
  select id from experiences where vineyard_id = ${sandbox.id} order by max_group_size desc`

const guest = { fullName: 'Zqtrial Guest', emailAddress: 'zqtrial@example.com' }
async function book(of: { id: string }, time: string, guests: number) {
  const { uuid } = await tests.fetch(zBooking, 'POST', '/bookings', {
    productId: of.id,
    optionId: 'DEFAULT',
    availabilityId: `2026-06-05T${time}:00+01:00`,
    unitItems: Array.from({ length: guests }, () => ({ unitId: 'guest' })),
  })
  return tests.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, { contact: guest, emailReceipt: true })
}

test('a test key books in the sandbox, and no email is sent', async () => {
  expect(made.status).toBe(201)
  expect(token).toMatch(/^cv_test_[\w-]{43}$/)
  const { uuid } = await book(tasting, '10:00', 8)
  await book(supper, '18:00', 2)
  expect(await sql`select from emails`).toHaveLength(0)
  const bookings = await (await visit('/api/bookings', { headers: signedIn({ token }) })).json()
  expect(bookings.total).toBe(2)
  const vineyards = await (await visit('/api/vineyards', { headers: signedIn({ token }) })).json()
  expect(vineyards.items.map(({ id }: { id: string }) => id)).toEqual([sandbox.id])
  const span = { from: '2026-06-05', until: '2026-06-05' }
  const slots = `/api/slots?${new URLSearchParams({ experience_id: tasting.id, ...span })}`
  const read = async (headers: HeadersInit = {}) => (await (await visit(slots, { headers })).json()).total
  expect([await read(), await read(signedIn({ token }))]).toEqual([0, 2])
  const stranger = await makeApiKey(sql, { is_test: true })
  const theirs = await visit(`/api/bookings/${uuid}`, { headers: signedIn(stranger) })
  expect(theirs.status).toBe(404)
})

test('the list of products begins with the product for the largest parties', async () => {
  // OCTO's connection check books about 20 places in one slot of the first available product.
  const { body } = await tests.call('GET', '/products')
  expect(body.map(({ id }: { id: string }) => id)).toEqual([tasting.id, supper.id])
})

test('a test key has no access to real vineyards, and a live key has no access to the sandbox', async () => {
  expect((await reseller(visit, vineyard_id, token).call('GET', '/supplier')).status).toBe(403)
  const paths = [`/api/vineyards/${vineyard_id}`, `/api/experiences/${experience.id}`]
  for (const path of paths) expect((await visit(path, { headers: signedIn({ token }) })).status).toBe(404)
  // The sandbox stays out of reach even if somebody writes an opt-in for it to the database.
  const everywhere = await makeReseller(sql, {}, [vineyard_id, sandbox.id])
  for (const live of [
    await makeApiKey(sql, { vineyard_id }),
    await makeApiKey(sql, { reseller_id: everywhere.id }),
  ]) {
    expect((await reseller(visit, sandbox.id, live.token).call('GET', '/supplier')).status).toBe(403)
    expect((await visit(`/api/vineyards/${sandbox.id}`, { headers: signedIn(live) })).status).toBe(404)
  }
})

test('the sandbox appears in no list, search, figure or page', async () => {
  const ids = { vineyards: vineyard_id, experiences: experience.id, availability_patterns: '' } as RowIds
  const paths = (await endpointsOf(visit))
    .filter(({ name }) => name.startsWith('GET ') && !name.includes('{') && !name.includes('openapi'))
    .map(({ name }) => requestOf(name, ids).path)
  const unfiltered = paths.map((path) => path.replace(/[?&]vineyard_id=[^&]*/, ''))
  const all = new Set([
    ...paths,
    ...unfiltered,
    ...['sandbox', 'Zqtrial'].flatMap((search) => [
      `/api/search?search=${search}`,
      `/api/suggestions?search=${search}`,
      `/api/vineyards?search=${search}`,
      `/api/experiences?search=${search}`,
      `/api/bookings?search=${search}`,
      `/api/customers?search=${search}`,
      `/explore?search=${search}`,
    ]),
    '/',
    '/explore',
    '/explore?view=map',
    '/sitemap.xml',
    '/feeds/things-to-do.json',
    `/vineyard/${sandbox.id}`,
    `/book-now/${sandbox.id}`,
    `/book-now/${sandbox.id}?experience=${tasting.id}`,
    `/vineyard/${sandbox.id}/claim`,
    `/api/slots?experience_id=${tasting.id}&from=2026-06-05&until=2026-06-06`,
    `/api/open_days?experience_id=${tasting.id}&from=2026-06-05&until=2026-06-06`,
    `/api/experiences?vineyard_id=${sandbox.id}`,
  ])
  expect(all.size).toBeGreaterThan(60)
  const traces = async () => {
    const found = new Set<string>()
    for (const path of all)
      for (const headers of [{}, signedIn(admin), signedIn(owner)] as HeadersInit[]) {
        const text = await (await visit(path, { headers })).text()
        const isNamed = /Zqtrial Guest|zqtrial@|Sandbox (Estate|tasting|supper)/i.test(text)
        if (isNamed || (text.includes(sandbox.id) && !path.includes(sandbox.id))) found.add(path)
      }
    return [...found]
  }
  expect(await traces()).toEqual([])
  expect((await visit(`/vineyard/${sandbox.id}`)).status).toBe(404)

  // The same requests find the vineyard once it is no longer marked as a sandbox.
  await sql`update vineyards set is_sandbox = false where id = ${sandbox.id}`
  await sql`update bookings set is_test = false where is_test`
  expect(await traces()).toEqual(
    expect.arrayContaining([
      '/api/vineyards',
      '/api/experiences',
      '/api/bookings',
      '/api/search?search=sandbox',
      '/api/search?search=Zqtrial',
    ]),
  )
  await sql`update bookings set is_test = true where vineyard_id = ${sandbox.id}`
  await sql`update vineyards set is_sandbox = true where id = ${sandbox.id}`
})

test('totals, counts and the consistency check leave out test bookings', async () => {
  expect(await findInconsistencies(sql, app.now)).toEqual([])
  expect(await sql`select from staff_booking_events`).toHaveLength(0)
  for (const path of ['bookings', 'customers'])
    expect(await (await visit(`/api/${path}`, { headers: signedIn(admin) })).json(), path).toMatchObject({
      items: [],
      total: 0,
    })
  const marketplace = await (await visit('/api/marketplace', { headers: signedIn(admin) })).text()
  expect(marketplace).not.toMatch(/"(placed|coming|coming_guests|late)":[1-9]/)
  const list = await (await visit('/api/vineyards', { headers: signedIn(admin) })).json()
  expect(list.total).toBe((await sql`select from vineyards where not is_sandbox`).length)
})

test('cancels and erases the sandbox’s bookings when they are older than a day', async () => {
  const left = () => sql`select from bookings where is_test and status <> 'cancelled' and erased_at is null`
  const erase = (at: string) =>
    eraseOldData(sql, { keep_names_months: 24, keep_mails_days: 90 }, new Date(at))
  await erase('2026-06-02T08:00:00Z')
  expect(await left()).toHaveLength(2)
  await erase('2026-06-02T10:00:00Z')
  expect(await left()).toHaveLength(0)
  expect(await sql`select from bookings where guest_email = ${guest.emailAddress}`).toHaveLength(0)
})
