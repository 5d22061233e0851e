import { zBooking } from '@octocloud/types'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeKeyOf, makeSupplier, reseller } from '../../../test/octo.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp()
const { sql, visit } = app
const { vineyard, tour } = await makeSupplier(sql)
const { key } = await makeKeyOf(sql, vineyard.id)
const octo = reseller(visit, vineyard.id, key)
const unitsOf = (guests: number) => Array.from({ length: guests }, () => ({ unitId: 'guest' }))
const request = {
  productId: tour.id,
  optionId: 'DEFAULT',
  availabilityId: '2026-06-05T14:30:00+01:00',
  unitItems: unitsOf(2),
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    -1,
    1e9,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    "'; drop table holds; --",
    '9999-12-31',
    '0000-00-00',
    tour.id,
    '2026-06-05T14:30:00+01:00',
    '2199-12-31T23:59:00Z',
    '2026-06-05T99:99:00+01:00',
    'x'.repeat(5000),
    [],
    {},
    [null],
    true,
  ),
  fc.array(fc.constant({ unitId: 'guest' }), { maxLength: 12 }),
)
const fields = [
  'productId',
  'optionId',
  'availabilityId',
  'availabilityIds',
  'localDate',
  'localDateStart',
  'localDateEnd',
  'units',
  'unitItems',
  'contact',
  'notes',
  'uuid',
  'resellerReference',
  'expirationMinutes',
  'emailReceipt',
  'reason',
]
const oddBody = fc.oneof(
  fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 5 }),
  fc
    .dictionary(fc.constantFrom(...fields), odd, { maxKeys: 2 })
    .map((some) => ({ ...request, localDate: '2026-06-05', ...some })),
  fc.constantFrom('', '{', 'null', '[]', '"x"', `{"productId":${'['.repeat(5000)}`, '{"__proto__":{}}'),
)

// ASVS 4.1.4
test('answers other content types, large bodies and other methods with JSON', async () => {
  const send = (init: RequestInit, path = '/bookings') =>
    visit(`/octo/${vineyard.id}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, ...init.headers },
    })
  const text = await send({
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'Content-Type': 'text/plain' },
  })
  expect(text.status).toBe(200)
  for (const [init, status] of [
    [{ method: 'POST', body: 'x'.repeat(300_000) }, 413],
    [{ method: 'DELETE' }, 404],
    [
      { method: 'POST', headers: { Origin: 'https://other.example' }, body: new URLSearchParams({ a: 'b' }) },
      403,
    ],
    [{ method: 'POST', headers: { 'Content-Type': 'application/xml' }, body: '<x/>' }, 400],
  ] as const) {
    const answer = await send(init)
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { error: expect.stringMatching(/^[A-Z_]+$/), errorMessage: expect.stringMatching(/\S/) },
    ])
  }
  const failed = await app.visitWithoutDatabase(`/octo/${vineyard.id}/products`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  expect([failed.status, (await failed.json()).error]).toEqual([503, 'INTERNAL_SERVER_ERROR'])
  expect(app.expectErrors()).toHaveLength(1)
})

// This test is the last, because its long form uses up the requests that a key may send in a minute.
test('odd bodies and ids never cause a server error', async () => {
  const { uuid } = await octo.fetch(zBooking, 'POST', '/bookings', request)
  const booked = await octo.fetch(zBooking, 'POST', '/bookings', request)
  await octo.fetch(zBooking, 'POST', `/bookings/${booked.uuid}/confirm`, { contact: {} })
  const ids = [uuid, booked.uuid, 'x', '%00', '%F0%28', "'", '..%2f']
  const endpoints = fc.oneof(
    fc.constantFrom(
      ['POST', '/bookings'],
      ['POST', '/availability'],
      ['POST', '/availability/calendar'],
      ['POST', '/supplier'],
    ),
    fc.tuple(
      fc.constantFrom('PATCH', 'GET'),
      fc.constantFrom(...ids).map((id) => `/bookings/${id}`),
    ),
    fc.tuple(
      fc.constant('GET'),
      fc.constantFrom(...ids).map((id) => `/products/${id}`),
    ),
    fc.tuple(
      fc.constant('GET'),
      fc.string().map((text) => `/bookings?resellerReference=${encodeURIComponent(text.toWellFormed())}`),
    ),
    fc.tuple(
      fc.constant('POST'),
      fc
        .tuple(fc.constantFrom(...ids), fc.constantFrom('extend', 'confirm'))
        .map(([id, what]) => `/bookings/${id}/${what}`),
    ),
  )
  await fc.assert(
    fc.asyncProperty(endpoints, oddBody, async ([method = '', path = ''], body) => {
      const { status } = await octo.call(method, path, method === 'GET' ? undefined : body)
      expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
    }),
    { numRuns: Number(process.env.OCTO_RUNS ?? 150) },
  )
  expect(await findInconsistencies(sql, app.now)).toEqual([])
}, 60_000)
