import {
  zAvailabilitiesAvailabilityCalendarResponse,
  zAvailabilitiesAvailabilityCheckResponse,
  zCapabilitiesGetResponse,
  zProduct,
  zProductsGetProductsResponse,
  zSupplier,
} from '@octocloud/types'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { hold } from '../../../test/book.ts'
import { makeExperience, makePattern, makeVineyard, storeSlots } from '../../../test/make.ts'
import { localTime, startOf } from './octo-availability.server.ts'
import { allPermissions, type Body, makeKeyOf, makeSupplier, reseller } from '../../../test/octo.ts'

const app = await startApp()
const { sql, visit } = app
const { vineyard, tour, tasting, tourPattern } = await makeSupplier(sql)
const stated = { vineyard_id: vineyard.id, fact: 'step_free_route', choice: 'ramp', detail: 'Ring the bell' }
await sql`insert into vineyard_facts ${sql({ ...stated, stated_on: '2026-05-01' })}`
const { key } = await makeKeyOf(sql, vineyard.id)
const both = 'octo/pricing, octo/content'
const plain = reseller(visit, vineyard.id, key)
const month = { localDateStart: '2026-06-01', localDateEnd: '2026-07-01' }
const ofTour = { productId: tour.id, optionId: 'DEFAULT' }

test.each(['', 'octo/pricing', both])(
  'supplier, products and capabilities conform to OCTO with the capabilities "%s"',
  async (capabilities) => {
    const octo = reseller(visit, vineyard.id, key, capabilities)
    const supplier = await octo.fetch(zSupplier, 'GET', '/supplier')
    expect(supplier).toMatchObject({
      id: vineyard.id,
      endpoint: `http://site.test/octo/${vineyard.id}`,
      contact: { email: 'cellar@example.com', telephone: '01632 960100' },
    })
    const products: Body[] = await octo.fetch(zProductsGetProductsResponse, 'GET', '/products')
    expect(products.map(({ internalName }) => internalName)).toEqual(['Tasting', 'Cellar tour'])
    const product = await octo.fetch(zProduct, 'GET', `/products/${tour.id}`)
    expect(product).toEqual(products[1])
    expect(product.options[0]).toMatchObject({
      id: 'DEFAULT',
      availabilityLocalStartTimes: ['14:30'],
      cancellationCutoff: '0 hours',
      restrictions: { minUnits: 1, maxUnits: 8 },
      units: [{ id: 'guest', type: 'ADULT', restrictions: { minAge: 0 } }],
    })
    const [unit] = product.options[0].units
    if (capabilities === '') {
      expect(product).not.toHaveProperty('pricingPer')
      expect(unit).not.toHaveProperty('pricingFrom')
    } else {
      expect(product).toMatchObject({
        defaultCurrency: 'GBP',
        availableCurrencies: ['GBP'],
        pricingPer: 'UNIT',
      })
      expect(unit.pricingFrom).toMatchObject([
        { original: 1850, retail: 1850, currency: 'GBP', currencyPrecision: 2 },
      ])
    }
    if (capabilities === both) {
      expect(product).toMatchObject({
        title: 'Cellar tour',
        durationMinutesFrom: 90,
        locations: [{ types: ['START'] }],
      })
      expect(products[0].features).toContainEqual({ type: 'INCLUSION', shortDescription: 'Wine' })
      expect(products[0].features).toContainEqual({
        type: 'ACCESSIBILITY_INFORMATION',
        shortDescription: 'Step-free route: Step-free with a ramp. Ring the bell',
      })
    } else expect(product).not.toHaveProperty('title')
    await octo.fetch(zCapabilitiesGetResponse, 'GET', '/capabilities')
    const { headers } = await octo.call('GET', '/supplier')
    expect(headers.get('Octo-Capabilities')).toBe(
      capabilities === both ? 'octo/content, octo/pricing' : capabilities,
    )
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  },
)

test.each(['', both])(
  'calendar and availability conform to OCTO with the capabilities "%s"',
  async (capabilities) => {
    const octo = reseller(visit, vineyard.id, key, capabilities)
    const days: Body[] = await octo.fetch(
      zAvailabilitiesAvailabilityCalendarResponse,
      'POST',
      '/availability/calendar',
      { ...ofTour, ...month },
    )
    expect(days).toHaveLength(31)
    expect(days[0]).toMatchObject({
      localDate: '2026-06-01',
      available: true,
      status: 'AVAILABLE',
      vacancies: 72,
    })
    const times: Body[] = await octo.fetch(
      zAvailabilitiesAvailabilityCheckResponse,
      'POST',
      '/availability',
      {
        ...ofTour,
        ...month,
      },
    )
    expect(times).toHaveLength(31)
    expect(times[0]).toMatchObject({
      id: '2026-06-01T14:30:00+01:00',
      localDateTimeStart: '2026-06-01T14:30:00+01:00',
      localDateTimeEnd: '2026-06-01T16:00:00+01:00',
      utcCutoffAt: '2026-06-01T13:30:00Z',
      vacancies: 72,
      capacity: 72,
      maxUnits: 8,
    })
    expect('unitPricing' in times[0]).toBe(capabilities === both)
    expect('unitPricingFrom' in days[0]).toBe(capabilities === both)
    const ask = (fields: object) =>
      octo.fetch(zAvailabilitiesAvailabilityCheckResponse, 'POST', '/availability', { ...ofTour, ...fields })
    expect(await ask({ localDate: '2026-06-03' })).toEqual([times[2]])
    expect(await ask({ availabilityIds: [times[2].id, times[4].id, 'other'] })).toEqual([times[2], times[4]])
    expect((await ask({ localDate: '2026-06-03', units: [{ id: 'guest', quantity: 9 }] }))[0].available).toBe(
      false,
    )
  },
)

test('refuses wrong ids and dates with 400, and names the wrong id', async () => {
  expect(await plain.refusal('GET', '/products/invalidProductId')).toMatchObject({
    error: 'INVALID_PRODUCT_ID',
    productId: 'invalidProductId',
  })
  for (const path of ['/availability', '/availability/calendar']) {
    const ask = (fields: object) => plain.refusal('POST', path, { ...ofTour, ...month, ...fields })
    expect(await ask({ productId: 'invalidProductId' })).toMatchObject({ error: 'INVALID_PRODUCT_ID' })
    expect(await ask({ optionId: 'invalidOptionId' })).toMatchObject({
      error: 'INVALID_OPTION_ID',
      optionId: 'invalidOptionId',
    })
    expect(await ask({ units: [{ id: 'dog', quantity: 1 }] })).toMatchObject({
      error: 'INVALID_UNIT_ID',
      unitId: 'dog',
    })
    for (const fields of [
      { localDateStart: undefined },
      { localDateEnd: '2026-05-31' },
      { localDateEnd: '2027-06-02' },
      { localDateEnd: '9999-12-31' },
      { localDateStart: 'soon' },
    ])
      expect(await ask(fields)).toMatchObject({ error: 'BAD_REQUEST' })
  }
  const availabilityIds = ['2026-06-01T14:30:00+01:00']
  expect(
    await plain.refusal('POST', '/availability', { ...ofTour, ...month, availabilityIds }),
  ).toMatchObject({ error: 'BAD_REQUEST' })
})

test('lists full slots as sold out and half-full slots as limited, and leaves out closed slots', async () => {
  const day = '2026-06-20'
  await sql`insert into availability_exceptions ${sql([
    { vineyard_id: vineyard.id, experience_id: tour.id, starts_on: day, ends_on: day, capacity: 2 },
    {
      vineyard_id: vineyard.id,
      experience_id: tour.id,
      starts_on: '2026-06-21',
      ends_on: '2026-06-21',
      capacity: 5,
    },
    {
      vineyard_id: vineyard.id,
      experience_id: tour.id,
      starts_on: '2026-06-22',
      ends_on: '2026-06-22',
      capacity: null,
    },
  ])}`
  await storeSlots(sql)
  const when: [Date, Date] = [app.now, new Date(app.now.getTime() + 3_600_000)]
  for (const [slot_date, guests] of [
    [day, 2],
    ['2026-06-21', 3],
  ] as const)
    await hold(sql, tour, { pattern_id: tourPattern.id, slot_date }, guests, when)
  const range = { ...ofTour, localDateStart: day, localDateEnd: '2026-06-22' }
  const times: Body[] = await plain.fetch(
    zAvailabilitiesAvailabilityCheckResponse,
    'POST',
    '/availability',
    range,
  )
  expect(times.map(({ status, available, vacancies }) => [status, available, vacancies])).toEqual([
    ['SOLD_OUT', false, 0],
    ['LIMITED', true, 2],
  ])
  const days: Body[] = await plain.fetch(
    zAvailabilitiesAvailabilityCalendarResponse,
    'POST',
    '/availability/calendar',
    range,
  )
  expect(days.map(({ status }) => status)).toEqual(['SOLD_OUT', 'LIMITED', 'CLOSED'])
})

test('ids distinguish the first and the second pass of the repeated hour in October', () => {
  for (const [instant, id] of [
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00+01:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T01:30:00+00:00'],
  ] as const) {
    expect(localTime(new Date(instant))).toBe(id)
    expect(startOf(id)).toEqual(new Date(instant))
  }
})

test('lists an experience only while it and its vineyard meet every condition for resellers', async () => {
  const count = async () =>
    ((await plain.fetch(zProductsGetProductsResponse, 'GET', '/products')) as Body[]).length
  expect(await count()).toBe(2)
  for (const column of ['sold_by_resellers', 'is_instant', 'is_active']) {
    await sql`update experiences set ${sql({ [column]: false })} where id = ${tasting.id}`
    expect(await count(), column).toBe(1)
    expect((await plain.refusal('GET', `/products/${tasting.id}`)).error).toBe('INVALID_PRODUCT_ID')
    await sql`update experiences set ${sql({ [column]: true })} where id = ${tasting.id}`
  }
  for (const column of ['is_verified', 'is_visible']) {
    await sql`update vineyards set ${sql({ [column]: false })} where id = ${vineyard.id}`
    expect(await count(), column).toBe(0)
    await sql`update vineyards set ${sql({ [column]: true })} where id = ${vineyard.id}`
  }
  const unplanned = await makeExperience(sql, {
    vineyard_id: vineyard.id,
    is_instant: true,
    sold_by_resellers: true,
  })
  expect(await count()).toBe(2)
  await makePattern(sql, { experience_id: unplanned.id })
  expect(await count()).toBe(3)
  await sql`update experiences set is_active = false where id = ${unplanned.id}`
})

test('a key works only for its own vineyard and within its permissions, and other requests get errors in OCTO’s format', async () => {
  const other = await makeVineyard(sql)
  const person = 'x'.repeat(43)
  for (const [id, wrong, status, error] of [
    [vineyard.id, null, 401, 'UNAUTHORIZED'],
    [vineyard.id, `cv_live_${person}`, 403, 'FORBIDDEN'],
    [vineyard.id, person, 403, 'FORBIDDEN'],
    [other.id, key, 403, 'FORBIDDEN'],
    ["' or 1=1 --", key, 403, 'FORBIDDEN'],
  ] as const)
    expect(await reseller(visit, encodeURIComponent(id), wrong).call('GET', '/products')).toMatchObject({
      status,
      body: { error, errorMessage: expect.stringMatching(/\S/) },
    })
  const asked = {
    'availability:read': [
      'GET /supplier',
      'GET /capabilities',
      'GET /products',
      'GET /products/x',
      'POST /availability',
      'POST /availability/calendar',
    ],
    'bookings:read': ['GET /bookings', 'GET /bookings/x'],
    'bookings:write': [
      'POST /bookings',
      'PATCH /bookings/x',
      'POST /bookings/x/extend',
      'POST /bookings/x/confirm',
      'POST /bookings/x/cancel',
    ],
  }
  for (const permission of allPermissions) {
    const only = reseller(visit, vineyard.id, (await makeKeyOf(sql, vineyard.id, [permission])).key)
    for (const [needed, endpoints] of Object.entries(asked))
      for (const endpoint of endpoints) {
        const [method = '', path = ''] = endpoint.split(' ')
        const { status, body } = await only.call(method, path, method === 'GET' ? undefined : {})
        if (needed === permission) expect(status, endpoint).not.toBe(403)
        else expect([status, body.error], `${endpoint} with ${permission}`).toEqual([403, 'FORBIDDEN'])
      }
  }
  expect((await plain.call('GET', '/mappings')).status).toBe(404)
})
