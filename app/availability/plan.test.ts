import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatWeekdays, isSamePlan, mergePlans, planDifferences } from './plan.ts'
import type { DraftStart } from './plan.shapes.ts'

const start = (id: string | null, capacity = 8): DraftStart => ({
  id,
  days_of_week: [6, 7],
  start_time: '10:30:00',
  capacity,
  valid_from: '2026-04-01',
  valid_until: '2026-10-31',
})

test('merging keeps the changes of both people', () => {
  const opened = [start('a'), start('b')]
  const theirs = [start('a', 5), start('b'), start('c')]
  const mine = [start('a'), start('b', 12), start(null, 1)]
  expect(mergePlans(opened, theirs, mine)).toEqual([
    start('a', 5),
    start('b', 12),
    start('c'),
    start(null, 1),
  ])
})

test('merging removes the starts that either person removed, but keeps a start that I have changed', () => {
  const opened = [start('a'), start('b'), start('c')]
  expect(mergePlans(opened, [start('a'), start('b', 3)], [start('b'), start('c', 9)])).toEqual([
    start('b', 3),
    start(null, 9),
  ])
})

test("lists the other person's changes as sentences", () => {
  expect(planDifferences([start('a')], [start('a', 5)], [start('a', 6)])).toEqual([
    {
      label: 'Start at 10:30 AM',
      before: 'Saturday, Sunday at 10:30 AM, 8 places. 1 April to 31 October 2026',
      theirs: 'Saturday, Sunday at 10:30 AM, 5 places. 1 April to 31 October 2026',
      mine: 'Saturday, Sunday at 10:30 AM, 6 places. 1 April to 31 October 2026',
    },
  ])
  expect(planDifferences([start('a')], [], [start('a')])).toMatchObject([{ theirs: '' }])
})

const plans = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), capacity: fc.nat(2) }), {
  selector: ({ id }) => id,
})
const drawn = plans.map((starts) => starts.map(({ id, capacity }) => start(id, capacity)))

test('merging returns the other person’s plan if I changed nothing, and my plan if the other person changed nothing', () => {
  fc.assert(
    fc.property(drawn, drawn, (opened, other) => {
      expect(isSamePlan(mergePlans(opened, other, opened), other)).toBe(true)
      const byId = (one: DraftStart, two: DraftStart) => String(one.id).localeCompare(String(two.id))
      expect(mergePlans(opened, opened, other).toSorted(byId)).toEqual(other.toSorted(byId))
    }),
  )
})

test('formats weekdays as names and ranges', () => {
  expect(formatWeekdays([1, 2, 3, 4, 5, 6, 7])).toBe('Every day')
  expect(formatWeekdays([7, 3, 4, 5, 6])).toBe('Wednesday to Sunday')
  expect(formatWeekdays([6, 7])).toBe('Saturday, Sunday')
  expect(formatWeekdays([1, 3, 5])).toBe('Monday, Wednesday, Friday')
  expect(formatWeekdays([2])).toBe('Tuesday')
})
