import { expect, test } from 'vitest'

import { clientAddress, readProxies } from './client-address.server.ts'

function trusting(list: string) {
  const proxies = readProxies(list)
  if (!proxies) throw new Error(`${list} cannot be read`)
  return proxies
}

// ASVS 4.1.3 15.3.4
test('ignores X-Forwarded-For unless a trusted proxy sent the request', () => {
  expect(clientAddress('203.0.113.9', '198.51.100.1', trusting('none'))).toBe('203.0.113.9')
  expect(clientAddress('203.0.113.9', '198.51.100.1', trusting('loopback'))).toBe('203.0.113.9')
})

test("uses the address that a trusted proxy reports, or else the proxy's own address", () => {
  expect(clientAddress('127.0.0.1', '198.51.100.1', trusting('loopback'))).toBe('198.51.100.1')
  expect(clientAddress('::ffff:127.0.0.1', '198.51.100.1', trusting('loopback'))).toBe('198.51.100.1')
  expect(clientAddress('127.0.0.1', undefined, trusting('loopback'))).toBe('127.0.0.1')
})

// ASVS 4.1.3 15.3.4
test('ignores addresses that a visitor writes into the header', () => {
  const trusted = trusting('loopback, 10.0.0.0/8')
  expect(clientAddress('127.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', trusted)).toBe('198.51.100.1')
  expect(clientAddress('127.0.0.1', '127.0.0.1, 198.51.100.1', trusted)).toBe('198.51.100.1')
  expect(clientAddress('127.0.0.1', 'nonsense', trusted)).toBe('127.0.0.1')
  expect(clientAddress('127.0.0.1', 'unknown, 10.2.3.4', trusted)).toBe('10.2.3.4')
})

test('removes ports and brackets from addresses', () => {
  const trusted = trusting('loopback')
  expect(clientAddress('127.0.0.1', '198.51.100.1:4711', trusted)).toBe('198.51.100.1')
  expect(clientAddress('127.0.0.1', '[2001:db8:1:2:3::4]:443', trusted)).toBe('2001:db8:1:2::/64')
})

test('treats an IPv6 network as one address, whatever notation the address has', () => {
  const trusted = trusting('loopback')
  for (const address of ['2001:db8::1', '2001:0DB8:0:0:ffff::', '2001:db8:0:0:1:2:3:4'])
    expect(clientAddress(address, undefined, trusted)).toBe('2001:db8:0:0::/64')
  expect(clientAddress('2001:db8:0:1::1', undefined, trusted)).toBe('2001:db8:0:1::/64')
})

test('rejects an invalid proxy list', () => {
  for (const list of ['10.0.0.0/33', 'localhost', '10.0.0/8', '::1/129', '10.0.0.0/x', '10.0.0.0/-1'])
    expect(readProxies(list), list).toBeUndefined()
})
