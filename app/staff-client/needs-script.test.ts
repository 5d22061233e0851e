import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'

const { visit } = await startApp()

test.each([
  '/login',
  '/winemaker/login',
  '/winemaker/dashboard',
  '/winemaker/bookings/7b0a1f9e-0000-4000-8000-000000000001',
  '/admin/dashboard',
  '/admin/vineyards/new',
  '/admin/bookings/7b0a1f9e-0000-4000-8000-000000000001',
])('%s says once that the staff area needs JavaScript', async (path) => {
  const page = await (await visit(path)).text()
  const notices = [...page.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inside]) => inside)
  expect(notices.filter((notice) => notice?.includes('The staff area needs JavaScript'))).toHaveLength(1)
})
