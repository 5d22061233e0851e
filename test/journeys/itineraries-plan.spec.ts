import { expect, type Locator, type Page, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'

/** Returns a Saturday some weeks ahead in the form's format. Vineyards around Lewes have sessions every weekend. */
function aSaturday(weeks: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7) + 7 * weeks)
  return day.toISOString().slice(0, 10)
}

async function planADay(page: Page, weeks: number) {
  await page.goto('/itineraries')
  await page.getByRole('link', { name: 'Plan a day' }).click()
  await page.getByLabel('Near a town or postcode').fill('Lewes')
  await page.getByLabel('Day', { exact: true }).fill(aSaturday(weeks))
  await page.getByRole('button', { name: 'Plan my day' }).click()
  await expect(page.getByRole('heading', { name: /^Saturday / })).toBeVisible()
}

async function bookAll(page: Page) {
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
  await page.getByRole('button', { name: /^Book (both|all \d) visits$/ }).click()
  // The pressed button is below the first screen. The next page must begin at its top.
  await expect(page.getByText(/^\d visits are booked:$/)).toBeInViewport()
}

test('a day is planned, booked in one press, shared, changed and no longer shared', async ({
  page,
  browser,
}) => {
  await planADay(page, 2)
  const planned = page.url()
  await fitsAPhone(page)
  await axeFindsNothing(page)
  await bookAll(page)
  await fitsAPhone(page)
  await axeFindsNothing(page)

  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.getByLabel('Anyone with this link can see the plan')
  await expect(link).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  const address = new URL(await link.inputValue())
  const shared = new URL(address.pathname + address.search, page.url()).href
  await other.goto(shared)
  await expect(other.getByRole('heading', { name: 'A day near Lewes' })).toBeVisible()
  await expect(other.getByRole('link', { name: /^Booking / })).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Edit this plan' })).toHaveCount(0)
  await expect(other.getByRole('link', { name: /^Book Now/ })).toHaveCount(0)
  await axeFindsNothing(other)

  await onPaper(page)
  await changesOneBooking(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Calendar file (.ics)' }).click()
  expect((await file).suggestedFilename()).toBe('chalk-and-vine-day.ics')

  await page.getByRole('link', { name: 'Edit this plan' }).click()
  await page.getByLabel('What’s it called?').fill('The Ram Inn')
  await page.getByLabel('Nearest town or postcode').fill('Lewes')
  await page.getByRole('button', { name: 'Add this stop' }).click()
  await expect(page.getByRole('heading', { name: 'The Ram Inn' })).toBeVisible()
  await page.getByRole('button', { name: 'Move up The Ram Inn' }).click()
  await expect(page.getByRole('list', { name: 'Stops of day 1' }).getByRole('heading').last()).not.toHaveText(
    'The Ram Inn',
  )
  await fitsAPhone(page)
  await axeFindsNothing(page)
  await page.getByRole('link', { name: 'Done' }).click()

  await page.getByText('Change or end the link').click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('How long should the link work?')).toBeVisible()
  const gone = await other.goto(shared)
  expect(gone?.status()).toBe(404)

  await page.goto(planned)
  await expect(page.getByText(/^You already have a plan for \w+day /)).toBeVisible()

  await page.goto('/my-itineraries')
  const kept = page.getByRole('link', { name: 'A day near Lewes' })
  await expect(kept).toHaveText(/^A day near Lewes, \w+ \d+ \w+ \d{4}, \d+ guests$/)
  await page.getByRole('button', { name: 'Remove A day near Lewes from this device' }).click()
  await expect(kept).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(kept).toBeVisible()
})

test('the edit key is removed from the URL, and only this browser can change the day', async ({
  page,
  browser,
}) => {
  const withKey = /[?&]key=/
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/itinerary/create')
  await page.getByLabel('Give it a name').fill('Our own day')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/edit$/)
  requested.length = 0

  await page.getByLabel('What’s it called?').fill('The Ram Inn')
  await page.getByLabel('Name', { exact: true }).fill('Typed but not saved')
  await page.getByRole('button', { name: 'Add this stop' }).click()
  await expect(page.getByRole('heading', { name: 'The Ram Inn' })).toBeVisible()
  await expect(page.getByLabel('What’s it called?')).toHaveValue('')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed but not saved')
  await expect(page).toHaveURL(/\/edit$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The Ram Inn' })).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByText('How long should the link work?').click()
  await page.getByLabel('Last day of the link').fill(aSaturday(2))
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText(/^The link works until the end of Saturday /)).toBeVisible()
  await expect(page.getByLabel('Anyone with this link can see the plan')).toBeFocused()
  await page.reload()
  await expect(page.getByText('Change or end the link')).toBeVisible()
  await axeFindsNothing(page)
  expect(requested.filter((url) => withKey.test(url))).toEqual([])
  for (const link of await page.getByRole('link').all())
    expect(await link.getAttribute('href')).not.toMatch(withKey)

  const address = page.url()
  await page.goto('/my-itineraries')
  await page.getByRole('link', { name: 'Our own day' }).click()
  await expect(page.getByRole('link', { name: 'Edit this plan' })).toBeVisible()
  await expect(page).toHaveURL(address)

  const other = await (await browser.newContext()).newPage()
  expect((await other.goto(address))?.status()).toBe(404)
  await expect(other.getByRole('heading', { name: /can’t be opened here/ })).toBeVisible()
})

/** Expects that the page does not scroll sideways on a phone. */
async function fitsAPhone(page: Page) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (before) await page.setViewportSize(before)
}

/** Expects that the printed day shows its stops and times, fits the paper and has no buttons. */
async function onPaper(page: Page) {
  const map = page.locator('.map-of-days')
  await expect(map).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const before = page.viewportSize()
  await page.setViewportSize({ width: 718, height: 1040 })
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  for (const press of await page.getByRole('button').all()) await expect(press).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByText('Share the plan')).toBeHidden()
  await expect(map).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718)
  await page.emulateMedia({ media: 'screen' })
  if (before) await page.setViewportSize(before)
}

/** Removes a guest from one visit. The day must keep all its visits. */
async function changesOneBooking(page: Page) {
  const day = page.url()
  const booked = page.getByRole('link', { name: /^Booking CV-/ })
  const visits = await booked.count()
  await booked.first().click()
  await page.getByRole('link', { name: 'Change Booking' }).click()
  await page.getByRole('button', { name: 'One guest fewer' }).click()
  await page.getByRole('button', { name: 'Change Booking' }).click()
  await expect(page.getByText('Your booking has been changed.')).toBeVisible()
  await page.goto(day)
  await expect(booked).toHaveCount(visits)
}

test('a published day is shown on a map, copied and reordered by mouse', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/itineraries')
  await page.getByRole('link', { name: 'A Saturday under the South Downs' }).click()
  await page.getByRole('button', { name: 'Open the map' }).click()
  await expect(page.getByRole('img', { name: '1: Marl & Thistle' })).toBeVisible()
  await axeFindsNothing(page)
  await page.getByLabel('Day', { exact: true }).fill(aSaturday(9))
  await page.getByRole('button', { name: 'Make it mine' }).click()
  await expect(page.getByText('This copy is yours.')).toBeVisible()
  await axeFindsNothing(page)

  await page.getByRole('link', { name: 'Edit this plan' }).click()
  const stops = page.getByRole('list', { name: 'Stops of day 1' }).getByRole('heading')
  await expect(stops).toHaveText(['Marl & Thistle', 'Lunch in Lewes', 'Cuckoo Furlong'])
  // The whole list must be on the screen, because the mouse does not scroll the page.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await dragOnto(page, stops.nth(2), stops.nth(0))
  await expect(stops).toHaveText(['Cuckoo Furlong', 'Marl & Thistle', 'Lunch in Lewes'])
  await page.getByRole('button', { name: 'Move up Lunch in Lewes' }).press('Enter')
  await expect(stops).toHaveText(['Cuckoo Furlong', 'Lunch in Lewes', 'Marl & Thistle'])
})

async function dragOnto(page: Page, what: Locator, where: Locator) {
  await expect(page.locator('[data-drags][draggable=true]').first()).toBeVisible()
  const [from, to] = [await what.boundingBox(), await where.boundingBox()]
  if (!from || !to) throw new Error('The dragged element or its target is not on the screen')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  // The first move starts the drag; the following moves set the position.
  await page.mouse.move(from.x + 30, from.y - 10, { steps: 4 })
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 12 })
  await expect(page.locator('[data-drags][data-over]')).toHaveCount(1)
  await page.mouse.up()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a day is planned and booked in one press, and a stop is added', async ({ page }) => {
    await planADay(page, 6)
    await bookAll(page)
    await page.getByRole('link', { name: 'Edit this plan' }).click()
    await page.getByLabel('What’s it called?').fill('The Ram Inn')
    await page.getByRole('button', { name: 'Add this stop' }).click()
    await expect(page.getByRole('heading', { name: 'The Ram Inn' })).toBeVisible()
    // Without a script, only the URL can carry the key.
    await expect(page).toHaveURL(/[?&]key=/)
  })

  test('a published day is copied', { tag: '@long' }, async ({ page }) => {
    await page.goto('/itineraries')
    await page.getByRole('link', { name: 'An afternoon and a supper at Ditchling' }).click()
    await page.getByLabel('Day', { exact: true }).fill(aSaturday(10))
    await page.getByRole('button', { name: 'Make it mine' }).click()
    await expect(page.getByText('This copy is yours.')).toBeVisible()
    await expect(page.getByText('There are places for the 2 of you.').first()).toBeVisible()
  })
})
