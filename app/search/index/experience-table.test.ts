import { expect, test } from 'vitest'
import { missing } from './columns.ts'
import {
  capacityOf,
  detailField,
  endOfPatterns,
  idLength,
  experienceField,
  ExperienceTable,
  patternField,
  packPlan,
  runsOn,
  startOf,
} from './experience-table.ts'

/** One experience of price `n` with `n % 3` patterns of capacity `n`. */
function rowsOf(n: number) {
  const patterns = Array.from({ length: n % 3 }, (_, p) => [n, 0, 0, p, 600 + p, 127, 0, 9999, n + 1])
  const numbers = [n, 1, 2, 3, n, 60, 1, 8, 0, 365, 0, patterns.length, ...patterns.flat()]
  const rows = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) rows.writeInt32BE(number, at * 4)
  return { types: [n % 2 ? 'tour' : null], rows }
}

function read({ experiences, details, ids, types }: ExperienceTable, at: number) {
  const one = at + 1
  const rest = experiences[one + experienceField.details] ?? 0
  const capacities: number[] = []
  const idEndings: (number | undefined)[] = [ids[details[rest + detailField.ids] ?? 0]]
  for (let p = rest + detailField.length; p < endOfPatterns(details, rest); p += patternField.length)
    capacities.push(capacityOf(details[p + patternField.plan] ?? 0))
  for (const _ of capacities)
    idEndings.push(ids[(details[rest + detailField.ids] ?? 0) + idLength * idEndings.length + 3])
  return {
    size: experiences[at],
    type:
      experiences[one + experienceField.type] === missing
        ? null
        : types.find('tour') === experiences[one + experienceField.type] && 'tour',
    price: experiences[one + experienceField.price],
    idEndings,
    horizon: details[rest + detailField.horizon],
    capacities,
  }
}

const expected = (n: number) => ({
  size: 1,
  type: n % 2 ? 'tour' : null,
  price: n,
  idEndings: [n, ...Array.from({ length: n % 3 }, (_, p) => p)],
  horizon: 365,
  capacities: Array.from({ length: n % 3 }, () => n + 1),
})

test('reads back all experiences, also after removing most and closing the gaps', () => {
  const table = new ExperienceTable()
  const blocks = Array.from({ length: 5000 }, (_, n) => table.add(rowsOf(n)))
  expect(read(table, blocks[17] ?? 0)).toEqual(expected(17))

  for (const [n, at] of blocks.entries()) {
    if (n % 5 === 0) continue
    table.remove(at)
    blocks[n] = missing
  }
  const before = table.experiences.length
  table.compact(blocks)
  expect(table.experiences.length).toBeLessThan(before / 2)
  for (const [n, at] of blocks.entries()) if (at !== missing) expect(read(table, at)).toEqual(expected(n))
  const again = table.add(rowsOf(8))
  expect(read(table, again)).toEqual(expected(8))
  expect(read(table, blocks[4995] ?? 0)).toEqual(expected(4995))
})

test('unpacks start, weekdays and capacity up to the largest of each', () => {
  for (const start of [0, 1, 1439])
    for (const weekdays of [1, 64, 127])
      for (const capacity of [1, 8192, 10_000]) {
        const plan = packPlan(start, weekdays, capacity) | 0
        expect([startOf(plan), capacityOf(plan)]).toEqual([start, capacity])
        for (const weekday of [1, 2, 4, 8, 16, 32, 64])
          expect(runsOn(plan, weekday)).toBe((weekdays & weekday) !== 0)
      }
})
