import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WordIndex } from './word-index.ts'

const word = fc.constantFrom(
  'oak',
  'kent',
  'kentish',
  'a',
  "o'a",
  '%',
  '_',
  'ŵern',
  '\\',
  'oakkent',
  'vineyard',
)
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '  ', '\n')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.flat().slice(0, -1).join(''))
const term = fc.oneof(
  word,
  text.filter((words) => !words.includes('\n')),
  fc.string({ maxLength: 4 }).filter((words) => !words.includes('\n')),
  fc.constantFrom('k o', 'oak k', ' ', '   ', 'a'.repeat(10_000), 'ent', 't o'),
)

test('finds exactly the texts that contain the term, after any additions and removals', () => {
  let hits = 0
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 12 }),
      fc.array(fc.nat(11), { maxLength: 6 }),
      fc.array(text, { maxLength: 3 }),
      term,
      (texts, gone, added, wanted) => {
        const index = new WordIndex()
        const now = new Map(texts.entries())
        for (const words of texts) index.add(words)
        for (const row of gone) {
          index.remove(row)
          now.delete(row)
        }
        for (const words of added) now.set(index.add(words), words)
        const found = [...index.find(wanted).marks.entries()]
          .filter(([, mark]) => mark === 1)
          .map(([row]) => row)
        const expected = [...now].filter(([, words]) => words.includes(wanted)).map(([row]) => row)
        hits += expected.length
        expect(found).toEqual(expected.toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 2000, seed: 4 },
  )
  expect(hits).toBeGreaterThan(1000)
})
