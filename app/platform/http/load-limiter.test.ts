import { Hono } from 'hono'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'

import { createLoadQueue, limitHeavyReads, limitLoad } from './load-limiter.server.ts'

afterEach(() => void vi.useRealTimers())

// ASVS 15.4.4
test('admits waiting callers one by one in order', async () => {
  const queue = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  const entered: string[] = []
  for (const name of ['first', 'second', 'third', 'fourth'])
    void Promise.resolve(queue.enter()).then((answer) => entered.push(`${name} ${answer}`))
  await sleep(0)
  expect(entered).toEqual(['first entered', 'fourth full'])
  queue.leave()
  await sleep(0)
  expect(entered.slice(2)).toEqual(['second entered'])
  queue.leave()
  await sleep(0)
  expect(entered.slice(3)).toEqual(['third entered'])
})

// ASVS 15.4.4
test('admits a waiting caller before a new caller', async () => {
  const queue = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  await queue.enter()
  const waiting = queue.enter()
  queue.leave()
  const newcomer = queue.enter()
  expect(await waiting).toBe('entered')
  queue.leave()
  expect(await newcomer).toBe('entered')
})

test('a caller that waits too long leaves the queue and is not admitted later', async () => {
  vi.useFakeTimers()
  const queue = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  await queue.enter()
  const early = queue.enter()
  vi.advanceTimersByTime(600)
  const late = queue.enter()
  vi.advanceTimersByTime(600)
  expect(await early).toBe('too_late')
  expect(queue.isFull()).toBe(false)
  queue.leave()
  expect(await late).toBe('entered')
  queue.leave()
  expect(await queue.enter()).toBe('entered')
})

test('a caller that steps aside lets another caller in, and comes back without queueing', async () => {
  const queue = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  const { promise: called, resolve: call } = Promise.withResolvers<string>()
  await queue.enter()
  const aside = queue.stepAside(() => called)
  expect(queue.enter()).toBe('entered')
  const third = queue.enter()
  call('come')
  expect(await aside).toBe('come')
  // Two requests are inside now, one more than the limit. When one of them leaves, no waiting request enters.
  queue.leave()
  expect(await Promise.race([third, sleep(0, 'waits')])).toBe('waits')
  queue.leave()
  expect(await third).toBe('entered')
})

test('a caller that stepped aside comes back even if its work fails', async () => {
  const queue = createLoadQueue({ at_once: 1, max_waiting: 0, longest_wait: 1000 })
  await queue.enter()
  await expect(queue.stepAside(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(queue.enter()).toBe('full')
  queue.leave()
  expect(queue.enter()).toBe('entered')
})

/** A site whose `/slow` responds only when the test says so. One request runs at a time, and `max_waiting` may wait. */
function makeSite(max_waiting: number) {
  const loadLimiter = limitLoad({ at_once: 1, max_waiting })
  const calls: Array<() => void> = []
  const app = new Hono()
    .use(loadLimiter.refuseWhenFull)
    .use(loadLimiter.wait)
    .post('/echo', async (c) => c.text(await c.req.raw.text()))
    .get('/fails', () => Promise.reject(new Error('no')))
    .all('*', async (c) => {
      await new Promise<void>((resolve) => calls.push(resolve))
      return c.text('done')
    })
    .onError((_, c) => c.text('failed', 500))
  return { app, calls, send: async (path: string, init?: RequestInit) => app.request(path, init) }
}

// ASVS 15.2.2
test('refuses requests beyond the queue in the format of the caller', async () => {
  const { send, calls } = makeSite(0)
  const working = send('/slow')
  await vi.waitUntil(() => calls.length === 1, 30_000)

  const call = await send('/api/bookings', { method: 'POST', body: '{}', headers: { 'Content-Length': '2' } })
  expect([call.status, call.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(call.headers.get('Content-Type')).toBe('application/problem+json')
  expect(await call.json()).toMatchObject({ status: 503, error: expect.stringContaining('try again') })

  const page = await send('/explore', { headers: { Accept: 'text/html,*/*' } })
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
  expect(await page.text()).toContain('<h1>Very many people are here right now.</h1>')
  expect(await (await send('/explore', { headers: { Accept: 'text/html' } })).text()).not.toContain('go back')
  const form = await send('/contact', { method: 'POST', body: 'name=Ada', headers: { Accept: 'text/html' } })
  expect([form.status, form.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(await form.text()).toContain('If you go back, what you typed is still there.')
  const data = await send('/explore.data')
  expect(await data.text()).toMatch(/^Very many people .* try again in a moment\.$/)

  calls[0]?.()
  expect((await working).status).toBe(200)
  expect((await send('/echo', { method: 'POST', body: 'later' })).status).toBe(200)
})

test('serves a waiting request with its body, even after another request has failed', async () => {
  const { send, calls } = makeSite(2)
  const working = send('/slow')
  await vi.waitUntil(() => calls.length === 1, 30_000)
  const failing = send('/fails')
  const waiting = send('/echo', { method: 'POST', body: 'for two' })
  calls[0]?.()
  await working
  expect((await failing).status).toBe(500)
  expect(await (await waiting).text()).toBe('for two')
})

test('no other request waits for a slow upload', async () => {
  const { send, app } = makeSite(0)
  const body = new ReadableStream({ start: () => {} })
  const slow = app.request('/echo', { method: 'POST', body, duplex: 'half' } as RequestInit)
  await sleep(5)
  expect(await (await send('/echo', { method: 'POST', body: 'quick' })).text()).toBe('quick')
  expect(await Promise.race([slow, sleep(0, 'still coming')])).toBe('still coming')
})

test('starts no work for a client that left while waiting', async () => {
  const { app, calls } = makeSite(1)
  const working = app.request('/slow')
  await vi.waitUntil(() => calls.length === 1, 30_000)
  const outgoing = { destroyed: false }
  const left = app.request('/slow', {}, { outgoing })
  outgoing.destroyed = true
  calls[0]?.()
  await Promise.all([working, left])
  expect(calls).toHaveLength(1)
})

test('counts refused requests for files and reports separately from other refused requests', async () => {
  const refused = async () => {
    const { values } = (await register.getSingleMetric('chalk_load_limiter_refused_total')?.get()) ?? {
      values: [],
    }
    const of = (limit: string) =>
      values.filter(({ labels }) => labels.limit === limit).reduce((sum, { value }) => sum + value, 0)
    return { requests: of('requests'), heavy_reads: of('heavy_reads') }
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const app = new Hono().get('*', limitHeavyReads(), (c) => ended.then(() => c.text('read')))
  const before = await refused()
  const reads = Array.from({ length: 7 }, async () => app.request('/api/report'))
  expect((await reads[6])?.status).toBe(503)
  end()
  await Promise.all(reads)
  expect(await refused()).toEqual({ ...before, heavy_reads: before.heavy_reads + 1 })
})
