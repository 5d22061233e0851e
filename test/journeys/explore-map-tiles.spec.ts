import { chromiumPath } from '../browser.ts'
import { searchFor } from './arrive.ts'
import { expect, type Page, test } from './journey.ts'

/** Without a graphics card, the processor draws the map, which is slow. A small map is drawn in a third of the time. */
const small = { width: 720, height: 700 }
test.use({
  viewport: small,
  expectedErrors: [/^The background map: /],
  launchOptions: {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
  },
})

const note = (page: Page) => page.getByText('The background map could not be loaded')
const drawn = (page: Page) => page.locator('.map-box[data-state=drawn]')
const tiles = /\.pmtiles\?/

test('a request for map tiles is sent again if it is lost once', async ({ page }) => {
  let sent = 0
  await page.route(tiles, (route) => (sent++ === 0 ? route.abort('connectionreset') : route.continue()))
  await page.goto('/explore?region=Kent&view=map')
  await expect(drawn(page)).toBeVisible()
  await expect(note(page)).toBeHidden()
  expect(sent).toBeGreaterThan(1)
})

test('if all requests for tiles are lost, a note says so, and a later map is complete', {
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

test('a map of a small area names the towns beyond its edges, moves to a pressed town, and requests each part of its file once', {
  tag: ['@phone', '@long'],
}, async ({ page, context }) => {
  const parts: string[] = []
  page.on('request', (request) => tiles.test(request.url()) && parts.push(request.url()))
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 51.09, longitude: 0.54 })
  await page.goto('/explore?view=map')
  await page.getByRole('button', { name: 'Show where I am' }).click()
  const tenterden = page.getByRole('button', { name: 'Tenterden 7 miles E' })
  await expect(tenterden).toBeVisible()
  await expect(drawn(page)).toBeVisible()
  await tenterden.click()
  await expect(page.getByRole('button', { name: /^Tenterden/ })).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: /^Cranbrook \d miles W|^Ashford \d+ miles/ }).first(),
  ).toBeVisible()
  await expect(page.locator('canvas.maplibregl-canvas')).toBeFocused()
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.toSorted()).toEqual([...new Set(parts)].toSorted())
})

test('the map begins in the upper half of a wide screen, never asks where the visitor is, and is the same after Back', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => console.error('The map asked for the location')
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.clock.install()
  await page.goto('/explore?region=Kent&view=map')
  const [box, pins] = [page.locator('.map-box'), page.locator('.map-box .map-place button')]
  await expect(pins.first()).toBeVisible()
  expect((await box.boundingBox())?.y).toBeLessThan(480)
  const pin = pins.filter({ has: page.locator('.pin-name') })
  const focused = pins.and(page.locator(':focus'))
  await pin.first().focus()
  const left = await pin.first().elementHandle()
  // A click by script zooms in without taking the focus. The focused pin then leaves the map, and the nearest other pin gets
  // the focus.
  await page
    .getByRole('button', { name: 'Zoom in', exact: true })
    .evaluate((button: HTMLButtonElement) => button.click())
  await expect.poll(() => left?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await expect(focused).toHaveCount(1)
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('heading')).toBeVisible()
  const name = (await popup.getAttribute('aria-label')) ?? ''
  /** Waits until two frames are drawn. Then lets so much time pass that a map that has stopped moving stores its position. */
  const rest = async () => {
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await page.clock.fastForward(400)
  }
  /** Returns the position of the popup once it has stopped moving. The popup moves when its vineyard has loaded. */
  const position = async () => {
    let [last, at] = [await popup.boundingBox(), await rest().then(() => popup.boundingBox())]
    while (JSON.stringify(at) !== JSON.stringify(last)) {
      last = at
      await rest()
      at = await popup.boundingBox()
    }
    return [at?.x, at?.y, at?.width, at?.height].map((pixels) => Math.round(pixels ?? 0))
  }
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state?.map))).toContain(name)
  const before = await position()
  await popup.getByRole('link', { name: /^View Vineyard/ }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(popup).toHaveAccessibleName(name)
  await expect(popup.getByRole('heading')).toBeVisible()
  await expect.poll(position).toEqual(before)
  // After a search, the map shows the found vineyards without a popup, even if the visitor zooms while they load.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/explore\/places.*flintmere/, async (route) => {
    await released
    await route.continue()
  })
  await searchFor(page, 'flintmere')
  await expect(page.getByRole('heading', { name: '1 vineyard found for flintmere' })).toBeVisible()
  await page.getByRole('button', { name: 'Zoom out', exact: true }).click()
  // The map counts as resting after a quarter of a second.
  await rest()
  release()
  await expect(page.getByText('1 vineyard on this part of the map', { exact: true })).toBeVisible()
  await expect(popup).toHaveCount(0)
})
