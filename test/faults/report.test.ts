import { expect, test } from 'vitest'

import { describeCycles } from './report.ts'

const final = { faults: [], counts: { bookings: 1 } } as never
const cycle = (recovery_ms: number, load: number) => ({
  fault: 'site' as const,
  at_ms: 0,
  recovery_ms,
  tasks: 1,
  load,
})
const describe = (cycles: ReturnType<typeof cycle>[]) =>
  describeCycles({ cycles, seed: 1, faults: [], final }, { kinds: ['site'], within_ms: 3000 }, 2)

test('a report judges only the cycles on a quiet machine, but names every cycle that took too long', () => {
  const { passed, faults, lines } = describe([cycle(1000, 1), cycle(3780, 1), cycle(5000, 9)])
  expect([passed, faults]).toEqual([false, ['1 of 2 quiet recoveries of site took longer than 3 s']])
  expect(lines).toContain(
    'site: 3 times, running again after min 1.00 s, median 3.78 s, p95 5.00 s, max 5.00 s; on a quiet machine 2 times, max 3.78 s.',
  )
  expect(lines).toContain(
    'Later than 3 s: cycle 2 (site) 3.78 s at load 1.0, cycle 3 (site) 5.00 s at load 9.0.',
  )
})

test('a report of cycles on a busy machine says that no time was measured', () => {
  const { passed, lines } = describe([cycle(5000, 9)])
  expect(passed).toBe(true)
  expect(lines).toContain('**Not measured**: whether site is back within 3 s.')
})
