import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from './journey.ts'

test.use({ expectedErrors: [/blocked by CORS policy|net::ERR_FAILED/] })

// ASVS 3.4.2
test('a page of another site reads vineyards and their times, but nothing that needs a sign-in', async ({
  page,
  baseURL,
}) => {
  const site = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another site</title>'),
  ).listen(0, '127.0.0.1')
  await once(site, 'listening')
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const read = (path: string, request: Pick<RequestInit, 'credentials' | 'headers'> = {}) =>
      page.evaluate(
        ([url, request]) =>
          fetch(url, request).then(
            async (response) => [response.status, (await response.json()).items?.length],
            (error: Error) => error.name,
          ),
        [`${baseURL}/api${path}`, request] as const,
      )
    expect(await read('/vineyards?limit=2')).toEqual([200, 2])
    expect(await read('/experiences?limit=1')).toEqual([200, 1])
    expect(await read('/slots')).toEqual([400, undefined])
    expect(await read('/me')).toBe('TypeError')
    expect(await read('/vineyards', { credentials: 'include' })).toBe('TypeError')
    expect(await read('/vineyards', { headers: { Authorization: 'Bearer x' } })).toBe('TypeError')
  } finally {
    site.close()
  }
})
