import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdTable, wordsOfId } from './id-table.ts'

test('reads the four numbers of an id', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const hex = wordsOfId(id).map((word) => (word >>> 0).toString(16).padStart(8, '0'))
      expect(hex.join('')).toBe(id.replaceAll('-', ''))
    }),
  )
})

/** Ids that often share most of their digits, as those made one after another do. */
const alike = fc
  .tuple(fc.constantFrom('00000001', '0000000f'), fc.nat(40))
  .map(([begin, n]) => `${begin}-0000-4000-8000-0000000000${n.toString(16).padStart(2, '0')}`)

test('finds the number of each id, and of no other', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.oneof(alike, fc.uuid()), fc.integer({ min: 0, max: 20_000 })), {
        selector: ([id]) => id,
        maxLength: 60,
      }),
      fc.array(fc.oneof(alike, fc.uuid()), { maxLength: 20 }),
      (known, others) => {
        const bytes = Buffer.alloc(known.length * 20)
        for (const [n, [id, value]] of known.entries()) {
          for (const [w, word] of wordsOfId(id).entries()) bytes.writeInt32BE(word, n * 20 + w * 4)
          bytes.writeInt32BE(value, n * 20 + 16)
        }
        const table = new IdTable(bytes)
        const numbers = new Map(known)
        for (const id of [...numbers.keys(), ...others]) {
          const words = Int32Array.of(0, ...wordsOfId(id))
          expect(table.find(words, 1)).toBe(numbers.get(id))
        }
      },
    ),
    { numRuns: 500, seed: 4 },
  )
})

test('finds all rows of an id', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(alike, fc.nat(5), fc.nat(1000)), { maxLength: 80 }),
      fc.array(alike, { maxLength: 20 }),
      (rows, others) => {
        const bytes = Buffer.alloc(rows.length * 24)
        for (const [n, [id, ...numbers]] of rows.entries())
          for (const [w, word] of [...wordsOfId(id), ...numbers].entries())
            bytes.writeInt32BE(word, n * 24 + w * 4)
        const table = new IdTable(bytes, 2)
        for (const id of [...rows.map(([known]) => known), ...others]) {
          const visited: [number, number][] = []
          const passed = table.some(
            Int32Array.of(0, ...wordsOfId(id)),
            1,
            (...numbers) => visited.push(numbers) < 0,
          )
          expect(passed).toBe(false)
          const expected = rows.filter(([own]) => own === id).map(([, ...numbers]) => numbers)
          expect(visited.toSorted(by)).toEqual(expected.toSorted(by))
          if (expected.length > 0)
            expect(table.some(Int32Array.of(0, ...wordsOfId(id)), 1, () => true)).toBe(true)
        }
      },
    ),
    { numRuns: 300, seed: 5 },
  )
})

const by = ([a, b]: number[], [c, d]: number[]) => (a ?? 0) - (c ?? 0) || (b ?? 0) - (d ?? 0)
