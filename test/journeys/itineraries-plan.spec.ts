import { expect, type Page, test } from '@playwright/test'

import { axeFindsNothing } from './axe.ts'

/** A Saturday far enough ahead, as the form wants it: the estates around Lewes have their times every weekend. */
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
  await page.getByRole('button', { name: 'Plan it' }).click()
  await expect(page.getByRole('heading', { name: /^Saturday / })).toBeVisible()
}

async function bookAll(page: Page) {
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
  await page.getByRole('button', { name: /^Book all \d visits$/ }).click()
  await expect(page.getByText(/^\d visits are booked\.$/)).toBeVisible()
}

test('a day is planned, booked with one press, shared, changed, and its link withdrawn', async ({
  page,
  browser,
}, { project }) => {
  await planADay(page, project.name === 'desk' ? 2 : 4)
  await axeFindsNothing(page)
  await bookAll(page)
  await axeFindsNothing(page)

  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByLabel('Anybody with this link sees the day')
  await expect(link).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  const address = new URL(await link.inputValue())
  const shared = new URL(address.pathname + address.search, page.url()).href
  await other.goto(shared)
  await expect(other.getByRole('heading', { name: 'A day near Lewes' })).toBeVisible()
  await expect(other.getByRole('link', { name: /^Booking / })).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Change the day' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Change the day' }).click()
  await page.getByLabel('What is it called?').fill('The Ram Inn')
  await page.getByLabel('Near which town or postcode?').fill('Lewes')
  await page.getByRole('button', { name: 'Add the stop' }).click()
  await expect(page.getByRole('heading', { name: 'The Ram Inn' })).toBeVisible()
  await page.getByRole('button', { name: 'Move up The Ram Inn' }).click()
  await expect(page.getByRole('list', { name: 'Stops of day 1' }).getByRole('heading').last()).not.toHaveText(
    'The Ram Inn',
  )
  await axeFindsNothing(page)
  await page.getByRole('link', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Withdraw the link' }).click()
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
  const gone = await other.goto(shared)
  expect(gone?.status()).toBe(404)

  await page.goto('/my-itineraries')
  await expect(page.getByRole('link', { name: 'A day near Lewes' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a day is planned and booked with one press, and a stop added',
    { tag: '@once' },
    async ({ page }, { project }) => {
      await planADay(page, project.name === 'desk' ? 6 : 8)
      await bookAll(page)
      await page.getByRole('link', { name: 'Change the day' }).click()
      await page.getByLabel('What is it called?').fill('The Ram Inn')
      await page.getByRole('button', { name: 'Add the stop' }).click()
      await expect(page.getByRole('heading', { name: 'The Ram Inn' })).toBeVisible()
    },
  )
})
