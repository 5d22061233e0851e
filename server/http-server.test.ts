import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'

import { sendRaw } from '../test/raw-http.ts'
import { createHttpServer } from './http-server.ts'

const https = { production: true, site_url: 'https://site.test' }

/** Starts a server with this handler on its own port. */
async function startServer(fetch: (request: Request) => Response | Promise<Response>) {
  const { server } = createHttpServer(
    { fetch, respondFromCache: () => false, isDatabaseAway: () => false },
    undefined,
    https,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

const site = await startServer((request) => new Response(`page ${new URL(request.url).pathname}`))
const host = 'Host: site.test\r\n'
const request = (line: string, headers = host) => `${line} HTTP/1.1\r\n${headers}\r\n`
const last = `${host}Connection: close\r\n`

// ASVS 4.1.4 13.4.4
test.each(['TRACE', 'PROPFIND', 'QUERY', 'get', 'NONSENSE', 'TRACK'])(
  'refuses the method %s with 405',
  async (method) => {
    const answer = await sendRaw(site, request(`${method} /explore`, last))
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/)
    expect(answer).toContain('\r\nAllow: GET, HEAD, POST\r\n')
    expect(answer).not.toContain('page')
  },
)

test('refuses CONNECT with 405', async () => {
  expect(await sendRaw(site, request('CONNECT site.test:443', last))).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: /)
})

// ASVS 4.1.4 13.4.4
test('answers TRACE of an endpoint with 405, and names every method of the API in Allow', async () => {
  const answer = await sendRaw(site, request('TRACE /api/vineyards', last))
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
  expect(answer).toContain('\r\nAllow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r\n')
  expect(answer).toContain('\r\nContent-Type: application/problem+json\r\n')
  expect(answer).toContain('"status":405')
})

test.each(['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'])(
  'passes the method %s on to the site',
  async (method) => {
    expect(await sendRaw(site, request(`${method} /x`, last))).toContain('page /x')
  },
)

test('refuses a request with two Host headers', async () => {
  for (const second of ['Host: site.test\r\n', 'host: evil.test\r\n']) {
    const answer = await sendRaw(site, request('GET /', `${host}${second}Connection: close\r\n`))
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).not.toContain('page')
  }
})

test('answers an unparsable request with the same status as Node does, and closes the connection', async () => {
  expect(await sendRaw(site, 'GET / HTTP/1.1\r\nno header\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n/,
  )
  expect(await sendRaw(site, request('GET /', `${host}X: ${'x'.repeat(20_000)}\r\n`))).toMatch(
    /^HTTP\/1\.1 431 /,
  )
})

// ASVS 3.4.1 3.4.3 3.4.4 3.4.6
test('the security headers are also on answers that do not come from the site', async () => {
  const requests = [
    request('TRACE /', last),
    request('CONNECT site.test:443', last),
    request('GET /', `${host}${last}`),
    'GET / HTTP/1.1\r\nno header\r\n\r\n',
    request('GET /readyz', last),
    request('GET /', 'Host: site test\r\nConnection: close\r\n'),
    request('GET /', 'Host: evil@site.test\r\nConnection: close\r\n'),
    request('GET http://[/', last),
    request('GET /', 'Connection: close\r\n'),
    'GET / HTTP/1.0\r\nConnection: close\r\n\r\n',
  ]
  for (const sent of requests) {
    const answer = await sendRaw(site, sent)
    expect(answer, sent).toContain('\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n')
    expect(answer, sent).toContain('\r\nX-Content-Type-Options: nosniff\r\n')
    expect(answer, sent).toMatch(/\r\nContent-Security-Policy: default-src 'none';.* frame-ancestors 'none'/)
  }
})

// ASVS 4.1.4
test('/readyz answers only GET and HEAD', async () => {
  expect(await sendRaw(site, request('POST /readyz', last))).toMatch(
    /^HTTP\/1\.1 405 [^]*\r\nAllow: GET, HEAD\r\n/,
  )
})

// ASVS 4.2.1
test('refuses a request that has no clear end, and never reads a second request from its body', async () => {
  const smuggled = `GET /smuggled HTTP/1.1\r\n${host}\r\n`
  const chunked = `0\r\n\r\n${smuggled}`
  const post = (headers: string, body: string) => `POST /form HTTP/1.1\r\n${host}${headers}\r\n${body}`
  for (const ambiguous of [
    post(`Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n`, chunked),
    post(`Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, chunked),
    post(`Transfer-Encoding: xchunked\r\n`, chunked),
    post(`Transfer-Encoding : chunked\r\n`, chunked),
    post(`Content-Length: 5\r\nContent-Length: 6\r\n`, 'hello'),
    post(`Content-Length: +5\r\n`, 'hello'),
  ]) {
    const answer = await sendRaw(site, ambiguous)
    expect(answer, ambiguous).toMatch(/HTTP\/1\.1 (400 Bad Request|501 Not Implemented)\r\n/)
    expect(answer, ambiguous).not.toContain('page /smuggled')
  }
})

test("handles a connection's pipelined requests one after another, in order", async () => {
  let atWork = 0
  let mostAtWork = 0
  const port = await startServer(async (request) => {
    mostAtWork = Math.max(mostAtWork, ++atWork)
    const { pathname } = new URL(request.url)
    const body = await request.text()
    await new Promise((resolve) => setImmediate(resolve))
    atWork -= 1
    return new Response(`<${pathname}${body}>`)
  })
  const paths = Array.from({ length: 9 }, (_, n) => `/${n}`)
  const form = `POST /form HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nhello`
  const requests = [...paths.map((path) => request(`GET ${path}`)), form, request('GET /last', last)]
  const answer = await sendRaw(port, requests.join(''))
  expect([...answer.matchAll(/<(.*?)>/g)].map(([, path]) => path)).toEqual([...paths, '/formhello', '/last'])
  expect(mostAtWork).toBe(1)
})

test('if more than ten pipelined requests wait, drops the rest and closes the connection', async () => {
  let handled = 0
  const port = await startServer(() => new Response(`<${++handled}>`))
  const answer = await sendRaw(port, request('GET /').repeat(1000))
  const answers = answer.split('HTTP/1.1 200 OK').slice(1)
  expect(answers).toHaveLength(11)
  expect(answers.filter((answer) => answer.includes('Connection: close'))).toEqual([answers.at(-1)])
  expect(handled).toBe(11)
})

test('cuts a connection that sends thousands of requests without waiting for an answer', async () => {
  let handled = 0
  const { promise: held, resolve: release } = Promise.withResolvers<Response>()
  const port = await startServer(() => {
    handled += 1
    return held
  })
  expect(await sendRaw(port, request('GET /').repeat(5000))).toBe('')
  release(new Response('late'))
  expect(handled).toBe(1)
})

test('slow readers with pipelined requests do not block other clients', async () => {
  const large = 'x'.repeat(400_000)
  let handled = 0
  const port = await startServer(({ url }) => {
    if (url.endsWith('/home')) return new Response('home')
    handled += 1
    return new Response(large)
  })
  const readers = Array.from({ length: 50 }, () => connect(port, '127.0.0.1').pause())
  for (const reader of readers) reader.on('error', () => {}).write(request('GET /large').repeat(11))
  await expect.poll(() => handled).toBeGreaterThanOrEqual(50)
  expect(await (await fetch(`http://127.0.0.1:${port}/home`)).text()).toBe('home')
  for (const reader of readers) reader.destroy()
})
