import { expect, test } from 'vitest'
import { missing } from './columns.ts'
import { type ExperienceFilter, experienceField } from './experience-table.ts'
import { TypeColumns } from './type-columns.ts'

const [tour, tasting] = [0, 1]
const anything: ExperienceFilter = {
  type: null,
  leastPrice: 0,
  mostPrice: 2 ** 30,
  minutes: 0,
  most: null,
  party: null,
}
const sample = { type: tour, price: 2000, minutes: 60, most: 8 }

/** A vineyard's block as `ExperienceTable` writes it, after three numbers of another. */
function blockOf(...experiences: (typeof sample)[]): [experiences: Int32Array, block: number] {
  const numbers = experiences.flatMap(({ type, price, minutes, most }) => {
    const facts = Array.from({ length: experienceField.length }, () => 0)
    facts[experienceField.type] = type
    facts[experienceField.price] = price
    facts[experienceField.minutes] = minutes
    facts[experienceField.most] = most
    return facts
  })
  return [Int32Array.of(7, 7, 7, experiences.length, ...numbers), 3]
}

function found(columns: TypeColumns, filter: Partial<ExperienceFilter>): number[] {
  const marks = new Uint8Array(1000)
  columns.mark({ ...anything, ...filter }, marks)
  return [...marks.entries()].filter(([, mark]) => mark % 2 === 1).map(([row]) => row)
}

function remove(columns: TypeColumns, row: number, [experiences, block]: ReturnType<typeof blockOf>): void {
  const marks = new Uint8Array(1000)
  marks[row] = 1
  columns.remove(marks, experiences, [block])
}

test('limits are inclusive and must all hold for one experience', () => {
  const columns = new TypeColumns()
  columns.add(1, ...blockOf(sample))
  columns.add(2, ...blockOf({ ...sample, type: tasting, price: 1999, minutes: 59, most: 9 }))
  columns.add(
    3,
    ...blockOf(
      { ...sample, type: missing, price: 10_000_000, minutes: 1440, most: missing },
      { ...sample, price: 2001 },
    ),
  )
  columns.add(4, ...blockOf())
  expect(found(columns, {})).toEqual([1, 2, 3])
  expect(found(columns, { type: tour })).toEqual([1, 3])
  expect(found(columns, { type: 7 })).toEqual([])
  expect(found(columns, { leastPrice: 2000 })).toEqual([1, 3])
  expect(found(columns, { mostPrice: 2000 })).toEqual([1, 2])
  expect(found(columns, { minutes: 60 })).toEqual([1, 3])
  expect(found(columns, { minutes: 61 })).toEqual([3])
  expect(found(columns, { most: 8 })).toEqual([1, 3])
  expect(found(columns, { most: 1000 })).toEqual([1, 2, 3])
  expect(found(columns, { minutes: 61, most: 1000 })).toEqual([])
})

test('a removed row no longer matches, and a reused row matches by its new experiences', () => {
  const columns = new TypeColumns()
  const [before, after] = [
    blockOf(sample, { ...sample, type: tasting }, sample),
    blockOf({ ...sample, type: tasting }),
  ]
  columns.add(1, ...before)
  columns.add(2, ...before)
  remove(columns, 1, before)
  expect([found(columns, { type: tour }), found(columns, { type: tasting })]).toEqual([[2], [2]])
  columns.add(1, ...after)
  expect([found(columns, { type: tour }), found(columns, { type: tasting })]).toEqual([[2], [1, 2]])
  remove(columns, 2, before)
  expect([found(columns, { type: tour }), found(columns, { type: tasting })]).toEqual([[], [1]])
})

test('counts by type after many additions and removals', () => {
  const columns = new TypeColumns()
  const block = blockOf(sample, { ...sample, type: missing })
  for (let row = 0; row < 1000; row++) columns.add(row, ...block)
  expect([tour, tasting, missing, null].map((type) => columns.count(type))).toEqual([1000, 0, 1000, 2000])
  const marks = new Uint8Array(1000).fill(1).fill(0, 400, 500)
  columns.remove(marks, block[0], [block[1]])
  expect([tour, missing, null].map((type) => columns.count(type))).toEqual([100, 100, 200])
  expect(found(columns, {})).toEqual(Array.from({ length: 100 }, (_, n) => 400 + n))
  for (let n = 0; n < 5000; n++) {
    columns.add(3, ...block)
    remove(columns, 3, block)
  }
  expect(columns.count(null)).toBe(200)
})
