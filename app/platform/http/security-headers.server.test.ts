import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { isHttpsOnly, securityHeaders } from './security-headers.server.ts'

const production = { production: true, site_url: 'https://vines.example.com' }

function siteWith(config: typeof production) {
  return new Hono()
    .use(securityHeaders(config, ({ url }) => url.endsWith('/open')))
    .get('/open', (c) => c.text('open'))
    .get('/own', (c) =>
      c.text('own', 200, { 'Cache-Control': 'private, max-age=60', 'Referrer-Policy': 'origin' }),
    )
    .post('/own', (c) => c.text('typed', 422, { 'Cache-Control': 'private, no-cache' }))
    .get('/script', (c) => c.body('1', 200, { 'Content-Type': 'text/javascript' }))
    .get('/broken', () => {
      throw new Error('broken')
    })
    .onError((_error, c) => c.text('broken', 500))
}

test('requires https in production if the public URL starts with https:, and never outside production', () => {
  expect(isHttpsOnly(production)).toBe(true)
  expect(isHttpsOnly({ ...production, site_url: 'http://localhost:3000' })).toBe(false)
  expect(isHttpsOnly({ ...production, production: false })).toBe(false)
})

// ASVS 3.4.1
test('sends Strict-Transport-Security with every response of an https site', async () => {
  const promised = async (config: typeof production, path: string) =>
    (await siteWith(config).request(path)).headers.get('Strict-Transport-Security')
  expect(await promised(production, '/open')).toBe('max-age=31536000; includeSubDomains')
  expect(await promised(production, '/broken')).toBe('max-age=31536000; includeSubDomains')
  expect(await promised({ ...production, production: false }, '/open')).toBeNull()
})

test('keeps the headers of a handler, forbids storing failures, and gives scripts a content policy without sources', async () => {
  const site = siteWith(production)
  const headersOf = async (path: string) => (await site.request(path)).headers
  expect((await headersOf('/open')).get('Cache-Control')).toBe('no-cache')
  expect((await headersOf('/broken')).get('Cache-Control')).toBe('no-store')
  expect((await headersOf('/own')).get('Cache-Control')).toBe('private, max-age=60')
  expect((await site.request('/own', { method: 'POST' })).headers.get('Cache-Control')).toBe('no-store')
  expect((await headersOf('/own')).get('Referrer-Policy')).toBe('origin')
  expect((await headersOf('/script')).get('Content-Security-Policy')).toBe(
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect((await headersOf('/open')).get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('sends document headers with pages and not with their scripts', async () => {
  const site = siteWith(production)
  const headersOf = async (path: string) => (await site.request(path)).headers
  for (const name of ['Permissions-Policy', 'Cross-Origin-Opener-Policy', 'Referrer-Policy']) {
    expect((await headersOf('/script')).get(name), name).toBeNull()
    expect((await headersOf('/open')).get(name), name).not.toBeNull()
  }
  expect((await headersOf('/script')).get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})
