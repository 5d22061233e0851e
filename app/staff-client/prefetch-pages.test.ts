import { expect, test } from 'vitest'

import { onePerKind } from './prefetch-pages.tsx'

const [first, second] = ['7b0a1f9e-0000-4000-8000-000000000001', '7b0a1f9e-0000-4000-8000-000000000002']

test('prefetches one page of each kind, but no pages for visitors', () => {
  expect(
    onePerKind([
      '/admin/bookings',
      `/admin/bookings/${first}`,
      `/admin/bookings/${second}`,
      `/vineyard/${first}`,
      `/admin/vineyards/${first}/experiences/${second}/edit`,
      `/admin/vineyards/${second}/experiences/${first}/edit`,
      '/admin/bookings',
      '/administration',
      '/api/bookings',
    ]),
  ).toEqual([
    '/admin/bookings',
    `/admin/bookings/${first}`,
    `/admin/vineyards/${first}/experiences/${second}/edit`,
  ])
})
