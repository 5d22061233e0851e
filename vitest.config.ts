import { spawnSync } from 'node:child_process'
import { defineConfig } from 'vitest/config'

// The tests need the project's own Node. An older Node runs this command again with the project's own.
if (Number.parseInt(process.versions.node, 10) < 26) {
  const { status } = spawnSync('node_modules/.bin/node', process.argv.slice(1), { stdio: 'inherit' })
  process.exit(status ?? 1)
}

/** These tests end processes or wait for clocks. Only `npm run test:long` and `npm run test:faults` run them. */
const long = [
  'test/long/*.test.ts',
  'test/faults/!(cut-connection|report|traces).test.ts',
  '{app,server,db,test}/**/*.long.test.ts',
]

/** These tests measure how long an answer takes, or end processes, so nothing else may run beside them. */
const alone = [
  'test/faults/cut-connection.test.ts',
  'test/faults/traces.test.ts',
  'app/bookings/new-bookings/rush.test.ts',
  ...(process.env.LONG ? long : []),
]

/** These tests only read the sources. They need no build and no database. */
const sources = [
  'test/architecture.test.ts',
  'test/asvs.test.ts',
  'test/dangerous-calls.test.ts',
  'test/faults/report.test.ts',
  'test/figures.test.ts',
  'test/patterns.test.ts',
  'test/promise-lists.test.ts',
  'test/records.test.ts',
  'test/retried-writes.test.ts',
  'test/specified-texts.test.ts',
  'test/style-sheets.test.ts',
  'test/results.test.ts',
]

const settings = {
  globalSetup: ['test/global-setup.ts'],
  setupFiles: ['test/seed.ts'],
  // These limits only end tests that hang. A machine that is ten times slower still passes all tests.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Tests rarely wait this long: only when the machine is busy with other tests.
  expect: { poll: { timeout: 30_000 } },
  // Each file has its own database and app. Isolation would read the built site again for each file, which doubles the time.
  isolate: false,
}

export default defineConfig({
  test: {
    // A passing test may print links (see printLink).
    silent: 'passed-only',
    projects: [
      { test: { name: 'sources', include: sources, testTimeout: settings.testTimeout } },
      {
        test: {
          ...settings,
          name: 'together',
          include: [
            'app/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'db/**/*.test.ts',
            'basemap/**/*.test.ts',
            'test/*.test.ts',
          ],
          exclude: [...alone, ...long, ...sources],
          // One worker waits for the database while the other uses the processor.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...settings,
          name: 'alone',
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
