import { expect, type Page, test } from './journey.ts'

import { waitUntilHydrated } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'

/** Goes from the home page to the form of one experience, by visible labels. */
async function findTheForm(page: Page, experience: string) {
  await page.goto('/')
  await page.getByLabel('Search by location or Vineyard name').fill('hollowdown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '1 vineyard found for hollowdown' })).toBeVisible()
  await page.getByRole('link', { name: 'Hollowdown Estate', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hollowdown Estate' })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`Book Now.*${experience}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: experience })).toBeVisible()
}

async function sayWho(page: Page) {
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
}

/** Opens the next month. On the last day of a month, only today is left, and a visit today cannot be changed. */
async function openNextMonth(page: Page) {
  const month = page.locator('#month')
  const first = (await month.textContent()) ?? ''
  await page
    .getByRole('button', { name: /^\w+ \d{4}$/ })
    .last()
    .click()
  await expect(month).not.toHaveText(first)
}

/** Chooses the first bookable time of the chosen day, once the times of that day have loaded. */
async function pickATime(page: Page) {
  const times = page.getByRole('group', { name: /What time on/ })
  await expect(times).toHaveAttribute('aria-busy', 'false')
  await times.getByRole('radio', { disabled: false }).first().check({ force: true })
}

test('a visitor finds a vineyard, books a visit, changes it, and cancels it', { tag: '@both' }, async ({
  page,
}) => {
  await findTheForm(page, 'Vineyard Walk & Tasting')

  const book = page.getByRole('button', { name: 'Choose a time first' })
  await expect(book).toBeDisabled()
  await page.getByRole('button', { name: 'One guest more' }).click()
  await expect(page.getByRole('status').filter({ hasText: '£84.00' })).toBeVisible()

  await openNextMonth(page)
  const days = page.locator('table.cal').getByRole('radio')
  await days.last().check({ force: true })
  await expect(days.last()).toBeChecked()
  await pickATime(page)
  await sayWho(page)
  await page.getByRole('button', { name: 'Book for 3 guests' }).click()

  await expect(page.getByText('Please arrive 15 minutes early.')).toBeVisible()
  await expect(page).toHaveURL(/\/booking-confirmation\/[0-9a-f-]{36}$/)
  await expect(page.getByText('£84.00').first()).toBeVisible()
  await expect(page.getByText('You’ll also find it under')).toBeVisible()
  await axeFindsNothing(page)

  await page.getByRole('link', { name: 'Change Booking' }).click()
  await expect(page.getByRole('button', { name: 'Nothing changed yet' })).toBeDisabled()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'One guest fewer' }).click()
  await days.nth(-2).check({ force: true })
  await pickATime(page)
  await page.getByRole('button', { name: 'Change Booking' }).click()
  await expect(page.getByText('Your booking has been changed.')).toBeVisible()
  await expect(page.getByText('£56.00').first()).toBeVisible()

  await page.getByRole('link', { name: 'Cancel Booking' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await expect(question.getByText('This cannot be undone.')).toBeVisible()
  await axeFindsNothing(page)
  await question.getByRole('button', { name: 'Keep Booking' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('link', { name: 'Cancel Booking' }).click()
  await question.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
  await expect(page.getByRole('heading', { name: 'This booking is cancelled' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel Booking' })).toHaveCount(0)
  await axeFindsNothing(page)

  const footer = page.getByRole('navigation', { name: 'Quick links' })
  await footer.getByRole('link', { name: 'My bookings' }).click()
  await expect(page.getByRole('link', { name: 'Vineyard Walk & Tasting', exact: true })).toBeVisible()
})

test('missing answers are reported at their fields before the form is sent, and typed text survives a lost connection', async ({
  page,
  context,
}) => {
  await findTheForm(page, 'Vineyard Walk & Tasting')
  await waitUntilHydrated(page)
  await pickATime(page)
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill out all fields and select a time slot.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')

  await sayWho(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(page.getByRole('alert')).toContainText('No connection just now. What you typed is still here.')
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(page.getByText('Please arrive 15 minutes early.')).toBeVisible()
})

test('opening another month keeps typed text, and Enter in a field submits the form', async ({ page }) => {
  await findTheForm(page, 'Vineyard Walk & Tasting')
  await page.getByLabel('Full name').fill('Priya Anand')
  await expect(page.locator('table.cal')).toHaveAttribute('aria-labelledby', 'month')
  await openNextMonth(page)
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
  const month = await page.locator('#month').textContent()
  await sayWho(page)
  await page.getByLabel('Phone').press('Enter')
  await expect(page.getByRole('alert')).toContainText('Please fill out all fields and select a time slot.')
  await expect(page.locator('#month')).toHaveText(month ?? '')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor finds a vineyard, books a visit, changes it, and cancels it', async ({ page }) => {
    await findTheForm(page, 'Vineyard Walk & Tasting')
    await openNextMonth(page)
    await sayWho(page)
    await page.locator('table.cal').getByRole('radio').last().check({ force: true })
    await page.getByRole('button', { name: 'Show times' }).click()
    await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
    await pickATime(page)
    await page.getByRole('button', { name: 'Book for 2 guests' }).click()

    await expect(page.getByText('Please arrive 15 minutes early.')).toBeVisible()
    // Only a script can store the booking in this browser.
    await expect(page.getByRole('main').getByRole('link', { name: 'My bookings' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Change Booking' }).click()
    await page.getByLabel('Guests').fill('3')
    // Without scripts, the total does not follow the typed number, so the page first shows the new total.
    await page.getByRole('button', { name: 'Change Booking' }).last().click()
    await expect(page.getByText('The total has changed. Please check it and try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Change Booking' }).last().click()
    await expect(page.getByText('Your booking has been changed.')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel Booking' }).click()
    await expect(page.getByRole('group', { name: 'Cancel this booking?' })).toBeVisible()
    await page.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
    await expect(page.getByRole('heading', { name: 'This booking is cancelled' })).toBeVisible()
  })

  test('the server refuses an email address that the browser accepts, and keeps the typed text', {
    tag: '@long',
  }, async ({ page }) => {
    await findTheForm(page, 'Vineyard Walk & Tasting')
    await sayWho(page)
    await pickATime(page)
    await page.getByLabel('Email').fill('priya..anand@example.com')
    await page.getByRole('button', { name: 'Book for 2 guests' }).click()
    await expect(page.getByText('That does not look like an email address.')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
    await expect(page.getByLabel('Email')).toHaveValue('priya..anand@example.com')
  })
})
