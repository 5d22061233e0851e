import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeBookable, makeVineyard } from '../../../../test/make.ts'

const { sql, visit } = await startApp()

test('lists the bookable experiences of verified vineyards with price, location and links', async () => {
  const { id: vineyard_id } = await makeVineyard(sql, {
    name: 'Flint Hill',
    is_verified: true,
    city: 'Wye',
    postcode: 'TN25 5AA',
    latitude: 51.18,
    longitude: 0.94,
    cover_image_url: '/pictures/hollowdown-960.webp',
  })
  const tour = { vineyard_id, title: 'Cellar tour', is_instant: true, price_per_person: 17.05 }
  const { experience } = await makeBookable(sql, {
    experience: { ...tour, cancellation_cutoff_minutes: 120 },
  })
  // The list leaves out these experiences: inactive, hidden, unverified, demonstration, and without future slots.
  await makeBookable(sql, { experience: { ...tour, is_active: false } })
  for (const fields of [{ is_visible: false }, { is_verified: false }, { is_demo: true }] as Record<
    string,
    boolean
  >[]) {
    const other = await makeVineyard(sql, { is_verified: true, ...fields })
    await makeBookable(sql, { experience: { ...tour, vineyard_id: other.id } })
  }
  await makeBookable(sql, { experience: tour, pattern: { valid_until: '2026-02-01' } })

  const response = await visit('/feeds/things-to-do.json')
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=3600'])
  const { feed_metadata, products } = await response.json()
  expect(feed_metadata).toMatchObject({
    total_shards_count: 1,
    processing_instruction: 'PROCESS_AS_SNAPSHOT',
  })
  expect(products).toHaveLength(1)
  expect(products[0]).toMatchObject({
    id: experience.id,
    title: { localized_texts: [{ language_code: 'en', text: 'Cellar tour, Flint Hill' }] },
    related_media: [{ url: 'http://site.test/pictures/hollowdown-960.webp', type: 'MEDIA_TYPE_PHOTO' }],
    confirmation_type: 'CONFIRMATION_TYPE_INSTANT',
  })
  const [option] = products[0].options
  expect(option).toMatchObject({
    landing_page: { url: `http://site.test/book-now/${vineyard_id}?experience=${experience.id}` },
    duration_sec: 5400,
    cancellation_policy: {
      refund_conditions: [{ min_duration_before_start_time_sec: 7200, refund_percent: 100 }],
    },
    price_options: [{ price: { currency_code: 'GBP', units: 17, nanos: 50_000_000 } }],
  })
  expect(option.related_locations[0].location.location.place_info).toEqual({
    name: 'Flint Hill',
    unstructured_address: 'Wye, TN25 5AA',
    coordinates: { latitude: 51.18, longitude: 0.94 },
  })
  const page = await visit(
    new URL(option.landing_page.url).pathname + new URL(option.landing_page.url).search,
  )
  expect(page.status).toBe(200)

  await sql`update vineyards set latitude = 0, longitude = 0 where id = ${vineyard_id}`
  const [unknown] = (await (await visit('/feeds/things-to-do.json')).json()).products
  expect(unknown.options[0].related_locations[0].location.location.place_info).not.toHaveProperty(
    'coordinates',
  )
})
