import { spawnSync } from 'node:child_process'
import { defineConfig } from 'vitest/config'

// The tests need the project's own Node: an older one starts itself anew with it.
if (Number.parseInt(process.versions.node, 10) < 26) {
  const { status } = spawnSync('node_modules/.bin/node', process.argv.slice(1), { stdio: 'inherit' })
  process.exit(status ?? 1)
}

/** These end processes or wait for clocks: `npm run test:long` and `npm run test:faults` run them, `npm test` does not. */
const long = [
  'test/long/*.test.ts',
  'test/faults/!(cut-connection|report|traces).test.ts',
  '{app,server,db,test}/**/*.long.test.ts',
]

/** These measure how long an answer takes, or end processes: nothing else may run beside them. */
const alone = [
  'test/faults/cut-connection.test.ts',
  'test/faults/traces.test.ts',
  'app/bookings/new-bookings/rush.test.ts',
  ...(process.env.LONG ? long : []),
]

/** These read the sources alone: no build, no database. */
const sources = [
  'test/architecture.test.ts',
  'test/asvs.test.ts',
  'test/dangerous-calls.test.ts',
  'test/faults/report.test.ts',
  'test/figures.test.ts',
  'test/patterns.test.ts',
  'test/records.test.ts',
  'test/style-sheets.test.ts',
  'test/results.test.ts',
]

const settings = {
  globalSetup: ['test/global-setup.ts'],
  setupFiles: ['test/seed.ts'],
  // These end what hangs: how fast something is they never ask, so that a machine ten times slower fails none.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // What is waited for comes at once, save where the machine is busy with others.
  expect: { poll: { timeout: 30_000 } },
  // Each file has a database and an app of its own: to read the built site anew for each took half of all the time.
  isolate: false,
}

export default defineConfig({
  test: {
    // A passing test may print links, see printLink.
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
          // One of them waits for the database while the other works.
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
