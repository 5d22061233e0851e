import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

import { parseSource } from './sources.ts'

/** Regular expressions that may be slow or are made at run time, each with the reason why visitors cannot misuse it. */
const reasons: Record<string, string> = {
  '/\\B(?=(\\d{3})+$)/g': 'reads a number that we wrote',
  '/^\\s*(begin|commit|rollback|start transaction)\\s*;/im': 'reads our own SQL files',
  "new RegExp(pattern, 'u')": 'reads examples of our own API document',
  'new RegExp(`\\\\b${name}\\\\b`)': 'reads our own migrations',
  "new RegExp(`^${parts.join('/')}$`)":
    'is made of our paths: a path segment has one repetition and contains no slash',
  'new RegExp(`^/vineyard/${id}$`)': 'has the fixed length of an id',
  "new RegExp(`^(/pictures/[a-z0-9][a-z0-9/-]*)-(?:${pictureWidths.join('|')})\\\\.(?:webp|avif)$`)":
    'has a fixed start and one repetition',
}

const files = globSync('{app,server}/**/*.{ts,tsx,mjs}').filter(
  (file) => !/\.test\.|\.generated\./.test(file),
)
const used = files
  .flatMap((file) => parseSource(file, readFileSync(file, 'utf8')).patterns)
  .map((pattern) =>
    pattern.replace(/^new RegExp\(\s+|,\s+\)$/g, (edge) => (edge.startsWith('n') ? 'new RegExp(' : ')')),
  )

/**
 * Returns whether a text can make a regular expression slow, because it has nested or adjacent repetition or no fixed start.
 */
function isSlow(pattern: string): boolean {
  const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(pattern) ?? []
  return source === '' || analyse({ source, flags }).reports.length > 0
}

// ASVS 1.3.12
test('every regular expression takes linear time, or has a reason why it may be slower', () => {
  expect(used.length).toBeGreaterThan(300)
  // Every reason must still be needed.
  expect([...new Set(used.filter(isSlow))].toSorted()).toEqual(Object.keys(reasons).toSorted())
  const slow = ['/^(a+)+$/', '/\\s*,?\\s*[\\r\\n]+/g', '/<[^>]+>/g', '/(\\d+)\\s*h/', 'new RegExp(text)']
  expect(slow.filter(isSlow)).toEqual(slow)
  expect(['/^a+$/', '/<[^<>]+>/g', '/(?<!\\d)\\d+h/'].filter(isSlow)).toEqual([])
})
