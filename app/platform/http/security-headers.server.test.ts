import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { compressed } from './compression.server.ts'
import { answerPrivately, securityHeaders, isHttpsOnly } from './security-headers.server.ts'

const production = { production: true, site_url: 'https://vines.example.com' }

function siteWith(config: typeof production) {
  return new Hono()
    .use(securityHeaders(config, ({ url }) => url.endsWith('/open')))
    .get('/open', (c) => c.text('open'))
    .get('/own', (c) =>
      c.text('own', 200, { 'Cache-Control': 'private, max-age=60', 'Referrer-Policy': 'origin' }),
    )
    .get('/script', (c) => c.body('1', 200, { 'Content-Type': 'text/javascript' }))
    .get('/broken', () => {
      throw new Error('broken')
    })
    .onError((_error, c) => c.text('broken', 500))
}

test('https is promised in production alone, and only where the public address says https', () => {
  expect(isHttpsOnly(production)).toBe(true)
  expect(isHttpsOnly({ ...production, site_url: 'http://localhost:3000' })).toBe(false)
  expect(isHttpsOnly({ ...production, production: false })).toBe(false)
})

test('a site that is https only says so with every answer', async () => {
  const promised = async (config: typeof production, path: string) =>
    (await siteWith(config).request(path)).headers.get('Strict-Transport-Security')
  expect(await promised(production, '/open')).toBe('max-age=31536000')
  expect(await promised(production, '/broken')).toBe('max-age=31536000')
  expect(await promised({ ...production, production: false }, '/open')).toBeNull()
})

test('what an answer says itself stands, failures are never kept, and workers are left their connections', async () => {
  const site = siteWith(production)
  const headersOf = async (path: string) => (await site.request(path)).headers
  expect((await headersOf('/open')).get('Cache-Control')).toBe('no-cache')
  expect((await headersOf('/broken')).get('Cache-Control')).toBe('no-store')
  expect((await headersOf('/own')).get('Cache-Control')).toBe('private, max-age=60')
  expect((await headersOf('/own')).get('Referrer-Policy')).toBe('origin')
  expect((await headersOf('/script')).get('Content-Security-Policy')).toBeNull()
  expect((await headersOf('/open')).get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('what concerns pages alone is not said with each script that comes with one', async () => {
  const site = siteWith(production)
  const headersOf = async (path: string) => (await site.request(path)).headers
  for (const name of ['Permissions-Policy', 'Cross-Origin-Opener-Policy', 'Referrer-Policy']) {
    expect((await headersOf('/script')).get(name), name).toBeNull()
    expect((await headersOf('/open')).get(name), name).not.toBeNull()
  }
  expect((await headersOf('/script')).get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})

test.each(['gzip', undefined])(
  'what is said all at once is the same as name by name, also for %s',
  async (coding) => {
    const told = { words: 'vines '.repeat(400) }
    const site = new Hono()
      .use(compressed())
      .use(securityHeaders(production, () => false))
      .get('/named', (c) => c.json(told, 201, { Location: '/there' }))
      .get('/whole', (c) => answerPrivately(c, told, 201, { Location: '/there' }))
    const ask = (path: string) =>
      site.request(path, coding === undefined ? {} : { headers: { 'Accept-Encoding': coding } })
    const [named, whole] = [await ask('/named'), await ask('/whole')]
    expect(whole.status).toBe(201)
    expect(Object.fromEntries(whole.headers)).toEqual(Object.fromEntries(named.headers))
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'cache-control': 'no-store',
      location: '/there',
      vary: 'Accept-Encoding',
      ...(coding === undefined ? {} : { 'content-encoding': coding }),
    })
    expect(await whole.arrayBuffer()).toEqual(await named.arrayBuffer())
  },
)

test('where nothing guards it, JSON is JSON all the same', async () => {
  const answer = await new Hono()
    .get('/', (c) => answerPrivately(c, [1], 201, { Location: '/x' }))
    .request('/')
  expect(answer.status).toBe(201)
  expect(answer.headers.get('Location')).toBe('/x')
  expect(await answer.json()).toEqual([1])
})
