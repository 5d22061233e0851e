import { expect, type Page, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { onSiteDatabase } from './site-database.ts'
import { enterAs, makeEstate } from './own-estate.ts'

/** Returns a Saturday 13 to 19 days ahead. The vineyards around Lewes have sessions on that day. */
function aSaturday(): string {
  const today = Temporal.Now.plainDateISO('Europe/London')
  return today.add({ days: 20 - today.dayOfWeek }).toString()
}

async function fitsAPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}

test.use({ viewport: { width: 390, height: 844 } })

test("a day without a car is planned from the guests' hotel, saved, shared and printed", async ({
  page,
  browser,
}) => {
  await page.goto('/itinerary/create')
  await page.getByLabel('Near a town or postcode').fill('Lewes')
  await page.getByLabel('Day', { exact: true }).fill(aSaturday())
  await page.getByLabel('Until').selectOption('20')
  await page.getByLabel('How will you travel?').selectOption('Without a car')
  await page.getByLabel('We stay at').fill('Lewes station')
  await page.getByRole('button', { name: 'Plan my day' }).click()
  await expect(page.getByRole('heading', { name: /^Saturday / })).toBeVisible()
  await expect(page.getByText('at the latest: leave Lewes station')).toBeVisible()
  await expect(page.getByText('at the latest: back at Lewes station')).toBeVisible()
  await expect(page.getByText(/minutes (by taxi|by train|on foot)/).first()).toBeVisible()
  await expect(page.getByText('We have no timetables.')).toBeVisible()
  await expect(page.getByText('by car')).toHaveCount(0)
  await fitsAPhone(page)
  await axeFindsNothing(page)

  await page.getByRole('button', { name: 'Save the plan, book later' }).click()
  await expect(page.getByText('at the latest: leave Lewes station')).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.getByLabel('Anyone with this link can see the plan')
  const address = new URL(await link.inputValue())
  const other = await (await browser.newContext()).newPage()
  await other.goto(new URL(address.pathname + address.search, page.url()).href)
  await expect(other.getByText('at the latest: back at Lewes station')).toBeVisible()
  await fitsAPhone(other)
  await axeFindsNothing(other)
  await other.emulateMedia({ media: 'print' })
  await expect(other.getByText('at the latest: leave Lewes station')).toBeVisible()
  await expect(other.getByText('We have no timetables.')).toBeVisible()
})

test('without JavaScript, the planner keeps the means of travel, and explains that it does not know a location', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`/itinerary/create?near=Lewes&date=${aSaturday()}&travel=no_car&stay=Nowherington`)
  await expect(page.getByLabel('How will you travel?')).toHaveValue('no_car')
  await expect(page.getByText('Try a town, postcode or station nearby.')).toBeVisible()
})

test('a winemaker adds a taxi firm, and visitors see the firm with the nearest station', {
  tag: '@long',
}, async ({ page, context, browser }) => {
  const { winemaker, vineyard } = await makeEstate()
  await onSiteDatabase(
    (sql) =>
      sql`update vineyards set latitude = 50.85, longitude = 0.17, is_verified = true where id = ${vineyard.id}`,
  )
  await enterAs(context, winemaker)
  await page.goto('/winemaker/vineyard/edit')
  await page.getByLabel('Taxi firm 1').fill('Cuckmere Cars')
  await page.getByLabel('Taxi number 1').fill('call us')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Number of taxi firm 1 must be a phone number').first()).toBeVisible()
  await page.getByLabel('Taxi number 1').fill('01632 960555')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await axeFindsNothing(page)

  const visitor = await browser.newPage()
  await visitor.goto(`/vineyard/${vineyard.id}`)
  const section = visitor.getByRole('region', { name: 'Getting here' })
  await expect(section.getByText('Berwick (Sussex) station')).toBeVisible()
  await expect(section.getByText(/miles?, .* on foot/).first()).toBeVisible()
  await expect(section.getByRole('link', { name: '01632 960555' })).toHaveAttribute(
    'href',
    'tel:+441632960555',
  )
  await fitsAPhone(visitor)
  await axeFindsNothing(visitor)
  await section.getByRole('link', { name: 'About the stations' }).click()
  await expect(visitor.getByText('David Wheatley')).toBeVisible()
})
