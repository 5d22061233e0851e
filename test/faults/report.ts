import { existsSync, readFileSync } from 'node:fs'

import type { State } from './cycles/cycles.ts'
import type { Scenario } from './scenarios.ts'

/** `cycles` is set where cycles were counted. */
export type Report = { passed: boolean; cycles?: number; lines: string[]; faults: string[] }
export type Outcome = Report & { name: string; commit: string; day: string; seconds: number; machine: string }

/** Min, median, 95th percentile and max of times in ms. */
function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  return `min ${seconds(at(0))} s, median ${seconds(at(0.5))} s, p95 ${seconds(at(0.95))} s, max ${seconds(at(1))} s`
}

/** A cycle on a machine with a free CPU: others say nothing about the time to recover. */
const isQuiet = (load: number, cpus: number) => load <= cpus + 1

/** Reports cycles. On a quiet machine the 95th percentile of each kind must stay within `within_ms`. */
export function describeCycles(state: State, { kinds = [], within_ms }: Scenario, cpus = 2): Report {
  const { cycles, seed, faults, final } = state
  const quiet = cycles.filter(({ load }) => isQuiet(load, cpus))
  const slow =
    within_ms === undefined
      ? []
      : kinds.flatMap((kind) => {
          const times = quiet.filter(({ fault }) => fault === kind).map(({ recovery_ms }) => recovery_ms)
          const late = times.filter((ms) => ms > within_ms).length
          return late > Math.max(0, times.length * 0.05)
            ? [
                `${late} of ${times.length} quiet recoveries of ${kind} took longer than ${within_ms / 1000} s`,
              ]
            : []
        })
  const loads = cycles.map(({ load }) => load)
  return {
    passed: faults.length + slow.length === 0 && final !== undefined,
    cycles: cycles.length,
    faults: [...faults, ...slow],
    lines: [
      `${cycles.length} cycles with seed ${seed}, ${cycles.reduce((sum, { tasks }) => sum + tasks, 0)} tasks of clients; load of the machine ${Math.min(...loads).toFixed(1)}–${Math.max(...loads).toFixed(1)}, ${quiet.length} cycles on a quiet machine.`,
      ...kinds.map((kind) => {
        const times = cycles.filter(({ fault }) => fault === kind).map(({ recovery_ms }) => recovery_ms)
        return `${kind}: ${times.length} times, running again after ${spread(times)}.`
      }),
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
