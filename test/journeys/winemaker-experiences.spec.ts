import { expect, type Page, test } from '@playwright/test'

import { axeFindsNothing } from './axe.ts'
import { firstPassword } from './printed.ts'

/** Everybody comes from an address of their own, so that nobody waits for another's wrong guesses. */
test.beforeEach(async ({ context }, { testId, retry }) => {
  const ends = Buffer.from(testId).subarray(-3)
  await context.setExtraHTTPHeaders({
    'X-Forwarded-For': `10.${[...ends].join('.')}`,
    'X-Try': String(retry),
  })
})

/** A Sunday some weeks ahead, by the calendar that the site itself shows. */
function sundayAfter(today: string, weeks: number): string {
  const day = new Date(`${today}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7) + 7 * weeks)
  return day.toISOString().slice(0, 10)
}

async function signIn(page: Page) {
  await page.goto('/winemaker/experiences')
  await page.getByLabel('Email').fill('winemaker@example.com')
  await page.getByLabel('Password').fill(await firstPassword('winemaker'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('on sale')
}

async function bookAsVisitor(page: Page, address: string, day: string, guest: string) {
  await page.goto(`${address}&date=${day}`)
  await page.getByRole('radio', { name: /12:15 PM/ }).check()
  await page.getByLabel('Full name').fill(guest)
  await page.getByLabel('Email').fill('ines@example.com')
  await page.getByLabel('Phone').fill('01632 960123')
  await page.getByRole('button', { name: /^Book/ }).click()
  await expect(page).toHaveURL(/booking-confirmation/)
}

test('staff add an experience, a visitor books it at once, and a Sunday is closed over the booking', async ({
  page,
  browser,
}, { project }) => {
  const title = `Barrel talk ${project.name}`
  const guest = `Ines ${project.name}`
  await signIn(page)
  await axeFindsNothing(page)

  await page.getByRole('link', { name: 'Add an experience' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Price a person').fill('22.5')
  await page.getByLabel('Smallest party').fill('12')
  await page.getByLabel('Nearest station').fill('Battle, 10 minutes on foot')
  await page.getByLabel('Dogs').selectOption('on_lead')
  await page.getByRole('button', { name: 'Add and plan its times' }).click()
  // Refused by the server: everything typed is still there, and the field is named.
  await expect(page.getByLabel('Smallest party')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await axeFindsNothing(page)
  await page.getByLabel('Smallest party').fill('1')
  await page.getByRole('button', { name: 'Add and plan its times' }).click()

  await expect(page.getByRole('heading', { name: 'No start times yet' })).toBeVisible()
  await expect(page.getByText('It has no start times yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a start' }).first().click()
  await page.getByLabel('Start', { exact: true }).fill('12:15')
  await page.getByLabel('Places').fill('6')
  const today = await page.getByLabel('From', { exact: true }).inputValue()
  const sunday = sundayAfter(today, 2)
  // The calendar shows what is not saved yet.
  await expect(page.getByRole('button', { name: /0\/6/ }).first()).toBeVisible()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Save the start times' }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  const availability = page.url()

  const book = (await page.getByRole('link', { name: 'See it as a visitor' }).getAttribute('href')) ?? ''
  const visitor = await (await browser.newContext()).newPage()
  const vineyard = book.replace(/^\/book-now\/([^?]+).*/, '/vineyard/$1')
  await visitor.goto(vineyard)
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
  await expect(visitor.getByText('Battle, 10 minutes on foot').first()).toBeVisible()
  await bookAsVisitor(visitor, book, sunday, guest)
  const booking = visitor.url()

  await page.goto(`${availability.split('?')[0]}?day=${sunday}`)
  await expect(page.getByText('It can be booked.')).toBeVisible()
  await page.getByRole('button', { name: 'Close this day …' }).click()
  await page.getByLabel('Reason').fill('The press barn is let')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText('1 booking with 2 guests stand there')
  await axeFindsNothing(page)
  await asked.getByRole('button', { name: 'Do not close' }).click()
  await expect(page.getByText('It can be booked.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await asked.getByRole('button', { name: 'Close, and keep the bookings' }).click()
  await expect(page.getByText('It is closed. 1 booking is kept.')).toBeVisible()
  await expect(page.getByText(/12:15 PM is closed by an exception for this experience/)).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('Cancelled')).toHaveCount(0)

  await page.getByRole('button', { name: /^Open again/ }).click()
  await expect(page.getByText('The exception is taken away.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await asked.getByRole('button', { name: 'Close, cancel them and write to the guests' }).click()
  await expect(
    page.getByText('It is closed. 1 booking is cancelled, and the guests are written to.'),
  ).toBeVisible()
  await visitor.goto(booking)
  await expect(visitor.getByText('Cancelled').first()).toBeVisible()
  await visitor.context().close()
})

test('the second of two people who edit one experience is shown what the first saved', async ({
  page,
  context,
}, { project }) => {
  test.skip(project.name === 'phone', 'The same form at either width')
  await signIn(page)
  await page.getByRole('link', { name: 'Kitchen Tasting', exact: true }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await expect(page.getByLabel('Price a person')).not.toHaveValue('')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Food').fill('Boards from £12')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved just now')).toBeVisible()

  await page.getByLabel('Parking').fill('Behind the press house')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has saved this meanwhile.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Boards from £12' })).toBeVisible()
  await expect(page.getByLabel('Parking')).toHaveValue('Behind the press house')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Save my changes with theirs' }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await expect(page.getByLabel('Food')).toHaveValue('Boards from £12')
  await expect(page.getByLabel('Parking')).toHaveValue('Behind the press house')
})
