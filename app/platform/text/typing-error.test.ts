import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTypingErrorOf } from './typing-error.ts'

test.each([
  ['nyetimbr', 'nyetimber', true],
  ['nyetimberr', 'nyetimber', true],
  ['nyetomber', 'nyetimber', true],
  ['nyetmiber', 'nyetimber', true],
  ['chapeldown', 'chapel down', true],
  ['nyetimber', 'nyetimber', true],
  ['nyetmbr', 'nyetimber', false],
  ['wye', 'rye', false],
  ['wye', 'wye', true],
  ['', 'a', false],
])('%s may mean %s: %s', (typed, text, expected) => {
  expect(isTypingErrorOf(typed, text)).toBe(expected)
})

/** Returns the optimal string alignment distance by the textbook algorithm. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const row = rows[i]
      if (row)
        row[j] = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + same,
          swapped ? at(i - 2, j - 2) + 1 : Infinity,
        )
    }
  return at(a.length, b.length)
}

test('accepts exactly the texts that differ by at most one typing error', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 6, maxLength: 9 })
  fc.assert(
    fc.property(word, word, (typed, text) => {
      expect(isTypingErrorOf(typed, `--${text}-`, 2, 2 + text.length)).toBe(distance(typed, text) <= 1)
    }),
    { numRuns: 2000, seed: 36 },
  )
})
