import { expect, type Page, test } from './journey.ts'

/** Without a graphics card the processor draws the map, which is slow. */
test.use({
  expectedErrors: [/^The background map: /],
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
  },
})

const note = (page: Page) => page.getByText('The background map could not be loaded')
const drawn = (page: Page) => page.locator('.map-box[data-state=drawn]')
const tiles = /\.pmtiles$/

test('a request for map tiles that is lost once is sent again', async ({ page }) => {
  let sent = 0
  await page.route(tiles, (route) => (sent++ === 0 ? route.abort('connectionreset') : route.continue()))
  await page.goto('/explore?region=Kent&view=map')
  await expect(drawn(page)).toBeVisible()
  await expect(note(page)).toBeHidden()
  expect(sent).toBeGreaterThan(1)
})

test('when all requests for tiles are lost a note says so, and a later map is complete', {
  tag: '@long',
}, async ({ page }) => {
  await page.route(tiles, (route) => route.abort('connectionreset'))
  await page.goto('/explore?region=Kent&view=map')
  await expect(note(page)).toBeVisible()
  await page.unroute(tiles)
  await page.getByRole('link', { name: 'Grid', exact: true }).click()
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(drawn(page)).toBeVisible()
  await expect(note(page)).toBeHidden()
})
