import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'app/**/*.test.{ts,tsx}',
      'server/**/*.test.ts',
      'db/**/*.test.ts',
      'basemap/**/*.test.ts',
      'test/*.test.ts',
      'test/faults/*.test.ts',
      // Those that have no short form: npm run test:long.
      ...(process.env.LONG ? ['test/long/*.test.ts'] : []),
    ],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // Each file has a database and an app of its own: to read the built site anew for each took half of all the time.
    isolate: false,
  },
})
