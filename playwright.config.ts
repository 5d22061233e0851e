import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

import { journeyBrowserPath } from './test/browser.ts'

const port = Number(process.env.JOURNEY_PORT ?? 3210)
const base = `http://127.0.0.1:${port}`
/** Whether `npm run test:long` runs the journeys. It also runs those tagged @long, and those tagged @phone on a wide screen. */
const isLong = process.env.LONG !== undefined

if (!existsSync(journeyBrowserPath)) {
  console.error(
    `There is no ${journeyBrowserPath}. Run npm test first, which installs a browser, or set CHROMIUM_PATH.`,
  )
  process.exit(1)
}

/** End-to-end tests in a browser against the real site, with a fresh database and the demonstration vineyards. */
export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  // `npm test` reports a journey that passes only on its second run as flaky.
  retries: 1,
  // These limits only end journeys that hang. On a busy machine, a page takes many times as long.
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  globalSetup: './test/journeys/site.ts',
  use: {
    baseURL: base,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    // Drawing animations in software takes a fifth of the processor's time.
    contextOptions: { reducedMotion: 'reduce' },
    // An action that hangs fails before the time limit of its journey.
    actionTimeout: 90_000,
    launchOptions: {
      executablePath: journeyBrowserPath,
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
    {
      name: 'desktop',
      grepInvert: isLong ? /@phone-only/ : /@phone|@long/,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      // This runs only the journeys whose layout differs on a narrow screen.
      name: 'phone',
      grep: /@phone|@both/,
      ...(isLong ? {} : { grepInvert: /@long/ }),
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
})
