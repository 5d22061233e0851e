import fc from 'fast-check'
import { expect, test } from 'vitest'

import { codingFor, isKnown } from './cached-page.server.ts'
import { LruCache } from './lru-cache.ts'

test('never holds more than its bytes and evicts the least recently used page', () => {
  const act = fc.record({
    address: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    bytes: fc.integer({ min: 1, max: 60 }),
    puts: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const shelf = new LruCache<{ bytes: number }>(100)
      // The last asked for is the last here.
      let model: { address: string; bytes: number }[] = []
      for (const { address, bytes, puts } of acts) {
        const there = model.find((one) => one.address === address)
        if (!puts) expect(shelf.get(address)?.bytes).toBe(there?.bytes)
        else shelf.put(address, { bytes })
        const last = puts ? { address, bytes } : there
        model = [...model.filter((one) => one.address !== address), ...(last ? [last] : [])]
        while (model.reduce((sum, one) => sum + one.bytes, 0) > 100) model.shift()
        expect(shelf.bytes).toBe(model.reduce((sum, one) => sum + one.bytes, 0))
      }
    }),
  )
})

test('does not keep a page larger than the cache, and evicts nothing for it', () => {
  const shelf = new LruCache<{ bytes: number }>(100)
  shelf.put('small', { bytes: 90 })
  shelf.put('large', { bytes: 101 })
  expect(shelf.get('large')).toBeUndefined()
  expect(shelf.get('small')).toBeDefined()
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0, *', 'gzip'],
  ['*;q=0', 'identity'],
])('for Accept-Encoding %s a page is sent as %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})

test('compares ETags weakly', () => {
  const etag = 'W/"abc"'
  for (const known of ['W/"abc"', '"abc"', '*', '"x", W/"abc"'])
    expect(isKnown(known, etag), known).toBe(true)
  for (const unknown of [undefined, '', '"ab"', 'abcd']) expect(isKnown(unknown, etag), unknown).toBe(false)
})
