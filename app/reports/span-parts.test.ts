import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays } from '../platform/days.ts'
import { nextSpan, splitByYears, splitSpan, firstOf, type ReportSpan } from './span-parts.ts'

const aDay = fc.nat(3000).map((n) => addDays('2020-01-01', n))
const spans = fc.constantFrom<ReportSpan[]>(
  [],
  ['week'],
  ['month'],
  ['year', 'month'],
  ['year', 'month', 'week'],
)

test('splits a span into whole weeks or months and days, each day once', () => {
  fc.assert(
    fc.property(aDay, fc.nat(1850), spans, (from, more, unit) => {
      const until = addDays(from, more)
      const parts = splitSpan(from, until, unit).toSorted((a, b) => (a.from < b.from ? -1 : 1))
      let next = from
      for (const { span, from: first, last, until: end } of parts) {
        expect(first).toBe(next)
        expect(firstOf(span, first)).toBe(first)
        expect(nextSpan(span, last)).toBe(end)
        expect(first <= last).toBe(true)
        next = end
      }
      expect(next).toBe(addDays(until, 1))
    }),
  )
})

test('splits five years into four whole years, months and days', () => {
  expect(
    splitSpan('2021-11-21', '2026-11-21', ['year', 'month']).map(({ span, from, last }) => [
      span,
      from,
      last,
    ]),
  ).toEqual([
    ['year', '2022-01-01', '2025-01-01'],
    ['month', '2021-12-01', '2021-12-01'],
    ['day', '2021-11-21', '2021-11-30'],
    ['month', '2026-01-01', '2026-10-01'],
    ['day', '2026-11-01', '2026-11-21'],
  ])
})

test('adds and subtracts parts so that each wanted day counts once, and no other', () => {
  fc.assert(
    fc.property(aDay, fc.nat(1850), (from, more) => {
      const until = addDays(from, more)
      const counted = new Map<string, number>()
      for (const { span, from: first, last, until: end, sign } of splitByYears(from, until)) {
        expect([firstOf(span, first), nextSpan(span, last)]).toEqual([first, end])
        for (let day = first; day < end; day = addDays(day, 1))
          counted.set(day, (counted.get(day) ?? 0) + sign)
      }
      const wanted = [...counted].filter(([, times]) => times !== 0).toSorted()
      expect(wanted).toEqual(Array.from({ length: more + 1 }, (_, n) => [addDays(from, n), 1]))
    }),
    { numRuns: 40 },
  )
})

test('reads five years to late November as whole years less the rest', () => {
  expect(
    splitByYears('2021-11-21', '2026-11-21').map(({ span, from, last, sign }) => [sign, span, from, last]),
  ).toEqual([
    [1, 'year', '2022-01-01', '2026-01-01'],
    [1, 'month', '2021-12-01', '2021-12-01'],
    [1, 'day', '2021-11-21', '2021-11-30'],
    [-1, 'month', '2026-12-01', '2026-12-01'],
    [-1, 'day', '2026-11-22', '2026-11-30'],
  ])
})
