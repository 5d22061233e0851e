import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'

import { createHttpServer } from '../../server/http-server.ts'
import { startApp } from '../app.ts'
import { makeBookable } from '../make.ts'

const app = await startApp()
const timeouts = { head: 400, request: 800, silence: 3000, checks: 50 }
const [respondFromCache, isDatabaseAway] = [() => false, () => false]
const visitSite = async (request: Request) => {
  const { pathname, search } = new URL(request.url)
  const { method, headers } = request
  const body = method === 'POST' ? { body: request.body, duplex: 'half' } : {}
  return app.visit(`${pathname}${search}`, { method, headers, ...body } as RequestInit)
}
const { server, close } = createHttpServer({ fetch: visitSite, respondFromCache, isDatabaseAway }, timeouts)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => close(0))
const portOf = (of: typeof server) => (of.address() as AddressInfo).port
const port = portOf(server)
const base = `http://127.0.0.1:${port}`

/** Opens a connection and writes a text to it. `ended` resolves when the server closes the connection. */
async function open(text: string, at = port): Promise<{ socket: Socket; ended: Promise<void> }> {
  const socket = connect(at, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(text)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  return { socket, ended }
}

test('200 requests that never end are cut off, and a booking succeeds meanwhile', async () => {
  const bookable = await makeBookable(app.sql)
  const half = 'GET / HTTP/1.1\r\nHost: site.test\r\nX-Slow: '
  const slow = await Promise.all(Array.from({ length: 200 }, () => open(half)))
  const drip = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('x')
  }, 50)
  for (const { socket } of slow) socket.resume()
  const booked = await fetch(`${base}${bookable.path}`, {
    method: 'POST',
    body: new URLSearchParams(bookable.answers()),
    redirect: 'manual',
  })
  expect(booked.status).toBe(302)
  await Promise.all(slow.map(({ ended }) => ended))
  clearInterval(drip)
})

test('60 incomplete forms leave the site available, book nothing and are cut off', async () => {
  const bookable = await makeBookable(app.sql)
  const head = `POST ${bookable.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  const form = new URLSearchParams(bookable.answers()).toString()
  const slow = await Promise.all(
    Array.from({ length: 60 }, () => open(`${head}Content-Length: ${form.length + 10}\r\n\r\n${form}`)),
  )
  for (const { socket } of slow) socket.resume()
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
  expect((await fetch(`${base}/explore`)).status).toBe(200)
  await Promise.all(slow.map(({ ended }) => ended))
  const [{ bookings }] = await app.sql<[{ bookings: number }]>`
    select count(*)::int as bookings from bookings where experience_id = ${bookable.experience.id}`
  expect(bookings).toBe(0)
})

test('a client that does not read its response is cut off', async () => {
  const large = 'x'.repeat(16 * 1024 * 1024)
  const giving = createHttpServer(
    { fetch: () => new Response(large), respondFromCache, isDatabaseAway },
    { ...timeouts, silence: 500 },
  )
  giving.server.listen(0, '127.0.0.1')
  await once(giving.server, 'listening')
  const { socket, ended } = await open('GET / HTTP/1.1\r\nHost: site.test\r\n\r\n', portOf(giving.server))
  // Only a client that reads notices a closed connection, so the test counts the connections of the server.
  const openConnections = () =>
    new Promise<number>((done) => giving.server.getConnections((_, count) => done(count)))
  await expect.poll(openConnections).toBe(0)
  socket.destroy()
  await Promise.all([ended, giving.close(0)])
})

test('a stopping process reports 503 on /readyz, answers open requests and closes', async () => {
  const other = createHttpServer(
    { fetch: () => new Response('page'), respondFromCache, isDatabaseAway },
    timeouts,
  )
  other.server.listen(0, '127.0.0.1')
  await once(other.server, 'listening')
  const at = `http://127.0.0.1:${portOf(other.server)}`
  expect((await fetch(`${at}/readyz`)).status).toBe(200)
  const left = other.close(2000)
  expect((await fetch(`${at}/readyz`)).status).toBe(503)
  const page = await fetch(`${at}/page`)
  expect([await page.text(), page.headers.get('Connection')]).toEqual(['page', 'close'])
  await left
  await expect(fetch(`${at}/page`)).rejects.toThrow('fetch failed')
})
