import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import type { Run } from '../recorded-run.ts'
import type { State } from './cycles/cycles.ts'
import type { Scenario } from './scenarios.ts'

/** The result of a scenario. `cycles` is set if the scenario counts cycles. */
export type Report = { passed: boolean; cycles?: number; lines: string[]; faults: string[] }
export type Outcome = Report & Run & { machine: string }

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** Returns the minimum, the median, the 95th percentile and the maximum of times in ms. */
function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    seconds(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return `min ${at(0)}, median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}`
}

/**
 * Reports cycles. Only cycles on a quiet machine are judged: 95 % of the cycles of each kind must recover within `within_ms`.
 * All cycles that took longer are named. A machine is quiet if its load is at most one above its number of CPUs.
 */
export function describeCycles(
  state: Pick<State, 'cycles' | 'seed' | 'faults' | 'final'>,
  { kinds = [], within_ms = Infinity }: Pick<Scenario, 'kinds' | 'within_ms'>,
  cpus = availableParallelism(),
): Report {
  const { seed, faults, final } = state
  const cycles = state.cycles.map((cycle, n) => ({
    ...cycle,
    n: n + 1,
    is_quiet: cycle.load <= cpus + 1,
    is_late: cycle.recovery_ms > within_ms,
  }))
  const quiet = cycles.filter(({ is_quiet }) => is_quiet)
  const loads = cycles.map(({ load }) => load)
  const ofKinds = kinds.map((kind) => {
    const all = cycles.filter(({ fault }) => fault === kind)
    const judged = all.filter(({ is_quiet }) => is_quiet)
    return { kind, all, judged, late: judged.filter(({ is_late }) => is_late) }
  })
  const slow = ofKinds
    .filter(({ judged, late }) => late.length > judged.length * 0.05)
    .map(
      ({ kind, judged, late }) =>
        `${late.length} of ${judged.length} quiet recoveries of ${kind} took longer than ${within_ms / 1000} s`,
    )
  const unmeasured = ofKinds.filter(({ judged }) => judged.length === 0).map(({ kind }) => kind)
  const late = cycles.filter(({ is_late }) => is_late)
  return {
    passed: faults.length + slow.length === 0 && final !== undefined,
    cycles: cycles.length,
    faults: [...faults, ...slow],
    lines: [
      `${cycles.length} cycles with seed ${seed}, ${cycles.reduce((sum, { tasks }) => sum + tasks, 0)} tasks of clients; load of the machine ${Math.min(...loads).toFixed(1)}–${Math.max(...loads).toFixed(1)}, ${quiet.length} cycles on a quiet machine.`,
      ...ofKinds.map(({ kind, all, judged }) => {
        const most = Math.max(...judged.map(({ recovery_ms }) => recovery_ms))
        const onQuiet =
          judged.length > 0 ? `${judged.length} times, max ${seconds(most)}` : 'never, so no time is judged'
        const spent =
          all.length > 0 ? `, running again after ${spread(all.map((one) => one.recovery_ms))}` : ''
        return `${kind}: ${all.length} times${spent}; on a quiet machine ${onQuiet}.`
      }),
      ...(late.length > 0
        ? [
            `Later than ${within_ms / 1000} s: ${late.map((one) => `cycle ${one.n} (${one.fault}) ${seconds(one.recovery_ms)} at load ${one.load.toFixed(1)}`).join(', ')}.`,
          ]
        : []),
      ...(Number.isFinite(within_ms) && unmeasured.length > 0
        ? [`**Not measured**: whether ${unmeasured.join(', ')} is back within ${within_ms / 1000} s.`]
        : []),
      ...(final
        ? [
            `In the end: ${Object.entries(final.counts)
              .map(([what, n]) => `${n} ${what}`)
              .join(', ')}.`,
          ]
        : []),
    ],
  }
}

type Vitest = {
  success: boolean
  testResults: {
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Reports a run of Vitest. */
export function describeTests(json: string): Report {
  if (!existsSync(json)) return { passed: false, lines: [], faults: ['The tests did not run.'] }
  const { success, testResults } = JSON.parse(readFileSync(json, 'utf8')) as Vitest
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed')
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending')
  return {
    passed: success && passed.length > 0,
    lines: [
      `${passed.length} of ${tests.length} tests passed${skipped.length > 0 ? `, ${skipped.length} were skipped` : ''}.`,
    ],
    faults: [
      ...testResults
        .filter(({ assertionResults }) => assertionResults.length === 0)
        .map(({ message }) => message),
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n')[0]}`),
    ].filter(Boolean),
  }
}
