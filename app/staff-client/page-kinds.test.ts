import { expect, test } from 'vitest'

import { kindsOfPages } from './page-kinds.ts'

const [one, other] = ['7b0a1f9e-0000-4000-8000-000000000001', '7b0a1f9e-0000-4000-8000-000000000002']

test('of two bookings the page of the first stands for both, of visitors’ pages there is none', () => {
  expect(
    kindsOfPages([
      '/admin/bookings',
      `/admin/bookings/${one}`,
      `/admin/bookings/${other}`,
      `/vineyard/${one}`,
      `/admin/vineyards/${one}/experiences/${other}/edit`,
      `/admin/vineyards/${other}/experiences/${one}/edit`,
      '/admin/bookings',
      '/administration',
      '/api/bookings',
    ]),
  ).toEqual([
    '/admin/bookings',
    `/admin/bookings/${one}`,
    `/admin/vineyards/${one}/experiences/${other}/edit`,
  ])
})
