import { Hono } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readConfig } from '../../config.server.ts'
import type { Sql } from '../../database/database.server.ts'
import { createLog } from '../../log.server.ts'
import { PageCache } from './page-cache.server.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Lets time pass for the cache, and lets the cache's reads in the background end. */
async function pass(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds)
  await sleep(1)
}

/** Makes a counter whose `read` and `raise` a test may replace, to delay statements or to let them fail. */
const makeCounter = () => ({
  version: 0,
  reads: 0,
  read: async () => {},
  raise: async () => {},
})

/** Starts a process whose pages show the number of their render. A test may replace `render`. Staff send `By: staff`. */
function startProcess(counter: ReturnType<typeof makeCounter>, env: Record<string, string> = {}) {
  const sql = (async ([text = '']: TemplateStringsArray) => {
    if (text.startsWith('update')) {
      await counter.raise()
      counter.version += 1
      return []
    }
    counter.reads += 1
    await counter.read()
    return [{ version: counter.version }]
  }) as unknown as Sql
  const config = readConfig({ NODE_ENV: 'test', SITE_URL: 'http://site.test', ...env })
  const dependencies = { sql, config, now: () => new Date('2026-06-01T09:00:00Z'), log: createLog('silent') }
  const cache = new PageCache(dependencies, {
    cacheKeyOf: ({ pathname }) =>
      pathname === '/booking-form'
        ? null
        : { address: pathname, content: pathname === '/terms' ? 'fixed' : 'places' },
    isByStaff: (c) => c.req.header('By') === 'staff',
    toOutageHtml: (html) => `outage ${html}`,
  })
  const site = { renders: 0, render: async () => {} }
  const app = new Hono()
  app.use(cache.serve)
  app.get('*', async (c) => {
    const render = `${c.req.path} ${++site.renders} ${c.req.header('Cookie') ?? ''}`.trim()
    await site.render()
    if (c.req.path === '/cookie') c.header('Set-Cookie', 'a=b')
    if (c.req.path === '/private') c.header('Cache-Control', 'private, no-cache')
    return c.html(render, c.req.path === '/missing' ? 404 : 200)
  })
  app.post('/refused', (c) => c.text('', 403))
  app.post('*', (c) => c.text('saved'))
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await app.request(`http://site.test${path}`, { headers })).text()
  const save = async (path = '/save', headers: Record<string, string> = { By: 'staff' }) =>
    (await app.request(`http://site.test${path}`, { method: 'POST', headers })).status
  /** Returns whether the page is sent at once, before any promise resolves. */
  const isSentAtOnce = (url: string) => {
    let isSent = false
    const outgoing = {
      writeHead: () => outgoing,
      end: () => {
        isSent = true
      },
    }
    const incoming = { method: 'GET', url, headers: { 'accept-encoding': 'br' } }
    cache.respondFromCache(incoming as never as IncomingMessage, outgoing as never as ServerResponse)
    return isSent
  }
  return { cache, site, get, save, isSentAtOnce }
}

/** Holds the next render until the returned function is called. */
function holdRender(site: { render: () => Promise<void> }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  site.render = () => promise
  return () => {
    site.render = async () => {}
    resolve()
  }
}

test('simultaneous requests share a render', async () => {
  const { site, get } = startProcess(makeCounter())
  const release = holdRender(site)
  const all = Array.from({ length: 20 }, () => get('/'))
  await sleep(5)
  const late = get('/')
  release()
  expect(new Set(await Promise.all([...all, late]))).toEqual(new Set(['/ 1']))
})

test('a page is served for five seconds', async () => {
  const { get, isSentAtOnce } = startProcess(makeCounter())
  expect(await get('/')).toBe('/ 1')
  await pass(150)
  expect(isSentAtOnce('/')).toBe(true)
  await pass(4849)
  expect(await get('/')).toBe('/ 1')
  expect(isSentAtOnce('/')).toBe(true)
  await pass(1)
  expect(isSentAtOnce('/')).toBe(false)
  expect(await get('/')).toBe('/ 2')
})

test('the five seconds begin when the render begins', async () => {
  const { site, get } = startProcess(makeCounter())
  const release = holdRender(site)
  const first = get('/')
  await sleep(5)
  await pass(5000)
  release()
  expect([await first, await get('/')]).toEqual(['/ 1', '/ 2'])
})

test('a change by staff drops all pages: in its own process at once, elsewhere when the counter is next read', async () => {
  const counter = makeCounter()
  const [one, other] = [startProcess(counter), startProcess(counter)]
  const visits = () => Promise.all([one.get('/'), one.get('/a'), other.get('/'), other.get('/a')])
  const before = await visits()
  await pass(110)
  expect(await visits()).toEqual(before)
  expect(await one.save()).toBe(200)
  expect(await one.get('/')).toBe('/ 3')
  await pass(100)
  // The read that this request starts finds the raised counter.
  await other.get('/')
  await sleep(1)
  expect([await other.get('/'), await other.get('/a')]).toEqual(['/ 3', '/a 4'])
})

test('the first request after a pause waits for the counter', async () => {
  const counter = makeCounter()
  const { get, isSentAtOnce } = startProcess(counter)
  await get('/')
  await pass(200)
  counter.version += 1
  expect(isSentAtOnce('/')).toBe(false)
  expect(await get('/')).toBe('/ 2')
})

test('sends but does not cache a page whose render began before staff changed something', async () => {
  const { site, get, save } = startProcess(makeCounter())
  const release = holdRender(site)
  const begun = get('/')
  await sleep(5)
  await save()
  const after = get('/')
  await sleep(5)
  release()
  expect([await begun, await after]).toEqual(['/ 1', '/ 2'])
  await pass(150)
  expect(await get('/'), 'neither page was cached').toBe('/ 3')
})

test('does not cache a page rendered within 100 ms after a change, because its data may be older', async () => {
  const { get, save } = startProcess(makeCounter())
  await save()
  await pass(99)
  await get('/')
  await pass(1)
  expect(await get('/')).toBe('/ 2')
  expect(await get('/')).toBe('/ 2')
})

test('sends but does not cache a page whose render began before another process raised the counter', async () => {
  const counter = makeCounter()
  const { site, get, isSentAtOnce } = startProcess(counter)
  await get('/a')
  const release = holdRender(site)
  const begun = get('/')
  await sleep(5)
  counter.version += 1
  await pass(150)
  isSentAtOnce('/a')
  await sleep(5)
  release()
  expect([await begun, await get('/')]).toEqual(['/ 2', '/ 3'])
})

test('reads, refused changes and changes by visitors drop no pages', async () => {
  const counter = makeCounter()
  const { get, save } = startProcess(counter)
  await get('/')
  expect(await save('/refused')).toBe(403)
  expect(await save('/save', {})).toBe(200)
  await get('/booking-form', { By: 'staff' })
  expect(counter.version).toBe(0)
  expect(await get('/')).toBe('/ 1')
})

test('if the counter cannot be raised, the request succeeds, and other processes show the change within five seconds', async () => {
  const counter = makeCounter()
  counter.raise = () => Promise.reject(new Error('The database is away'))
  const [one, other] = [startProcess(counter), startProcess(counter)]
  await other.get('/')
  expect(await one.save()).toBe(200)
  await pass(150)
  expect(await other.get('/')).toBe('/ 1')
  await pass(5000)
  expect(await other.get('/')).toBe('/ 2')
})

test('the counter is read ten times a second at most, and never without requests', async () => {
  const counter = makeCounter()
  const { get } = startProcess(counter)
  await get('/')
  for (let ms = 0; ms < 1000; ms += 10) {
    await pass(10)
    await get('/')
  }
  expect(counter.reads).toBeGreaterThan(8)
  expect(counter.reads).toBeLessThanOrEqual(11)
  const { reads } = counter
  await pass(60_000)
  expect(counter.reads).toBe(reads)
})

test('a cached page is sent while a read of the counter is still in progress', async () => {
  const counter = makeCounter()
  const { get, isSentAtOnce } = startProcess(counter)
  await get('/')
  counter.read = () => new Promise(() => {})
  await pass(199)
  expect(isSentAtOnce('/')).toBe(true)
  await pass(1500)
  expect(isSentAtOnce('/')).toBe(true)
  expect(counter.reads, 'one read at a time').toBe(2)
})

test('pages up to ten minutes old are shown, but only while the database is away', async () => {
  const counter = makeCounter()
  const { cache, get } = startProcess(counter)
  await Promise.all([get('/'), get('/terms')])
  counter.read = () => Promise.reject(new Error('away'))
  await pass(599_999)
  expect(await get('/')).toBe('outage / 1')
  expect(await get('/terms')).toBe('/terms 2')
  expect(cache.isDatabaseAway()).toBe(true)
  await pass(1)
  expect(await get('/')).toBe('/ 3')
  counter.read = async () => {}
  await pass(110)
  await get('/')
  await sleep(1)
  expect(await get('/a')).toBe('/a 5')
  expect(cache.isDatabaseAway()).toBe(false)
})

test('a page from before a change by staff is not shown while the database is away', async () => {
  const counter = makeCounter()
  const { get, save } = startProcess(counter)
  await get('/')
  await save()
  counter.read = () => Promise.reject(new Error('away'))
  await pass(300)
  expect(await get('/')).toBe('/ 2')
})

test('a database that is silent for two seconds counts as away', async () => {
  const counter = makeCounter()
  const { get } = startProcess(counter)
  await get('/')
  counter.read = () => new Promise(() => {})
  await pass(200)
  expect(await get('/')).toBe('outage / 1')
})

test.each(['/booking-form', '/cookie', '/private', '/missing'])('never caches %s', async (path) => {
  const { get, site } = startProcess(makeCounter())
  for (const Cookie of ['a=1', 'a=2']) await get(path, { Cookie })
  expect(site.renders).toBe(2)
})

test('the booking form is rendered with the cookies of its visitor, and cached pages without cookies', async () => {
  const { get } = startProcess(makeCounter())
  expect(await get('/booking-form', { Cookie: 'a=1' })).toBe('/booking-form 1 a=1')
  expect(await get('/', { Cookie: 'a=1' })).toBe('/ 2')
})

test('caches no more bytes than the setting allows, and drops the oldest page first', async () => {
  // A page counts as 8192 bytes and its compressed text.
  const { get } = startProcess(makeCounter(), { KEPT_PAGES_MB: '1' })
  const paths = Array.from({ length: 130 }, (_, n) => `/${n}`)
  for (const path of paths) await get(path)
  expect(await get('/129')).toBe('/129 130')
  expect(await get('/20')).toBe('/20 21')
  expect(await get('/0')).toBe('/0 131')
  const none = startProcess(makeCounter(), { KEPT_PAGES_MB: '0' })
  expect([await none.get('/'), await none.get('/')]).toEqual(['/ 1', '/ 2'])
})
