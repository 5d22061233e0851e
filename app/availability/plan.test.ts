import fc from 'fast-check'
import { expect, test } from 'vitest'

import { planDifferences, type DraftStart, isSamePlan, mergePlans } from './plan.ts'

const start = (id: string | null, capacity = 8): DraftStart => ({
  id,
  days_of_week: [6, 7],
  start_time: '10:30:00',
  capacity,
  valid_from: '2026-04-01',
  valid_until: '2026-10-31',
})

test('what each of two people changed is kept', () => {
  const seen = [start('a'), start('b')]
  const theirs = [start('a', 5), start('b'), start('c')]
  const mine = [start('a'), start('b', 12), start(null, 1)]
  expect(mergePlans(seen, theirs, mine)).toEqual([start('a', 5), start('b', 12), start('c'), start(null, 1)])
})

test('what I took away stays away, what they took away comes back only where I had changed it', () => {
  const seen = [start('a'), start('b'), start('c')]
  expect(mergePlans(seen, [start('a'), start('b', 3)], [start('b'), start('c', 9)])).toEqual([
    start('b', 3),
    start(null, 9),
  ])
})

test('the difference tells what they changed, in words', () => {
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

test('who changed nothing gets theirs, and who meets nobody keeps their own', () => {
  fc.assert(
    fc.property(drawn, drawn, (seen, other) => {
      expect(isSamePlan(mergePlans(seen, other, seen), other)).toBe(true)
      const byId = (one: DraftStart, two: DraftStart) => String(one.id).localeCompare(String(two.id))
      expect(mergePlans(seen, seen, other).toSorted(byId)).toEqual(other.toSorted(byId))
    }),
  )
})
