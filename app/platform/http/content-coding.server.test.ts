import { expect, test } from 'vitest'

import { codingFor, isKnown } from './content-coding.server.ts'

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
