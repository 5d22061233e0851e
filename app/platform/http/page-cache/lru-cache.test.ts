import fc from 'fast-check'
import { expect, test } from 'vitest'

import { codingFor, isKnown } from './cached-page.server.ts'
import { LruCache } from './lru-cache.ts'

test('never holds more than its bytes and evicts the least recently used page', () => {
  const use = fc.record({
    address: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    bytes: fc.integer({ min: 1, max: 60 }),
    puts: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
      const cache = new LruCache<{ bytes: number }>(100)
      // The most recently used page is last.
      let model: { address: string; bytes: number }[] = []
      for (const { address, bytes, puts } of uses) {
        const known = model.find((page) => page.address === address)
        if (!puts) expect(cache.get(address)?.bytes).toBe(known?.bytes)
        else cache.put(address, { bytes })
        const last = puts ? { address, bytes } : known
        model = [...model.filter((page) => page.address !== address), ...(last ? [last] : [])]
        while (model.reduce((sum, page) => sum + page.bytes, 0) > 100) model.shift()
        expect(cache.bytes).toBe(model.reduce((sum, page) => sum + page.bytes, 0))
      }
    }),
  )
})

test('does not keep a page larger than the cache, and evicts nothing for it', () => {
  const cache = new LruCache<{ bytes: number }>(100)
  cache.put('small', { bytes: 90 })
  cache.put('large', { bytes: 101 })
  expect(cache.get('large')).toBeUndefined()
  expect(cache.get('small')).toBeDefined()
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0, *', 'gzip'],
  ['*;q=0', 'identity'],
])('sends a page for Accept-Encoding %s as %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})

test('compares ETags weakly', () => {
  const etag = 'W/"abc"'
  for (const known of ['W/"abc"', '"abc"', '*', '"x", W/"abc"'])
    expect(isKnown(known, etag), known).toBe(true)
  for (const unknown of [undefined, '', '"ab"', 'abcd']) expect(isKnown(unknown, etag), unknown).toBe(false)
})
