import { expect, test } from 'vitest'

import { failedPageRequest, watchPageRequests } from './request-reference.ts'

test('keeps the id of a failed request for page data until a later request for page data succeeds', async () => {
  let status = 500
  const scope = {
    fetch: async (url: string | URL | Request) => {
      const headers = { 'X-Request-Id': `id of ${status}` }
      return Object.defineProperty(new Response(null, { status, headers }), 'url', {
        value: `http://site.test${String(url)}`,
      })
    },
  }
  watchPageRequests(scope)
  expect(failedPageRequest()).toBeNull()
  await scope.fetch('/explore.data?search=kent')
  expect(failedPageRequest()).toBe('id of 500')
  status = 503
  await scope.fetch('/api/slots')
  expect(failedPageRequest()).toBe('id of 500')
  status = 404
  await scope.fetch('/_.data')
  expect(failedPageRequest()).toBeNull()
})
