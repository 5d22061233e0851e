import { chromiumPath } from '../browser.ts'
import { expect, test } from './journey.ts'
import { estate } from './demonstration.ts'

/** Simulates a browser without WebGL, as on a locked-down machine. */
test.use({
  launchOptions: {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-3d-apis', '--no-first-run'],
  },
})

test('without WebGL, a sentence and the list replace the map', async ({ page }) => {
  await page.goto('/explore?region=Kent&view=map')
  await expect(page.getByText('This browser can’t show the map: it needs WebGL')).toBeVisible()
  await expect(page.locator('.card').first()).toBeVisible()
  await page.goto(estate)
  await page.getByRole('button', { name: /^Open the map of/ }).click()
  await expect(page.getByText('The map could not be opened in this browser.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Map: / })).toBeVisible()
  await page.goto('/itineraries')
  await page.getByRole('link', { name: 'A Saturday under the South Downs' }).click()
  await page.getByRole('button', { name: 'Open the map' }).click()
  await expect(page.getByText(/it needs WebGL.* The list shows the same stops in order\./)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Stops of day 1' })).toBeVisible()
})

test("a sentence and the list replace the map if the map's code fails to load", async ({ page }) => {
  // The connection is lost after the page has loaded, as on a train.
  const [code, mapLibre] = [/assets\/vineyard-map-[^/]+\.js$/, /assets\/maplibre-[^/]+\.js$/]
  await page.route(code, (route) => route.abort())
  await page.goto('/explore?region=Kent')
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  const sentence = page.getByText('The map could not be loaded. Here is the list instead.')
  await expect(sentence).toBeVisible()
  await expect(page.locator('.card').first()).toBeVisible()
  await page.unroute(code)
  await page.route(mapLibre, (route) => route.abort())
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(sentence).toBeVisible()
  await expect(page.locator('.card').first()).toBeVisible()
  await page.goto(estate)
  await page.getByRole('button', { name: /^Open the map of/ }).click()
  await expect(page.getByText('The map could not be opened in this browser.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Map: / })).toBeVisible()
})
