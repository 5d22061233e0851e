import { randomUUID } from 'node:crypto'

import { writeStops } from '../../app/explore/itineraries/edit-itinerary.server.ts'
import { createItinerary } from '../../app/explore/itineraries/itinerary.server.ts'
import { hashToken, makeToken } from '../../app/people/sign-in/session.server.ts'
import { expect, type Page, test } from './journey.ts'

import { waitUntilHydrated } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

/** Makes a day with a walk at each of these times. Returns its page, its vineyard, and another vineyard at the same location. */
async function makeDay(...times: string[]) {
  const [own, other] = [await makeEstate(), await makeEstate()]
  const [id, key] = [randomUUID() as string, makeToken()]
  // Other journeys make estates at one location. These two estates share another location.
  const position = { latitude: 56.2 + Math.random(), longitude: -3.6 - Math.random() }
  await onSiteDatabase(async (sql) => {
    await sql`update vineyards set ${sql(position)} where id in (${own.vineyard.id}, ${other.vineyard.id})`
    const itinerary = { id, title: 'Our walk', visit_date: weekendAhead().saturday, party: 2 }
    await createItinerary(sql, { ...itinerary, key_hash: hashToken(key) }, new Date())
    const walk = { day: 0, vineyard_id: own.vineyard.id, experience_id: own.walk.id }
    const stops = times.map((start_time) => ({ ...walk, start_time }))
    await sql.begin((tx) => writeStops(tx, id, stops))
  })
  return {
    id,
    walk: own.walk.id,
    path: `/itinerary/${id}?key=${key}`,
    own: own.vineyard.name,
    other: other.vineyard.name,
  }
}

async function swapsAVisit(page: Page) {
  const { path, own, other } = await makeDay('11:00')
  await page.goto(path)
  const route = page.getByRole('list', { name: 'Stops of day 1' })
  await expect(route).toContainText('11:00 AM to')
  await expect(page.getByText('£22.50 per person').first()).toBeVisible()
  await page.getByRole('link', { name: `Other times, or another vineyard here instead of ${own}` }).click()
  await page.getByRole('button', { name: `3:00 PM at ${own}` }).click()
  await expect(route).toContainText('3:00 PM to')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(route).toContainText('11:00 AM to')
  await page.getByRole('link', { name: `Other times, or another vineyard here instead of ${own}` }).click()
  await page.getByRole('button', { name: `11:00 AM at ${other}` }).click()
  await expect(route.getByRole('heading', { level: 3 })).toHaveText([other])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(route.getByRole('heading', { level: 3 })).toHaveText([own])
}

/**
 * Books a published day of the demonstration on the next day on which every visit has places. `early` sends the form without
 * its scripts, as the browser does before they have loaded.
 */
async function booksADay(page: Page, script: 'none' | 'early' | 'loaded' = 'loaded') {
  await page.goto('/itineraries')
  await page.getByRole('link', { name: 'A Saturday under the South Downs' }).click()
  await page.getByLabel('How many of you?').fill('2')
  await page.getByRole('button', { name: 'See the times' }).click()
  if (script !== 'none') await waitUntilHydrated(page)
  await typeGuest(page)
  const book = page.getByRole('button', { name: 'Book both visits' })
  if (script === 'early')
    await book.evaluate((button: HTMLButtonElement) => {
      const intent = Object.assign(document.createElement('input'), { name: 'intent', value: 'book' })
      button.form?.append(intent)
      button.form?.submit()
    })
  else await book.click()
  await expect(page.getByText('2 visits are booked:')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lunch in Lewes' })).toBeVisible()
}

/** Expects that the page does not scroll sideways at this width. */
async function fits(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width)
}

test('a visit is swapped for another time and for another vineyard, and each swap is undone', async ({
  page,
}) => {
  await swapsAVisit(page)
  // The pressed button is gone.
  await expect(page.locator(':focus')).toContainText('The visit is as it was')
  await page.getByRole('link', { name: /^Other times/ }).click()
  await expect(page.getByText('Another vineyard here', { exact: true })).toBeVisible()
  for (const width of [390, 1280]) {
    await fits(page, width)
    await axeFindsNothing(page)
  }
})

async function typeGuest(page: Page) {
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
}

test('on the page of a saved itinerary, one visit is booked first and the other later', {
  tag: '@phone',
}, async ({ page }) => {
  const { path } = await makeDay('11:00', '15:00')
  await page.goto(path)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  const total = page.getByText(/^Total for 2 guests £/).last()
  await expect(total).toContainText('£90.00')
  await page.getByRole('checkbox', { name: /^3:00 PM .*£45\.00$/ }).uncheck()
  await expect(total).toContainText('£45.00')
  await typeGuest(page)
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Book the visit' }).click()
  await expect(page.getByText('One visit is booked:')).toBeVisible()
  const rest = page.getByRole('heading', { name: 'Book the other visit' })
  await page.getByRole('link', { name: /^Book Now/ }).click()
  await expect(rest).toBeInViewport()
  await typeGuest(page)
  await page.getByRole('button', { name: 'Book the visit' }).click()
  await expect(page.getByText('2 visits are booked:')).toBeVisible()
  await expect(rest).toBeHidden()
})

test('if booking an itinerary is refused, its page shows the reason and the typed text, and a second try books it', async ({
  page,
}) => {
  const { id, path } = await makeDay('11:00')
  await page.goto(path)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await typeGuest(page)
  await onSiteDatabase((sql) => sql`update itineraries set version = version + 1 where id = ${id}`)
  const book = page.getByRole('button', { name: 'Book the visit' })
  await book.click()
  const reason = page.locator('[data-refusal]')
  await expect(reason).toContainText('This plan was changed in another window in the meantime.')
  await expect(reason).toBeFocused()
  await expect(reason).toBeInViewport()
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
  await axeFindsNothing(page)
  await book.click()
  await expect(page.getByText('One visit is booked:')).toBeVisible()
})

test('if a form is sent before the scripts load, its result and Undo stay when the key is removed from the URL', async ({
  page,
}) => {
  const { id, walk, path } = await makeDay('11:00')
  const stop = await onSiteDatabase(async (sql) => {
    const [row] = await sql<[{ id: string; version: number }]>`
      select s.id, i.version from itinerary_stops s join itineraries i on i.id = s.itinerary_id where i.id = ${id}`
    return row
  })
  await page.goto('/itineraries')
  const fields = { intent: 'swap', stop: stop.id, version: String(stop.version), choice: `${walk}|15:00:00` }
  await page.evaluate(
    ([action, entries]) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action })
      for (const [name, value] of entries)
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      // Sends the form as a browser without scripts would.
      form.submit()
    },
    [path, Object.entries(fields)] as const,
  )
  const route = page.getByRole('list', { name: 'Stops of day 1' })
  await expect(route).toContainText('3:00 PM to')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect(page.getByText('The visit is swapped', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(route).toContainText('11:00 AM to')
})

test('a published day is booked with one press, and its map is beside the route', {
  tag: '@long',
}, async ({ page }) => {
  await booksADay(page)
  await expect(page.getByText(/^Total for 2 guests/)).toBeVisible()
  const [map, route] = [page.locator('.map-of-days'), page.getByRole('list', { name: 'Stops of day 1' })]
  await fits(page, 390)
  const above = { map: await map.boundingBox(), route: await route.boundingBox() }
  expect((above.map?.y ?? 0) + (above.map?.height ?? 0)).toBeLessThan(above.route?.y ?? 0)
  await axeFindsNothing(page)
  await fits(page, 1280)
  const beside = { map: await map.boundingBox(), route: await route.boundingBox() }
  expect(beside.map?.x ?? 0).toBeGreaterThan((beside.route?.x ?? 0) + (beside.route?.width ?? 0) - 1)
  await axeFindsNothing(page)
})

test('after a day is booked with one press, its tickets open offline, but only in this browser', async ({
  browser,
  context,
  page,
}) => {
  // The key is in the address only until the browser has stored it.
  const opened = page.waitForRequest(/\/itinerary\/[\da-f-]{36}(\.data)?\?key=/)
  await booksADay(page)
  const link = (await opened).url().replace('.data', '')
  await expect(page.getByText('Your tickets are saved in this browser.')).toBeVisible()
  await context.setOffline(true)
  await page.goto('/my-bookings')
  await expect(page.getByText('These bookings are saved in this browser.')).toBeVisible()
  await expect(page.getByText(/^Saved on /)).toHaveCount(2)
  await expect(page.getByText('2 guests, £')).toHaveCount(2)
  await page.getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByRole('img', { name: /^QR code of booking CV-/ })).toBeVisible()

  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('2 visits are booked:')).toBeVisible()
  await elsewhere.waitForLoadState('networkidle')
  expect(
    await elsewhere.evaluate(async () => (await (await caches.open('saved-tickets')).keys()).length),
  ).toBe(0)
  await other.close()
})

test('a day that is booked before the scripts have loaded also opens offline', async ({ context, page }) => {
  await booksADay(page, 'early')
  await expect(page.getByText('Your tickets are saved in this browser.')).toBeVisible()
  await expect(page).toHaveURL(/\/itinerary\/[\da-f-]{36}$/)
  await context.setOffline(true)
  await page.goto('/my-bookings')
  await expect(page.getByText(/^Saved on /)).toHaveCount(2)
})

test('a planned day shows its lunch break on the screen and on paper', { tag: '@long' }, async ({ page }) => {
  const date = weekendAhead().saturday
  await page.goto(`/itinerary/create?near=Lewes&date=${date}&guests=2&from=10&until=18&pace=steady&days=1`)
  await expect(page.getByText(/^Lunch: \d+:\d\d PM to \d+:\d\d PM/)).toBeVisible()
  await page.getByRole('button', { name: 'Save the plan, book later' }).click()
  await expect(page.getByRole('heading', { name: 'What the plan costs' })).toBeVisible()
  await expect(page.getByText(/^Lunch: \d+:\d\d PM to \d+:\d\d PM/)).toBeVisible()
  await fits(page, 390)
  await axeFindsNothing(page)
  await page.emulateMedia({ media: 'print' })
  for (const words of [/^Lunch: /, /^Total for 2 guests/, /^You pay at each vineyard/])
    await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Other times/ }).first()).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visit is swapped, and the swap is undone', async ({ page }) => {
    await swapsAVisit(page)
  })

  test('a published day is booked with one press', { tag: '@long' }, async ({ page }) => {
    await booksADay(page, 'none')
  })
})
