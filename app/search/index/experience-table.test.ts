import { expect, test } from 'vitest'
import {
  detailField,
  endOfPatterns,
  experienceField,
  ExperienceTable,
  idLength,
  patternField,
} from './experience-table.ts'

/** One experience of price `n` with `n % 3` patterns of capacity `n + 1`. */
function rowsOf(n: number) {
  const patterns = Array.from({ length: n % 3 }, (_, p) => [n, 0, 0, p, 600 + p, 127, 0, 9999, n + 1])
  const numbers = [n, 1, 2, 3, n, 60, 1, 8, 5, 0, 365, 0, patterns.length, ...patterns.flat()]
  const rows = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) rows.writeInt32BE(number, at * 4)
  return { types: [n % 2 ? 'tour' : null], rows }
}

test('reads back all experiences with their patterns', () => {
  const table = new ExperienceTable()
  const { experiences, details, ids, types } = table
  for (let n = 0; n < 100; n++) {
    const block = table.add(rowsOf(n))
    const experience = block + 1
    const detail = experiences[experience + experienceField.details] ?? 0
    const firstId = details[detail + detailField.ids] ?? 0
    expect(experiences[block]).toBe(1)
    expect(experiences[experience + experienceField.type]).toBe(types.get(n % 2 ? 'tour' : null))
    expect(experiences[experience + experienceField.price]).toBe(n)
    expect(details[detail + detailField.horizon]).toBe(365)
    expect(ids.slice(firstId, firstId + idLength)).toEqual([n, 1, 2, 3])
    expect(endOfPatterns(details, detail)).toBe(details.length)
    for (let p = 0; p < n % 3; p++) {
      const pattern = detail + detailField.length + p * patternField.length
      expect(details[pattern + patternField.start]).toBe(600 + p)
      expect(details[pattern + patternField.weekdays]).toBe(127)
      expect(details[pattern + patternField.capacity]).toBe(n + 1)
      expect(ids[firstId + (1 + p) * idLength + 3]).toBe(p)
    }
  }
  expect([...table.starts]).toEqual([600, 601])
  expect(table.leastCapacity).toBe(2)
})
