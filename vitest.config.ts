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
    ],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
})
