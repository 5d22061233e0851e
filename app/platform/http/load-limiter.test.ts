import { Hono } from 'hono'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'

import { createLoadQueue } from './load-limiter.ts'
import { limitLoad } from './load-limiter.server.ts'

afterEach(() => void vi.useRealTimers())

test('those who wait come in one by one, in the order they came', async () => {
  const line = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  const entered: string[] = []
  for (const name of ['first', 'second', 'third', 'fourth'])
    void Promise.resolve(line.enter()).then((turn) => entered.push(`${name} ${turn}`))
  await sleep(0)
  expect(entered).toEqual(['first yours', 'fourth full'])
  line.leave()
  await sleep(0)
  expect(entered.slice(2)).toEqual(['second yours'])
  line.leave()
  await sleep(0)
  expect(entered.slice(3)).toEqual(['third yours'])
})

test('a place that came free while somebody waits is not taken by one who comes now', async () => {
  const line = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  await line.enter()
  const waiting = line.enter()
  line.leave()
  const newcomer = line.enter()
  expect(await waiting).toBe('yours')
  line.leave()
  expect(await newcomer).toBe('yours')
})

test('whoever waits too long goes without a turn, and takes none from the next', async () => {
  vi.useFakeTimers()
  const line = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  await line.enter()
  const early = line.enter()
  vi.advanceTimersByTime(600)
  const late = line.enter()
  vi.advanceTimersByTime(600)
  expect(await early).toBe('too_late')
  expect(line.isFull()).toBe(false)
  line.leave()
  expect(await late).toBe('yours')
  line.leave()
  expect(await line.enter()).toBe('yours')
})

test('one who steps aside lets another in, and goes on without queueing again', async () => {
  const line = createLoadQueue({ at_once: 1, max_waiting: 2, longest_wait: 1000 })
  const { promise: called, resolve: call } = Promise.withResolvers<string>()
  await line.enter()
  const aside = line.stepAside(() => called)
  expect(line.enter()).toBe('yours')
  const third = line.enter()
  call('come')
  expect(await aside).toBe('come')
  // Two are inside now: when one leaves nobody comes in its place.
  line.leave()
  expect(await Promise.race([third, sleep(0, 'waits')])).toBe('waits')
  line.leave()
  expect(await third).toBe('yours')
})

test('one whose waiting fails is inside again all the same', async () => {
  const line = createLoadQueue({ at_once: 1, max_waiting: 0, longest_wait: 1000 })
  await line.enter()
  await expect(line.stepAside(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(line.enter()).toBe('full')
  line.leave()
  expect(line.enter()).toBe('yours')
})

/** A site that answers `/slow` only when told, behind a line of one at work and `max_waiting` waiting. */
function makeSite(max_waiting: number) {
  const crowd = limitLoad({ at_once: 1, max_waiting })
  const calls: Array<() => void> = []
  const app = new Hono()
    .use(crowd.turnAway)
    .use(crowd.giveTurns)
    .post('/echo', async (c) => c.text(await c.req.raw.text()))
    .get('/fails', () => Promise.reject(new Error('no')))
    .all('*', async (c) => {
      await new Promise<void>((resolve) => calls.push(resolve))
      return c.text('done')
    })
    .onError((_, c) => c.text('failed', 500))
  return { app, calls, send: async (path: string, init?: RequestInit) => app.request(path, init) }
}

test('one who comes when the line is full is told to come again, as the caller understands it', async () => {
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
  const data = await send('/explore.data')
  expect(await data.text()).toMatch(/^Very many people .* try again in a moment\.$/)

  calls[0]?.()
  expect((await working).status).toBe(200)
  expect((await send('/echo', { method: 'POST', body: 'later' })).status).toBe(200)
})

test('one who waits is served with what was sent, also after a failure', async () => {
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

test('a body that comes slowly holds no place', async () => {
  const { send, app } = makeSite(0)
  const body = new ReadableStream({ start: () => {} })
  const slow = app.request('/echo', { method: 'POST', body, duplex: 'half' } as RequestInit)
  await sleep(5)
  expect(await (await send('/echo', { method: 'POST', body: 'quick' })).text()).toBe('quick')
  expect(await Promise.race([slow, sleep(0, 'still coming')])).toBe('still coming')
})

test('nothing is begun for a caller who left while waiting', async () => {
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
