import { zBooking } from '@octocloud/types'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  makeAdmin,
  makeApiKey,
  makePattern,
  makeReseller,
  makeWinemaker,
  signedIn,
} from '../../../test/make.ts'
import { type Body, makeSupplier, reseller } from '../../../test/octo.ts'
import { race } from '../../../test/race.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp()
const { sql, visit } = app
const unitsOf = (guests: number) => Array.from({ length: guests }, () => ({ unitId: 'guest' }))

/** Creates a verified vineyard, its owner, and a reseller with two keys. `hold` holds places of the tour at 2:30 PM. */
async function makeSold() {
  const { vineyard, tour, tourPattern } = await makeSupplier(sql)
  const seller = await makeReseller(sql, {}, [vineyard.id])
  const keys = [
    await makeApiKey(sql, { reseller_id: seller.id }),
    await makeApiKey(sql, { reseller_id: seller.id }),
  ] as const
  const [first, second] = [
    reseller(visit, vineyard.id, keys[0].token),
    reseller(visit, vineyard.id, keys[1].token),
  ]
  const request = (guests: number, day = '2026-06-05', time = '14:30') => ({
    productId: tour.id,
    optionId: 'DEFAULT',
    availabilityId: `${day}T${time}:00+01:00`,
    unitItems: unitsOf(guests),
  })
  const held = async () => {
    const [places] = await sql`
      select coalesce(sum(held), 0)::int as held from slots where version > 0 and pattern_id = ${tourPattern.id}`
    return places?.held
  }
  const hold = (guests: number, day?: string, of = first): Promise<Body> =>
    of.fetch(zBooking, 'POST', '/bookings', request(guests, day))
  const owner = await makeWinemaker(sql, { vineyard_id: vineyard.id })
  return { vineyard, tour, tourPattern, seller, keys, first, second, request, held, hold, owner }
}

const optOut = (who: { token: string }, seller: { id: string }, vineyard_id: string) =>
  visit(`/api/resellers/${seller.id}/opt_in`, {
    method: 'PUT',
    headers: { ...signedIn(who), 'Content-Type': 'application/json' },
    body: JSON.stringify({ vineyard_id, opts_in: false }),
  })

test('all keys of a seller together hold at most a quarter of a session, not counting the seller’s confirmed bookings', async () => {
  const { first, second, hold, request, held } = await makeSold()
  await hold(8)
  const { uuid } = await hold(8, undefined, second)
  // The limit is 18 places, a quarter of the 72 places.
  expect(await second.refusal('POST', '/bookings', request(3))).toEqual({
    error: 'UNPROCESSABLE_ENTITY',
    errorMessage:
      'A seller can hold a quarter of a session, or one party of the largest size. You can hold 2 more places in this session. To hold more, confirm or cancel a reservation first.',
  })
  const small = await hold(2)
  expect((await first.refusal('PATCH', `/bookings/${small.uuid}`, { unitItems: unitsOf(3) })).error).toBe(
    'UNPROCESSABLE_ENTITY',
  )
  await first.fetch(zBooking, 'PATCH', `/bookings/${small.uuid}`, { unitItems: unitsOf(1) })
  await first.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, { contact: {} })
  await hold(8)
  expect(await held()).toBe(17)
  const elsewhere = await hold(8, '2026-06-06')
  const moved = { availabilityId: request(8).availabilityId }
  expect((await first.refusal('PATCH', `/bookings/${elsewhere.uuid}`, moved)).error).toBe(
    'UNPROCESSABLE_ENTITY',
  )
})

test('a seller can hold one party of the largest size, even if a quarter of the session is smaller', async () => {
  const { tour, first, request } = await makeSold()
  await makePattern(sql, { experience_id: tour.id, capacity: 12, start_time: '16:00' })
  await first.fetch(zBooking, 'POST', '/bookings', request(8, '2026-06-05', '16:00'))
  expect((await first.refusal('POST', '/bookings', request(1, '2026-06-05', '16:00'))).error).toBe(
    'UNPROCESSABLE_ENTITY',
  )
})

test('all keys of a seller together hold at most 50 places at all vineyards', async () => {
  const { seller, first, second, hold, request } = await makeSold()
  const other = await makeSupplier(sql)
  await sql`insert into reseller_vineyards ${sql({ reseller_id: seller.id, vineyard_id: other.vineyard.id, opted_in_at: app.now })}`
  for (const day of ['05', '06', '07', '08', '09', '10'])
    await hold(8, `2026-06-${day}`, day > '07' ? second : first)
  const { errorMessage } = await first.refusal('POST', '/bookings', request(3, '2026-06-11'))
  expect(errorMessage).toBe(
    'A seller can hold 50 places at a time. You can hold 2 more places now. To hold more, confirm or cancel a reservation first.',
  )
  const there = { ...request(3, '2026-06-11'), productId: other.tour.id }
  const { token } = await makeApiKey(sql, { reseller_id: seller.id })
  expect((await reseller(visit, other.vineyard.id, token).refusal('POST', '/bookings', there)).error).toBe(
    'UNPROCESSABLE_ENTITY',
  )
  await hold(2, '2026-06-11')
  app.now = new Date(app.now.getTime() + 31 * 60_000)
  await hold(8, '2026-06-12')
})

test('only one of two concurrent holds gets the last places that a seller may hold', async () => {
  const { hold, first, second, request, seller } = await makeSold()
  await hold(8)
  await hold(2)
  const answers = await race(
    sql,
    (holder) => holder`select pg_advisory_xact_lock(hashtextextended('holds of ' || ${seller.id}::text, 0))`,
    [first, second].map((of) => () => of.call('POST', '/bookings', request(8))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('test keys have no limit, and the sandbox has a sold-out session', async () => {
  const { owner, vineyard } = await makeSold()
  const made = await visit('/api/api_keys', {
    method: 'POST',
    headers: { ...signedIn(owner), 'Content-Type': 'application/json' },
    body: JSON.stringify({
      vineyard_id: vineyard.id,
      name: 'Trial',
      is_test: true,
      permissions: ['availability:read', 'bookings:read', 'bookings:write'],
    }),
  })
  const { key } = await made.json()
  const [sandbox] = await sql<[{ id: string }]>`select id from vineyards where is_sandbox`
  const tests = reseller(visit, sandbox.id, key)
  const products: Body[] = (await tests.call('GET', '/products')).body
  const idOf = (name: string) => products.find(({ internalName }) => internalName === name)?.id
  const request = {
    productId: idOf('Sandbox tasting'),
    optionId: 'DEFAULT',
    availabilityId: '2026-06-05T10:00:00+01:00',
    unitItems: unitsOf(8),
  }
  for (let n = 0; n < 12; n++) await tests.fetch(zBooking, 'POST', '/bookings', request)
  const span = { localDateStart: '2026-06-05', localDateEnd: '2026-06-05' }
  const wanted = { productId: idOf('Sandbox supper'), optionId: 'DEFAULT' }
  const { body } = await tests.call('POST', '/availability', { ...wanted, ...span })
  expect(body.map(({ status }: Body) => status)).toEqual(['AVAILABLE', 'SOLD_OUT'])
  const full = { ...wanted, availabilityId: body[1].id, unitItems: unitsOf(1) }
  expect((await tests.refusal('POST', '/bookings', full)).error).toBe('UNPROCESSABLE_ENTITY')
})

test('revoking a key releases its holds, and opting out or switching the reseller off releases the reseller’s holds', async () => {
  const { vineyard, owner, seller, keys, hold, held, second } = await makeSold()
  const admin = await makeAdmin(sql)
  const { uuid } = await hold(2)
  await hold(3, '2026-06-06', second)
  const rival = await makeReseller(sql, {}, [vineyard.id])
  const theirs = reseller(visit, vineyard.id, (await makeApiKey(sql, { reseller_id: rival.id })).token)
  await hold(1, '2026-06-07', theirs)
  const revoked = await visit(`/api/api_keys/${keys[0].id}`, { method: 'DELETE', headers: signedIn(admin) })
  expect([revoked.status, await held()]).toEqual([204, 4])
  expect((await second.fetch(zBooking, 'GET', `/bookings/${uuid}`)).status).toBe('CANCELLED')
  expect([(await optOut(owner, seller, vineyard.id)).status, await held()]).toEqual([204, 1])
  const off = await visit(`/api/resellers/${rival.id}`, {
    method: 'PATCH',
    headers: { ...signedIn(admin), 'Content-Type': 'application/json', 'If-Match': '*' },
    body: '{ "is_active": false }',
  })
  expect([off.status, await held()]).toEqual([200, 0])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('after a vineyard opts out, a reseller can only read and cancel its earlier bookings there', async () => {
  const { vineyard, owner, seller, first, keys, hold, request } = await makeSold()
  const sold = await Promise.all([hold(2), hold(1)])
  for (const { uuid } of sold)
    await first.fetch(zBooking, 'POST', `/bookings/${uuid}/confirm`, { contact: {} })
  const [one, other] = sold.map(({ uuid }) => `/bookings/${uuid}`) as [string, string]
  await optOut(owner, seller, vineyard.id)
  expect((await first.fetch(zBooking, 'GET', one)).status).toBe('CONFIRMED')
  for (const [method, path, body] of [
    ['GET', '/products', undefined],
    ['POST', '/bookings', request(1)],
    ['PATCH', one, { unitItems: unitsOf(1) }],
    ['POST', `${one}/extend`, {}],
    ['POST', `${one}/confirm`, { contact: {} }],
  ] as const)
    expect((await first.call(method, path, body)).status, path).toBe(403)
  expect((await first.fetch(zBooking, 'POST', `${one}/cancel`, {})).status).toBe('CANCELLED')
  const { items } = await (await visit('/api/bookings', { headers: signedIn(keys[1]) })).json()
  expect(items).toHaveLength(2)
  const call = (action: string, body: object) =>
    visit(`/api${other}/${action}`, {
      method: 'POST',
      headers: { ...signedIn(keys[1]), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await call('move', { number_of_guests: 2 })).status).toBe(401)
  expect((await call('cancel', {})).status).toBe(200)
  const stranger = reseller(
    visit,
    vineyard.id,
    (await makeApiKey(sql, { reseller_id: (await makeReseller(sql)).id })).token,
  )
  expect((await stranger.call('GET', one)).status).toBe(403)
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('owners see when the holds of sellers end, and can release these holds', async () => {
  const { vineyard, tour, owner, seller, hold, held } = await makeSold()
  const { uuid } = await hold(2)
  const list = async (who: { token: string }) => {
    const listed = await visit(`/api/holds?vineyard_id=${vineyard.id}`, { headers: signedIn(who) })
    return (await listed.json()).items
  }
  expect(await list(owner)).toEqual([
    {
      id: uuid,
      seller: seller.name,
      experience_title: tour.title,
      slot_date: '2026-06-05',
      start_time: '14:30:00',
      number_of_guests: 2,
      expires_at: new Date(app.now.getTime() + 30 * 60_000).toISOString(),
    },
  ])
  expect(await list(await makeWinemaker(sql))).toEqual([])
  const released = await visit(`/api/holds/${uuid}`, { method: 'DELETE', headers: signedIn(owner) })
  expect([released.status, await held(), await list(owner)]).toEqual([204, 0, []])
})
