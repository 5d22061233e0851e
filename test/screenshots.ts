// npm run screenshots -- [part of a name]: takes the pictures that the README and the guide show. Needs a running site with
// demonstration data and some bookings: SITE is its URL (default http://localhost:3000), and WINEMAKER_PASSWORD is a password
// that the site printed. Writes WebP files of at most 80 KB.
import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'

import { chromiumPath } from './browser.ts'
import { screens, widths } from './screens.ts'

const site = process.env.SITE ?? 'http://localhost:3000'
const password = process.env.WINEMAKER_PASSWORD
const folder = 'docs/screenshots'
const largest = 80 * 1024

const [part = ''] = process.argv.slice(2)
const chosen = Object.entries(screens).filter(([name]) => name.includes(part))
if (!password && chosen.some(([name]) => name.startsWith('winemaker-'))) {
  console.error('Set WINEMAKER_PASSWORD to the password that npm start prints for the winemaker.')
  process.exit(1)
}
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})

for (const width of widths) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  if (password) await signIn(page, password)
  for (const [name, screen] of chosen) {
    if (screen.widths && !screen.widths.includes(width)) continue
    await page.goto(site + screen.path, { waitUntil: 'networkidle' })
    await settle(page)
    if (screen.link) {
      if ((await page.locator(screen.link).count()) === 0)
        throw new Error(`${screen.path} lists nothing. Book some visits at the winemaker's vineyard first.`)
      await page.locator(screen.link).first().click()
      await page.waitForURL((url) => url.pathname !== screen.path)
      await page.waitForLoadState('networkidle')
    }
    await settle(page)
    await keep(await page.screenshot({ fullPage: screen.isWhole ?? false }), `${name}-${width}`)
  }
  await context.close()
}
await browser.close()

/** Waits until the content of a page is shown. */
async function settle(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
}

async function signIn(page: Page, winemaker: string) {
  await page.goto(`${site}/winemaker/login`, { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill('winemaker@example.com')
  await page.getByLabel('Password').fill(winemaker)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/dashboard/)
}

/** Writes a picture in the best quality that keeps the file small enough. */
async function keep(picture: Buffer, name: string) {
  for (const [quality, width] of [
    [80, 1280],
    [60, 1280],
    [40, 1280],
    [20, 1280],
    [25, 960],
    [20, 720],
  ] as const) {
    const webp = await sharp(picture)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer()
    if (webp.length > largest) continue
    await writeFile(`${folder}/${name}.webp`, webp)
    console.log(`${name}.webp, ${Math.round(webp.length / 1024)} KB`)
    return
  }
  throw new Error(`${name} does not fit into ${largest} bytes`)
}
