import { expect, type Page, test } from '@playwright/test'
import { axeFindsNothing } from './axe.ts'
import { watch } from './browser-watch.ts'
import { estate } from './public-pages.ts'

/** A map is drawn by the processor where there is no graphics card. */
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
const inView = (page: Page) => page.getByRole('region', { name: 'Vineyards on this part of the map' })

async function openMap(page: Page, query = '') {
  await page.goto(`/explore?${query}${query === '' ? '' : '&'}view=map`)
  await expect(pins(page).first()).toBeVisible()
}

test('the toggle leads to the map and back, and Back goes with it', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/explore?region=Kent')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /-map-|place-map|pins-worker|maplibre/.test(url))).toEqual([])

  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(/\?region=Kent&view=map$/)
  await expect(pins(page).first()).toBeVisible()
  await expect(page.locator('.card')).toHaveCount(0)
  await page.getByRole('link', { name: 'Grid', exact: true }).click()
  await expect(page).toHaveURL(/\?region=Kent$/)
  await expect(page.locator('.card').first()).toBeVisible()
  await page.goBack()
  await expect(pins(page).first()).toBeVisible()
})

test('all hits are on the map, not a page of them, and nothing comes from elsewhere', {
  tag: '@once',
}, async ({ page }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await openMap(page)
  // Other journeys add estates meanwhile, some without a place; the catalogue's are more than four pages of 48.
  const counted = inView(page).getByRole('status')
  await expect(counted).toHaveText(/^\d+ vineyards on this part of the map$/)
  expect(Number.parseInt((await counted.textContent()) ?? '', 10)).toBeGreaterThan(200)
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible()
  expect([...origins]).toEqual([new URL(page.url()).origin])
})

test('a pin opens its popup by keyboard, which leads on with the party, and Escape gives the focus back', async ({
  page,
}) => {
  await openMap(page, 'search=flintmere&guests=3')
  const pin = box(page).getByRole('button', { name: 'Flintmere Vineyard' })
  await pin.focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog', { name: 'Flintmere Vineyard' })
  await expect(popup).toBeFocused()
  await expect(popup.getByText('Verified', { exact: true })).toBeVisible()
  await expect(popup.getByRole('heading', { name: 'Flintmere Vineyard' })).toBeVisible()
  await expect(popup.getByText('Tenterden, Kent')).toBeVisible()
  await expect(popup.getByRole('img', { name: 'Logo of Flintmere Vineyard' })).toBeVisible()
  expect((await popup.boundingBox())?.width).toBeCloseTo(280, 2)
  const clamp = popup.locator('.popup-clamp')
  const lines = await clamp.evaluate((text) =>
    Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
  )
  expect(lines).toBe(2)
  await axeFindsNothing(page)

  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(pin).toBeFocused()
  await page.keyboard.press('Enter')
  await popup.getByRole('link', { name: 'View Vineyard' }).click()
  await expect(page).toHaveURL(/\/vineyard\/[\w-]+\?guests=3$/)
})

test('an open popup is seen whole, wherever its pin stands', async ({ page }) => {
  await openMap(page, 'region=Kent')
  await page.getByRole('button', { name: 'Close this note' }).click()
  const pin = pins(page)
    .filter({ has: page.locator('.pin-name') })
    .first()
  await pin.click()
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
})

test('a cluster is gone into by keyboard, and the focus goes on with what was in it', {
  tag: '@once',
}, async ({ page }) => {
  await openMap(page)
  const cluster = box(page)
    .getByRole('button', { name: /vineyards here, zoom in$/ })
    .first()
  const label = await cluster.getAttribute('aria-label')
  await cluster.focus()
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('button', { name: label ?? '', exact: true })).toHaveCount(0)
  await expect(box(page).locator('.map-place button:focus')).toHaveCount(1)
})

test('filters and words that are changed on the map keep it and change its pins', { tag: '@once' }, async ({
  page,
}) => {
  await openMap(page)
  if (!(await page.getByLabel('Region').isVisible())) await page.locator('.filters > summary').click()
  const made = await page.locator('canvas.maplibregl-canvas').elementHandle()
  await page.getByLabel('Region').selectOption('Kent')
  await expect(page).toHaveURL(/\?region=Kent&view=map$/)
  const kent = Number.parseInt((await page.locator('.result-bar h2').textContent()) ?? '', 10)
  await expect(inView(page).getByRole('status')).toHaveText(`${kent} vineyards on this part of the map`)
  const search = page.getByLabel('Search by location or Vineyard name')
  await search.fill('flintmere')
  await search.press('Enter')
  await expect(page).toHaveURL(/\?search=flintmere&region=Kent&view=map$/)
  await expect(inView(page).getByRole('status')).toHaveText('1 vineyard on this part of the map')
  // The very map that was there, not another one.
  expect(await made?.evaluate((canvas) => canvas.isConnected)).toBe(true)
})

test('the list below says in links what the map shows', async ({ page }) => {
  await openMap(page, 'search=flintmere&guests=2')
  await inView(page).getByRole('link', { name: 'Flintmere Vineyard' }).click()
  await expect(page).toHaveURL(/\/vineyard\/[\w-]+\?guests=2$/)
})

test("nothing that a map does is refused by the pages' policy, and nothing is complained of", {
  tag: '@once',
}, async ({ page, context }) => {
  const seen = await watch(context)
  await openMap(page, 'search=flintmere')
  await pins(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Logo of/ })).toBeVisible()
  await page.goto(estate)
  await page.getByRole('button', { name: /^Open the map of/ }).click()
  await expect(page.getByRole('button', { name: 'Close the map' })).toBeVisible()
  await expect(page.locator('.locator').getByRole('img')).toBeVisible()
  expect(seen.complaints).toEqual([])
})

test('axe finds nothing on the map', async ({ page }) => {
  await openMap(page)
  await axeFindsNothing(page)
})

test.describe('where the visitor is', () => {
  test.use({ geolocation: { latitude: 50.87, longitude: 0.01 }, permissions: ['geolocation'] })

  test('the map flies there and shows a blue dot', { tag: '@once' }, async ({ page }) => {
    await openMap(page)
    await expect(box(page).getByRole('img', { name: 'You are here' })).toBeVisible()
    // At zoom 13 a few kilometres fill the map.
    await expect(inView(page).getByRole('status')).toHaveText(/^\d vineyards? on this part of the map$/)
  })
})

test.describe('where the visitor is abroad', () => {
  test.use({ geolocation: { latitude: 40.71, longitude: -74 }, permissions: ['geolocation'] })

  test('the map stays and says why', { tag: '@once' }, async ({ page }) => {
    await openMap(page)
    await expect(box(page).getByText('You are outside this map. Using default view.')).toBeVisible()
  })
})

test('a map around a place goes there and asks nobody where they are', { tag: '@once' }, async ({ page }) => {
  await openMap(page, 'near=Lewes')
  await expect(inView(page).getByRole('status')).toHaveText(/^\d\d vineyards on this part of the map$/)
  await expect(box(page).getByText('Unable to retrieve your location.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show where I am' }).click()
  await expect(box(page).getByText('Unable to retrieve your location.')).toBeVisible()
})

test('a refused location is said on the map, which stays as it was; the button asks again', {
  tag: '@once',
}, async ({ page }) => {
  await openMap(page)
  const note = box(page).getByText('Unable to retrieve your location. Using default view.')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Close this note' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Show where I am' }).click()
  await expect(note).toBeVisible()
})

test('a browser without geolocation is told so on the map', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { geolocation?: unknown }).geolocation
  })
  await openMap(page)
  await expect(box(page).getByText('Geolocation is not supported by your browser')).toBeVisible()
})

test('whoever asks for less motion is taken there at once', { tag: '@once' }, async ({ browser }) => {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    geolocation: { latitude: 50.87, longitude: 0.01 },
    permissions: ['geolocation'],
  })
  const page = await context.newPage()
  await openMap(page)
  await expect(box(page).getByRole('img', { name: 'You are here' })).toBeVisible()
  await context.close()
})

test('a map whose drawing is taken away is replaced by the list, and can be had again', {
  tag: '@once',
}, async ({ page }) => {
  await openMap(page, 'region=Kent')
  await page.locator('canvas.maplibregl-canvas').evaluate((canvas) => {
    ;(canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expect(page.getByText('The map stopped')).toBeVisible()
  await expect(page.locator('.card').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show the map again' }).click()
  await expect(pins(page).first()).toBeVisible()
})

test("the vineyard's picture opens into a map of the same size, and Escape brings the picture back", async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(estate)
  const open = page.getByRole('button', { name: /^Open the map of/ })
  await expect(open).toBeVisible()
  expect(loaded.filter((url) => /place-map|maplibre/.test(url))).toEqual([])
  const card = page.locator('.contact-card')
  const before = (await card.boundingBox())?.height
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('canvas.maplibregl-canvas')).toBeFocused()
  await expect(page.locator('.locator').getByRole('img')).toBeVisible()
  expect((await card.boundingBox())?.height).toBe(before)
  await axeFindsNothing(page)

  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await expect(page.getByRole('img', { name: /^Map: / })).toBeVisible()
  await open.click()
  await page.getByRole('button', { name: 'Close the map' }).click()
  await expect(open).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the map view is a sentence and the list', { tag: '@once' }, async ({ page }) => {
    await page.goto('/explore?region=Kent&view=map')
    await expect(page.locator('noscript .notice')).toBeVisible()
    await expect(page.locator('.card').first()).toBeVisible()
    await expect(box(page)).toBeHidden()
    await page.getByRole('link', { name: 'Grid', exact: true }).click()
    await expect(page).toHaveURL(/\/explore\?region=Kent$/)
  })
})
