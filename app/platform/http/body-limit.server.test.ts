import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'

import { limitBodies } from './body-limit.server.ts'

const app = new Hono()
app.use(limitBodies({ usual: 1000, below: { '/large': 5000 } }, (c) => c.text('too much', 413)))
app.all('*', async (c) => c.text(String((await c.req.text()).length)))
const server = createAdaptorServer({ fetch: app.fetch })
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

const send = async (path: string, body: BodyInit | null, method = 'POST') => {
  const answer = await fetch(site + path, { method, body, duplex: 'half' } as RequestInit)
  return `${answer.status} ${await answer.text()}`
}
/** Returns a body of this many bytes, sent in chunks without a Content-Length. */
const pieces = (bytes: number) =>
  new ReadableStream({
    start(stream) {
      for (let sent = 0; sent < bytes; sent += 100) stream.enqueue(new TextEncoder().encode('x'.repeat(100)))
      stream.close()
    },
  })

test('accepts a body within the limit, with or without a Content-Length', async () => {
  expect(await send('/', 'x'.repeat(1000))).toBe('200 1000')
  expect(await send('/', pieces(1000))).toBe('200 1000')
  expect(await send('/', null)).toBe('200 0')
  expect(await send('/', null, 'GET')).toBe('200 0')
})

test('refuses a body beyond the limit, with or without a Content-Length', async () => {
  expect(await send('/', 'x'.repeat(1001))).toBe('413 too much')
  expect(await send('/', pieces(1100))).toBe('413 too much')
})

test('allows larger bodies below a named path, up to the limit of that path', async () => {
  expect(await send('/large/list', 'x'.repeat(5000))).toBe('200 5000')
  expect(await send('/large/list', pieces(5000))).toBe('200 5000')
  expect(await send('/large/list', 'x'.repeat(5001))).toBe('413 too much')
  expect(await send('/large/list', pieces(5100))).toBe('413 too much')
})
