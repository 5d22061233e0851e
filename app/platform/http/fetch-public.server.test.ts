import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { fetchPublic, isPublicAddress, type Network, postPublic } from './fetch-public.server.ts'

let answer: RequestListener = (_, response) => response.end('hello')
let hits: string[] = []
const server = createServer((request, response) => {
  hits.push(request.headers.host ?? '')
  answer(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const port = (server.address() as AddressInfo).port
afterAll(() => server.closeAllConnections())
afterAll(() => server.close())
beforeEach(() => {
  hits = []
  answer = (_, response) => response.end('hello')
})

/** Resolves each name to the next of its address lists, and records the names. */
function resolver(names: Record<string, string[][]>) {
  const resolved: string[] = []
  const resolve: Network['resolve'] = (host, _, done) => {
    resolved.push(host)
    const answers = names[host] ?? []
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (!next) return done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    done(
      null,
      next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolve, resolved }
}
/** A network with these names, in which 127.0.0.1 counts as public, because the server of this test listens there. */
const here = (names: Record<string, string[][]>) => ({
  ...resolver(names),
  isAllowed: (address: string) => address === '127.0.0.1' || isPublicAddress(address),
})
const at = (host: string, path = '/') => `http://${host}:${port}${path}`
const noValidators = { etag: null, last_modified: null }

test('private, loopback, carrier, unassigned and embedded addresses are not public', () => {
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    '4000::1',
    'localhost',
    '',
    '0x7f.1',
  ])
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4009::200e'])
    expect(isPublicAddress(address), address).toBe(true)
})

test('resolves a host only once, and connects to the address that it found', async () => {
  const network = here({ 'calendar.test': [['127.0.0.1']] })
  expect(await fetchPublic(at('calendar.test'), noValidators, network)).toMatchObject({
    ok: true,
    value: { text: 'hello' },
  })
  expect(network.resolved).toEqual(['calendar.test'])
  expect(hits).toEqual([`calendar.test:${port}`])
})

// ASVS 1.3.6 1.5.3 13.2.4
test('never fetches from the private network, whatever name or notation the URL uses', async () => {
  const network = {
    ...resolver({
      'inside.test': [['127.0.0.1']],
      'mapped.test': [['::ffff:127.0.0.1']],
      'both.test': [['8.8.8.8', '127.0.0.1']],
    }),
    isAllowed: isPublicAddress,
  }
  for (const url of [
    at('inside.test'),
    at('mapped.test'),
    at('both.test'),
    at('127.0.0.1'),
    at('[::1]'),
    at('[::ffff:127.0.0.1]'),
    at('0'),
    at('2130706433'),
    at('0x7f000001'),
    at('0177.0.0.1'),
    at('127.1'),
    `http://user@inside.test:${port}/`,
    'ftp://inside.test/',
    'file:///etc/passwd',
    'http://8.8.8.8:25/',
  ])
    expect(await fetchPublic(url, noValidators, network), url).toEqual({ ok: false, problem: 'not_public' })
  expect(hits).toEqual([])
})

// ASVS 1.3.6
test('refuses a host that resolves to a private address at the next hop', async () => {
  const network = { ...here({ 'rebinding.test': [['127.0.0.1'], ['10.0.0.5']] }) }
  answer = (_, response) => response.writeHead(302, { Location: '/again' }).end()
  expect(await fetchPublic(at('rebinding.test'), noValidators, network)).toEqual({
    ok: false,
    problem: 'not_public',
  })
  expect(network.resolved).toEqual(['rebinding.test', 'rebinding.test'])
  expect(hits).toHaveLength(1)
})

// ASVS 1.3.6 15.3.2
test('refuses a redirect to the private network, by name and by address', async () => {
  const network = here({ 'out.test': [['127.0.0.1']], 'in.test': [['192.168.0.1']] })
  for (const Location of [
    'http://in.test/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
  ]) {
    answer = (_, response) => response.writeHead(301, { Location }).end()
    expect(await fetchPublic(at('out.test'), noValidators, network), Location).toEqual({
      ok: false,
      problem: 'not_public',
    })
  }
})

// ASVS 15.3.2
test('follows three redirects but not four', async () => {
  const network = here({ 'out.test': [['127.0.0.1']] })
  const after = (hops: number) => {
    let left = hops
    answer = (_, response) =>
      left-- > 0 ? response.writeHead(307, { Location: '/on' }).end() : response.end('there')
    return fetchPublic(at('out.test'), noValidators, network)
  }
  expect(await after(3)).toMatchObject({ ok: true })
  expect(await after(4)).toEqual({ ok: false, problem: 'redirects' })
})

test('sends validators and reports an unchanged text', async () => {
  const network = here({ 'out.test': [['127.0.0.1']] })
  answer = (request, response) => {
    const same = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === 'then'
    response
      .writeHead(same ? 304 : 200, { ETag: '"1"', 'Last-Modified': 'then' })
      .end(same ? undefined : 'text')
  }
  expect(await fetchPublic(at('out.test'), noValidators, network)).toEqual({
    ok: true,
    value: { changed: true, text: 'text', etag: '"1"', last_modified: 'then' },
  })
  const validators = { etag: '"1"', last_modified: 'then' }
  expect(await fetchPublic(at('out.test'), validators, network)).toEqual({
    ok: true,
    value: { changed: false },
  })
})

test('stops after 16 MB or after five seconds', async () => {
  const network = here({ 'out.test': [['127.0.0.1']] })
  answer = (_, response) => response.end(Buffer.alloc(16 * 1024 * 1024, 'a'))
  expect(await fetchPublic(at('out.test'), noValidators, network)).toMatchObject({ ok: true })
  answer = (_, response) => response.end(Buffer.alloc(16 * 1024 * 1024 + 1, 'a'))
  expect(await fetchPublic(at('out.test'), noValidators, network)).toEqual({ ok: false, problem: 'large' })
  answer = (_, response) => void response.write('a little, and then nothing')
  const began = performance.now()
  expect(await fetchPublic(at('out.test'), noValidators, network)).toEqual({ ok: false, problem: 'slow' })
  const waited = performance.now() - began
  expect(waited).toBeGreaterThan(4900)
})

test('a receiver that does not end its response in time counts as slow, even if it has sent 100 KB', async () => {
  const network = here({ 'out.test': [['127.0.0.1']] })
  const post = () => postPublic(at('out.test'), { body: '', headers: {}, timeout_ms: 500 }, network)
  const large = Buffer.alloc(100 * 1024, 'a')
  answer = (_, response) => void response.end(large)
  expect(await post()).toEqual({ ok: true, value: { status: 200 } })
  answer = (_, response) => void response.write(large)
  expect(await post()).toEqual({ ok: false, problem: 'slow' })
})

test('decodes UTF-16', async () => {
  const network = here({ 'out.test': [['127.0.0.1']] })
  answer = (_, response) => response.end(Buffer.from('BEGIN:VCALENDAR', 'utf16le'))
  expect(await fetchPublic(at('out.test'), noValidators, network)).toMatchObject({
    value: { text: 'BEGIN:VCALENDAR' },
  })
})

test('names each kind of failure', async () => {
  const network = here({ 'out.test': [['127.0.0.1']] })
  const problem = async (url: string) => {
    const came = await fetchPublic(url, noValidators, network)
    return came.ok ? undefined : came.problem
  }
  expect(await problem(at('nowhere.test'))).toBe('unknown_host')
  expect(await problem('http://out.test:1025/')).toBe('unreachable')
  answer = (_, response) => response.writeHead(403).end()
  expect(await problem(at('out.test'))).toBe('refused')
  answer = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x')
  expect(await problem(at('out.test'))).toBe('refused')
  answer = (_, response) => response.writeHead(302, { Location: 'http://' }).end()
  expect(await problem(at('out.test'))).toBe('refused')
  answer = (_, response) => response.destroy()
  expect(await problem(at('out.test'))).toBe('unreachable')
})
