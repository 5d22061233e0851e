import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { startApp } from '../test/app.ts'
import { makeBookable } from '../test/make.ts'
import { sendRaw } from '../test/raw-http.ts'
import { createHttpServer } from './http-server.ts'
import { createWeb } from './web.ts'
import { connect } from '../app/platform/database/pool.server.ts'

const { sql, now } = await startApp()
const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })

/** Starts a process of the site with these trusted proxies. */
async function startProcess(trusted: string, database: Sql = sql) {
  const config = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test', TRUSTED_PROXIES: trusted })
  const web = await createWeb({ sql: database, now: () => now, config, log })
  const server = createHttpServer(web, undefined, config).server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
  return { port, visit }
}

const { port, visit } = await startProcess('loopback')
const stranger = await startProcess('none')
const own = /^[0-9a-f]{16}$/
const idOf = (response: Response) => response.headers.get('X-Request-Id') ?? ''

test('gives every answer its own id', async () => {
  const { path } = await makeBookable(sql)
  const ids = new Set<string>()
  const paths = [
    '/',
    path,
    '/nope',
    '/readyz',
    '/healthz',
    '/metrics',
    '/robots.txt',
    '/assets/none.js',
    '/favicon.ico',
  ]
  for (const each of [...paths, '/api/vineyards', '/api/none', '/octo/none', '/media/none'])
    ids.add(idOf(await visit(each)))
  // The first request gets a cached page. The second, conditional request gets 304.
  const cached = await visit('/privacy')
  for (const headers of [{}, { 'If-None-Match': cached.headers.get('ETag') ?? '' }] as Record<
    string,
    string
  >[])
    ids.add(idOf(await visit('/privacy', { headers })))
  expect([...ids].filter((id) => own.test(id))).toHaveLength(paths.length + 6)
})

test('gives an id to the answers to requests that cannot be parsed', async () => {
  for (const request of [
    'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  ])
    expect(await sendRaw(port, request)).toMatch(/\r\nX-Request-Id: [0-9a-f]{16}\r\n/i)
})

test('uses the request id of trusted proxies only', async () => {
  const headers = { 'X-Request-Id': 'proxy-0042.a' }
  expect(idOf(await visit('/nope', { headers }))).toBe('proxy-0042.a')
  expect(idOf(await stranger.visit('/nope', { headers }))).toMatch(own)
  const forged = { 'X-Request-Id': `a"b ${'x'.repeat(200)}` }
  expect(idOf(await visit('/nope', { headers: forged }))).toMatch(own)
})

test('problems of the API contain the request id', async () => {
  const response = await visit('/api/vineyards/none')
  expect(await response.json()).toMatchObject({ request_id: idOf(response) })
})

/** Reads the metrics. Returns the samples of the metric `name` whose labels contain these words. */
async function samples(name: string, ...words: string[]) {
  const text = await (await visit('/metrics')).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && words.every((word) => line.includes(word)))
}

const counted = 'http_server_request_duration_seconds_count'

test('counts requests by the pattern of their routes', async () => {
  const { path, experience } = await makeBookable(sql)
  const { vineyard_id } = experience
  await visit(path)
  await visit(`/vineyard/${vineyard_id}`)
  await visit(`/vineyard/${vineyard_id}`)
  await visit(`/vineyard/${vineyard_id}.data`)
  await visit(`/api/vineyards/${vineyard_id}`)
  await visit('/api/bookings')
  await visit('/assets/none.js')
  await visit('/admin/dashboard')
  const routes = [
    '/book-now/:id',
    '/vineyard/:id',
    '/api/vineyards/:id',
    '/assets/*',
    '/admin/dashboard',
    '/readyz',
  ]
  await visit('/readyz')
  const all = (await samples(counted)).join('\n')
  for (const route of routes) expect(all).toContain(`http_route="${route}"`)
  expect(
    await samples(counted, 'http_route="/api/bookings"', 'http_response_status_code="401"'),
  ).toHaveLength(1)
  const text = (await samples(counted)).join('\n')
  expect(text).not.toContain(vineyard_id)
})

// `npm run test:monitoring` sends 10,000 paths.
test('100 random paths add hardly any labels to the metrics', async () => {
  const before = (await samples(counted)).length
  const random = () => Math.random().toString(36).slice(2)
  const prefixes = [
    '',
    'explore/',
    'blog/',
    'vineyard/',
    'api/',
    'api/vineyards/',
    'assets/',
    'octo/',
    'media/',
    'admin/',
  ]
  for (let round = 0; round < 2; round++)
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) =>
        (await visit(`/${prefixes[n % 10]}${random()}`)).arrayBuffer(),
      ),
    )
  expect((await samples(counted)).length - before).toBeLessThan(30)
})

test('reports the limits of the process and the state of the database', async () => {
  expect(await samples('chalk_database_up')).toEqual(['chalk_database_up 1'])
  expect(await samples('chalk_load_limiter_limit', 'waiting')).toEqual([
    'chalk_load_limiter_limit{state="waiting"} 1000',
  ])
  expect(await samples('chalk_database_pool_limit', 'primary')).toHaveLength(1)
})

test('shows metrics to trusted proxies only', async () => {
  expect((await stranger.visit('/metrics')).status).toBe(404)
  expect((await visit('/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status).toBe(404)
})

// ASVS 16.2.1 16.3.4
test('a failed page shows the id of its request, and every log line about the request contains this id', async () => {
  const away = await startProcess('loopback', connect('postgres://nobody@127.0.0.1:9/none'))
  lines.length = 0
  const response = await away.visit('/vineyard/6f1f2c0e-0000-4000-8000-000000000001')
  expect(response.status).toBe(503)
  const html = await response.text()
  expect(html).toContain(`please quote ${idOf(response)}.</p></main>`)
  expect(html).not.toContain('<script')
  expect(lines.filter(({ msg }) => msg === 'A vineyard could not be read')).toEqual([
    expect.objectContaining({ request_id: idOf(response) }),
  ])
  const ids = new Set([idOf(response)])
  const poster = `/media/poster-${'a'.repeat(32)}-960x640.webp`
  for (const path of [
    '/',
    '/explore',
    '/healthz',
    '/api/vineyards',
    '/api/bookings',
    '/octo/none',
    '/sitemap.xml',
  ])
    ids.add(idOf(await away.visit(path, { headers: { Authorization: `Bearer ${'a'.repeat(43)}` } })))
  const failed = await away.visit(poster)
  ids.add(idOf(failed))
  expect([failed.status, await failed.text()]).toEqual([
    500,
    `Something went wrong. If you contact us, please quote ${idOf(failed)}.`,
  ])
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter(({ request_id }) => !ids.has(String(request_id)))).toEqual([])
  // The metrics are served without the database, and report that the database is down.
  expect(await (await away.visit('/metrics')).text()).toContain('\nchalk_database_up 0\n')
})
