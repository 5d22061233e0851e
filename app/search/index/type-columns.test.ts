import { expect, test } from 'vitest'
import { none } from './codes.ts'
import { offer } from './offers.ts'
import type { ExperienceFilter } from './matches.ts'
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
const one = { type: tour, price: 2000, minutes: 60, most: 8 }

/** A vineyard's part of the offers, as `Offers` writes it, behind three numbers of another. */
function partOf(...experiences: (typeof one)[]): [offers: Int32Array, at: number] {
  const numbers = experiences.flatMap(({ type, price, minutes, most }) => {
    const facts = Array.from({ length: offer.length }, () => 0)
    facts[offer.type] = type
    facts[offer.price] = price
    facts[offer.minutes] = minutes
    facts[offer.most] = most
    return facts
  })
  return [Int32Array.of(7, 7, 7, experiences.length, ...numbers), 3]
}

/** The rows that are marked. */
function found(columns: TypeColumns, filter: Partial<ExperienceFilter>): number[] {
  const marks = new Uint8Array(1000)
  columns.mark({ ...anything, ...filter }, marks)
  return [...marks.entries()].filter(([, mark]) => mark % 2 === 1).map(([row]) => row)
}

function remove(columns: TypeColumns, row: number, [offers, at]: ReturnType<typeof partOf>): void {
  const marks = new Uint8Array(1000)
  marks[row] = 1
  columns.remove(marks, offers, [at])
}

test('each limit is met by what is equal to it, and by one and the same experience', () => {
  const columns = new TypeColumns()
  columns.add(1, ...partOf(one))
  columns.add(2, ...partOf({ ...one, type: tasting, price: 1999, minutes: 59, most: 9 }))
  columns.add(
    3,
    ...partOf({ ...one, type: none, price: 10_000_000, minutes: 1440, most: none }, { ...one, price: 2001 }),
  )
  columns.add(4, ...partOf())
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

test('what a vineyard offered is gone with it, and whoever gets its row is told by what they offer', () => {
  const columns = new TypeColumns()
  const [before, after] = [partOf(one, { ...one, type: tasting }, one), partOf({ ...one, type: tasting })]
  columns.add(1, ...before)
  columns.add(2, ...before)
  remove(columns, 1, before)
  expect([found(columns, { type: tour }), found(columns, { type: tasting })]).toEqual([[2], [2]])
  columns.add(1, ...after)
  expect([found(columns, { type: tour }), found(columns, { type: tasting })]).toEqual([[2], [1, 2]])
  remove(columns, 2, before)
  expect([found(columns, { type: tour }), found(columns, { type: tasting })]).toEqual([[], [1]])
})

test('they are counted by type, however many come and go', () => {
  const columns = new TypeColumns()
  const part = partOf(one, { ...one, type: none })
  for (let row = 0; row < 1000; row++) columns.add(row, ...part)
  expect([tour, tasting, none, null].map((type) => columns.count(type))).toEqual([1000, 0, 1000, 2000])
  const marks = new Uint8Array(1000).fill(1).fill(0, 400, 500)
  columns.remove(marks, part[0], [part[1]])
  expect([tour, none, null].map((type) => columns.count(type))).toEqual([100, 100, 200])
  expect(found(columns, {})).toEqual(Array.from({ length: 100 }, (_, n) => 400 + n))
  for (let turn = 0; turn < 5000; turn++) {
    columns.add(3, ...part)
    remove(columns, 3, part)
  }
  expect(columns.count(null)).toBe(200)
})
