import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openSite, type Site } from './site.ts'

const document = '/api/openapi.json'
let site: Site
beforeAll(async () => {
  site = await openSite()
  for (const path of [document, '/', '/healthz']) await visit(path)
})
afterAll(() => site?.close())

async function visit(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, {
    headers,
    signal: AbortSignal.timeout(60_000),
  })
  await answer.clone().text()
  return answer
}

/** Sends many requests for the API document over one connection without waiting for answers. */
function sendAhead(times: number): Socket {
  const socket = connect(site.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET ${document} HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\n\r\n`.repeat(times))
  return socket
}

test('a thousand pipelined requests for the API document do not stall the health check', async () => {
  let answered = 0
  const greedy = sendAhead(1000).setEncoding('latin1')
  const closed = once(greedy, 'close')
  greedy.on('data', (part: string) => (answered += part.split('HTTP/1.1 200').length - 1))
  await expect.poll(() => answered).toBeGreaterThan(0)
  expect((await visit('/healthz')).status).toBe(200)
  await closed
  // One request was being handled, ten were waiting, and the next request closed the connection.
  expect(answered).toBe(11)
})

// The test measures time, which is reliable only on a quiet machine: see `durations` in test/long/forms.ts.
test.runIf(process.env.LONG)('fifty slow readers do not delay the home page', async () => {
  const readers = Array.from({ length: 50 }, () => sendAhead(11).pause())
  await expect
    .poll(() => readers.every(({ connecting, bytesWritten }) => !connecting && bytesWritten > 0))
    .toBe(true)
  // Rendering the document for each of these requests would take nearly a minute.
  const began = performance.now()
  expect((await visit('/')).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(10_000)
  for (const reader of readers) reader.destroy()
})

test('the site serves the API document compressed, and answers 304 to clients that have the document', async () => {
  const first = await visit(document, { 'Accept-Encoding': 'br' })
  const etag = first.headers.get('ETag') ?? ''
  expect(first.headers.get('Content-Encoding')).toBe('br')
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(first.headers.get('Content-Security-Policy')).not.toBeNull()
  const again = await visit(document, { 'If-None-Match': etag })
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
})
