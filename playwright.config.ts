import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.JOURNEY_PORT ?? 3210)
const base = `http://127.0.0.1:${port}`

/** Journeys of people through the real site: its own server, its own fresh database, the demonstration estates. */
export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  // A journey that passes only the second time is reported as flaky by `npm test`.
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  globalSetup: './test/journeys/site.ts',
  use: {
    baseURL: base,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    // What is missing after so long does not come: the journey fails at once instead of after three minutes.
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'desk', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'phone',
      // Where a narrow screen changes nothing, the desk's word is enough.
      grepInvert: /@once/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
})
