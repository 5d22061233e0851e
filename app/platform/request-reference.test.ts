import { expect, test } from 'vitest'

import { failedRequestAt, watchPageRequests } from './request-reference.ts'

test("keeps the id of a failed request for a page's data until the page loads", async () => {
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
  await scope.fetch('/explore.data?search=kent')
  expect(failedRequestAt('/explore')).toBe('id of 500')
  expect(failedRequestAt('/')).toBeUndefined()
  status = 503
  await scope.fetch('/api/slots')
  expect(failedRequestAt('/explore')).toBe('id of 500')
  await scope.fetch('/_.data')
  expect(failedRequestAt('/')).toBe('id of 503')
  status = 404
  await scope.fetch('/explore.data')
  expect(failedRequestAt('/')).toBe('id of 503')
  await scope.fetch('/_.data')
  expect(failedRequestAt('/')).toBeUndefined()
})
