import { randomUUID } from 'node:crypto'
import { chromiumPath } from '../browser.ts'
import { expect, type Page, test } from './journey.ts'
import { makeVineyard } from '../make.ts'
import { arrive, searchFor } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { watch } from './browser-watch.ts'
import { estate } from './demonstration.ts'
import { onSiteDatabase } from './site-database.ts'

// Draws WebGL in software, because test machines have no graphics card.
test.use({
  launchOptions: {
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--no-first-run',
    ],
  },
})

const box = (page: Page) => page.locator('.map-box')
const pins = (page: Page) => box(page).locator('.map-place button')
const clusters = (page: Page) => box(page).getByRole('button', { name: /vineyards here, zoom in$/ })
const inView = (page: Page) => page.getByRole('region', { name: 'Vineyards on this part of the map' })
const counted = (page: Page) => inView(page).getByRole('status')
const locate = (page: Page) => page.getByRole('button', { name: 'Show where I am' })
const unable = (page: Page) => box(page).getByText('Unable to retrieve your location. Using default view.')
const youAreHere = (page: Page) => box(page).getByRole('img', { name: 'You are here' })

async function openMap(page: Page, query = '') {
  await page.goto(`/explore?${query}${query === '' ? '' : '&'}view=map`)
  await expect(pins(page).first()).toBeVisible()
}

test('the map shows all results and follows filters, search and the list', async ({ page, context }) => {
  const report = await watch(context)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await arrive(page, '/explore?region=Kent')
  expect(loaded.filter((url) => /-map-|interactive-locator|maplibre/.test(url))).toEqual([])

  // The outline appears in the same animation frame as the press, without another request for the list.
  const inFrame = await page.getByRole('link', { name: 'Map', exact: true }).evaluate(async (link) => {
    ;(link as HTMLElement).click()
    await new Promise(requestAnimationFrame)
    return document.querySelector<HTMLImageElement>('.map-outline')?.complete
  })
  expect(inFrame).toBe(true)
  await expect(page).toHaveURL(/\?region=Kent&view=map$/)
  await expect(page.locator('.map-outline')).toHaveCount(0)
  expect(loaded.filter((url) => url.includes('explore.data'))).toEqual([])
  await expect(pins(page).first()).toBeVisible()
  await expect(page.locator('.card')).toHaveCount(0)
  expect((await box(page).boundingBox())?.height).toBe(600)
  // The map requests the location only when its button is pressed. This browser refuses, and the map does not move.
  await expect(unable(page)).toBeHidden()
  await locate(page).click()
  await expect(unable(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close this note' }).click()
  await expect(unable(page)).toBeHidden()
  await page.getByRole('link', { name: 'Grid', exact: true }).click()
  await expect(page).toHaveURL(/\?region=Kent$/)
  await expect(page.locator('.card').first()).toBeVisible()
  await page.goBack()
  await expect(pins(page).first()).toBeVisible()

  // Other journeys add vineyards, some without a position. The catalogue alone fills more than four pages of 48, so the count
  // has three digits.
  const made = await page.locator('canvas.maplibregl-canvas').elementHandle()
  await page.getByRole('link', { name: 'Remove filter: Kent' }).click()
  await expect(counted(page)).toHaveText(/^[2-9]\d\d vineyards on this part of the map$/)
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible()

  // After zooming into a cluster, the focus moves to its first pin.
  await expect(clusters(page).first()).toBeVisible()
  expect((await clusters(page).first().boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await axeFindsNothing(page, '.map-box', '.in-view')
  await clusters(page).first().focus()
  await page.keyboard.press('Enter')
  // Another cluster with as many vineyards may come into view, so the label of the cluster proves nothing.
  await expect(counted(page)).toHaveText(/^\d\d? vineyards? on this part of the map$/)
  await expect(box(page).locator('.map-place button:focus')).toHaveCount(1)

  await page.locator('.filters > summary').click()
  await page.getByLabel('Region').selectOption('Kent')
  await expect(page).toHaveURL(/\?region=Kent&view=map$/)
  // The count has the catalogue's vineyards in Kent, and perhaps more from other journeys, but none without a position.
  await expect(counted(page)).toHaveText(/^2\d vineyards on this part of the map$/)
  await expect(page.locator('.result-bar h2')).toHaveText(/^\d+ vineyards found/)
  await searchFor(page, 'flintmere')
  await expect(page).toHaveURL(/\?search=flintmere&region=Kent&view=map$/)
  await expect(counted(page)).toHaveText('1 vineyard on this part of the map')
  await page.getByLabel('Guests').fill('2')
  await expect(page).toHaveURL(/&guests=2&view=map$/)
  // The map is still the same element.
  expect(await made?.evaluate((canvas) => canvas.isConnected)).toBe(true)
  const flintmere = inView(page).getByRole('link', { name: 'Flintmere Vineyard' })
  await expect(flintmere).toHaveAttribute('href', /guests=2/)
  await flintmere.click()
  await expect(page).toHaveURL(/\/vineyard\/[\w-]+\?guests=2$/)

  expect([...report.origins]).toEqual([new URL(page.url()).origin])
  expect(report.complaints).toEqual([])
})

test('a pin opens a fully visible popup that links to the vineyard and returns the focus', {
  tag: '@phone',
}, async ({ page }) => {
  await openMap(page, 'region=Kent&guests=3')
  const northernmost = pins(page)
    .filter({ has: page.locator('.pin-name') })
    .first()
  await northernmost.click()
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('link', { name: /^View Vineyard/ })).toBeVisible()
  await expect
    .poll(async () => {
      const [inner, outer] = [await popup.boundingBox(), await box(page).boundingBox()]
      if (!inner || !outer) return false
      return (
        inner.x >= outer.x &&
        inner.y >= outer.y &&
        inner.x + inner.width <= outer.x + outer.width &&
        inner.y + inner.height <= outer.y + outer.height
      )
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()

  await searchFor(page, 'flintmere')
  const pin = box(page).getByRole('button', { name: /^Flintmere Vineyard, from £\d+/ })
  expect((await pin.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(popup).toBeFocused()
  await expect(popup).toHaveAccessibleName('Flintmere Vineyard')
  await expect(popup.getByText('Demonstration estate')).toBeVisible()
  await expect(popup.getByRole('heading', { name: 'Flintmere Vineyard' })).toBeVisible()
  await expect(popup.getByText('Tenterden, Kent')).toBeVisible()
  await expect(popup.getByText(/\d:\d\d [AP]M · \d+ places · from £\d+/)).toBeVisible()
  await expect(popup.getByRole('img', { name: 'Logo of Flintmere Vineyard' })).toBeVisible()
  expect((await popup.boundingBox())?.width).toBeCloseTo(280, 2)
  const clamp = popup.locator('.popup-clamp')
  const lines = await clamp.evaluate((text) =>
    Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
  )
  expect(lines).toBe(2)
  await axeFindsNothing(page, '.map-box', '.in-view')

  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAccessibleName(/, seen$/)
  await page.keyboard.press('Enter')
  await popup.getByRole('link', { name: 'View Vineyard' }).click()
  await expect(page).toHaveURL(/\/vineyard\/[\w-]+\?.*guests=3$/)
})

test("a pin can be pressed before the map's code has loaded, and its popup stays", { tag: '@long' }, async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/assets\/maplibre-[^/]+\.js$/, (route) => held.then(() => route.continue()))
  await openMap(page, 'search=flintmere')
  await expect(box(page).getByText('Loading the map …')).toBeVisible()
  await expect(page.locator('.map-towns').getByText('Ashford')).toBeVisible()
  const pin = box(page).getByRole('button', { name: /^Flintmere/ })
  await pin.click()
  const popup = page.getByRole('dialog', { name: 'Flintmere Vineyard' })
  await expect(popup).toBeFocused()
  await expect(popup.getByText('Tenterden, Kent')).toBeVisible()
  const before = await pin.boundingBox()
  await axeFindsNothing(page, '.map-box', '.in-view')

  release()
  await expect(page.locator('.map-outline')).toHaveCount(0)
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
  await expect(popup).toBeFocused()
  const later = await pin.boundingBox()
  expect(later?.x).toBeCloseTo(before?.x ?? 0, 1)
  expect(later?.y).toBeCloseTo(before?.y ?? 0, 1)
})

test("the map moves to the visitor's location or explains why not", { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openMap(page, 'near=Lewes')
  await expect(counted(page)).toHaveText(/^\d{2,} vineyards on this part of the map$/)
  await expect(unable(page)).toHaveCount(0)
  await locate(page).click()
  await expect(unable(page)).toBeVisible()

  // For a visitor in New York, the map does not move, because there are no vineyards there.
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 40.71, longitude: -74 })
  await locate(page).click()
  await expect(box(page).getByText('You are outside the area of this map.')).toBeVisible()

  // At zoom 13, the map is a few kilometres wide, so it shows fewer than ten vineyards.
  await context.setGeolocation({ latitude: 50.87, longitude: 0.01 })
  await openMap(page)
  await expect(youAreHere(page)).toHaveCount(0)
  await locate(page).click()
  await expect(youAreHere(page)).toBeVisible()
  await expect(counted(page)).toHaveText(/^\d vineyards? on this part of the map$/)

  // If the visitor prefers reduced motion, the map jumps to the location.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await context.setGeolocation({ latitude: 54.98, longitude: -3.5 })
  await locate(page).click()
  await expect(counted(page)).toHaveText('0 vineyards on this part of the map')
  await expect(youAreHere(page)).toBeVisible()

  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'))
  await locate(page).click()
  await expect(box(page).getByText('Geolocation is not supported by your browser')).toBeVisible()
})

test('visitors can use the list when the map loses its drawing context, and when no vineyard has a position', {
  tag: '@long',
}, async ({ page }) => {
  await openMap(page, 'region=Kent')
  await page.locator('canvas.maplibregl-canvas').evaluate((canvas) => {
    ;(canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expect(page.getByText('The map stopped')).toBeVisible()
  await expect(page.locator('.card').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show the map again' }).click()
  await expect(pins(page).first()).toBeVisible()

  const name = `Nowhere ${randomUUID().slice(0, 8)}`
  await onSiteDatabase((sql) => makeVineyard(sql, { name, region: 'Kent', latitude: null, longitude: null }))
  await searchFor(page, name)
  await expect(page.getByRole('heading', { name: 'No Location Data Available' })).toBeVisible()
  await expect(page.locator('canvas.maplibregl-canvas')).toBeHidden()
  await page.getByRole('link', { name: 'Switch to Grid View' }).click()
  await expect(page).toHaveURL(/\/explore\?search=Nowhere\+\w+&region=Kent$/)
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test("opening the map of a vineyard's card does not resize the card, and Escape closes the map", {
  tag: '@long',
}, async ({ page, context }) => {
  const report = await watch(context)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(estate)
  const open = page.getByRole('button', { name: /^Open the map of/ })
  await expect(open).toBeVisible()
  expect(loaded.filter((url) => /interactive-locator|maplibre/.test(url))).toEqual([])
  const card = page.locator('.contact-card')
  const before = (await card.boundingBox())?.height
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('canvas.maplibregl-canvas')).toBeFocused()
  await expect(page.locator('.locator').getByRole('img')).toBeVisible()
  expect((await card.boundingBox())?.height).toBe(before)
  await axeFindsNothing(page, '.contact-card')

  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await expect(page.getByRole('img', { name: /^Map: / })).toBeVisible()
  await open.click()
  await page.getByRole('button', { name: 'Close the map' }).click()
  await expect(open).toBeFocused()
  expect(report.complaints).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the map view shows a sentence and the list', { tag: '@long' }, async ({ page }) => {
    await page.goto('/explore?region=Kent&view=map')
    await expect(page.locator('noscript .notice')).toBeVisible()
    await expect(page.locator('.card').first()).toBeVisible()
    await expect(box(page)).toBeHidden()
    await page.getByRole('link', { name: 'Grid', exact: true }).click()
    await expect(page).toHaveURL(/\/explore\?region=Kent$/)
  })
})
