import { afterEach, expect, test, vi } from 'vitest'

import { startApp } from '../test/app.ts'

const app = await startApp()
afterEach(() => void vi.restoreAllMocks())

test('does not log a booking link that cannot be decoded', async () => {
  const id = '5e0cbf5c-7c5e-4f9c-9c1e-6a1c8f0d7b21'
  const printed = (['log', 'info', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => {}),
  )
  for (const path of [
    `/booking/${id}/%ff`,
    `/booking/${id}%zz`,
    `/booking/${id}/%ff.data`,
    `/api/bookings/${id}%ff`,
  ])
    expect((await app.visit(path)).status, path).toBe(404)
  expect(JSON.stringify(printed.map(({ mock }) => mock.calls))).not.toContain(id)
})
