import { expect, test } from 'vitest'

import { failed, unreadableAddress } from './load.ts'

test("a page whose address has a wrong value shows its own sentence instead of the API's", () => {
  const request = { url: 'https://vines.example.com/winemaker/bookings?from=soon' }
  const problem = { kind: 'refused', fields: {}, body: {} } as const
  const title = 'from must be a valid day, as yyyy-MM-dd.'
  expect(failed(request, { ...problem, status: 400, title })).toMatchObject({
    data: { message: unreadableAddress },
    init: { status: 400 },
  })
  expect(failed(request, { ...problem, status: 404, title: 'Not here' })).toMatchObject({
    data: { message: 'Not here' },
  })
})
