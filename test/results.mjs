import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the JSON reports of Vitest and Playwright in `folder`. Returns the numbers of passed and failed tests, the failed
 * tests, the tests that passed only on their second run, and the ten slowest tests. Skipped tests do not count.
 */
export function readResults(folder) {
  const unit = read(join(folder, 'vitest.json'))
  const journeys = read(join(folder, 'journeys.json'))
  const tests = [
    ...(unit?.testResults ?? []).flatMap(unitTests),
    ...journeysOf(journeys?.suites ?? []),
  ].filter(({ skipped }) => !skipped)
  const failures = tests.filter(({ passed }) => !passed)
  return {
    passed: tests.length - failures.length,
    failed: failures.length,
    failures,
    flaky: tests.filter(({ passed, why }) => passed && why),
    slowest: tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10),
  }
}

/** Returns the results of a Vitest file. If a test passes on its second run, Vitest keeps the messages of the first. */
function unitTests({ name, message, status, assertionResults }) {
  // A file that cannot be loaded has no test results, so the file itself counts as failed.
  if (assertionResults.length === 0 && status === 'failed')
    return [{ name, seconds: 0, passed: false, skipped: false, why: firstLines(message) }]
  return assertionResults.map(({ fullName, duration, status, failureMessages }) => ({
    name: fullName,
    seconds: (duration ?? 0) / 1000,
    passed: status === 'passed',
    skipped: status === 'pending' || status === 'skipped',
    why: firstLines(failureMessages?.join('\n')),
  }))
}

function journeysOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        name: `${title} (${projectName})`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        passed: status === 'expected' || status === 'flaky',
        skipped: status === 'skipped',
        why: firstLines(results.map(({ error }) => error?.message ?? '').join('\n')),
      })),
    ),
    ...journeysOf(inner),
  ])
}

function firstLines(message = '') {
  return message.trim().split('\n').slice(0, 25).join('\n')
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
