import { expect, type Page, test } from '@playwright/test'

import { axeFindsNothing } from './axe.ts'
import { firstPassword } from './printed.ts'

async function signIn(page: Page) {
  await page.goto('/winemaker/calendar')
  await page.getByLabel('Email').fill('winemaker@example.com')
  await page.getByLabel('Password').fill(await firstPassword('winemaker'))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A Friday of next month: the estate's tastings run on it, and no other journey closes it. */
async function fridayOfNextMonth(page: Page): Promise<string> {
  const month = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByRole('link', { name: 'Later' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(month ?? '')
  await axeFindsNothing(page)
  await page
    .getByRole('table')
    .getByRole('link', { name: /^Friday.* left/ })
    .first()
    .click()
  await expect(page).toHaveURL(/view=day/)
  await axeFindsNothing(page)
  return new URL(page.url()).searchParams.get('on') ?? ''
}

async function setStatus(page: Page, status: string) {
  await page.getByLabel('Status').selectOption({ label: status })
  await page.getByRole('button', { name: 'Set status' }).click()
}

test('a vineyard takes a booking by phone, confirms one that waits, moves it, and two people do not overrule each other', async ({
  page,
  context,
}, { project }) => {
  const guest = `Dafydd Rees ${project.name}`
  await signIn(page)
  const day = await fridayOfNextMonth(page)

  await page.goto(`/winemaker/bookings?new=1&day=${day}`)
  await page.getByLabel('Experience').selectOption('Kitchen Tasting')
  await page
    .getByRole('group', { name: /^Time on/ })
    .getByRole('radio')
    .first()
    .check()
  await page.getByLabel('Full name').fill(guest)
  await page.getByLabel('Email').fill('dafydd@example.com')
  await page.getByLabel('Phone').fill('01632 960123')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Book and confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${guest}, 2 guests`)

  await setStatus(page, 'Pending')
  await expect(page.getByText('Pending. Nobody was written to.')).toBeVisible()
  await axeFindsNothing(page)

  await page.goto('/winemaker/dashboard')
  await page.getByRole('button', { name: `Confirm ${guest}` }).click()
  await expect(page.getByText('Confirmed. The guest has an email.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Confirm ${guest}` })).toHaveCount(0)
  await axeFindsNothing(page)

  await page.goto('/winemaker/bookings')
  await page.getByLabel('Guest, email or reference').fill(guest)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await axeFindsNothing(page)
  await page.getByRole('link', { name: guest }).click()

  await page.getByRole('link', { name: 'Change date, time or party' }).click()
  await page.getByRole('spinbutton', { name: 'Guests' }).fill('3')
  await page.getByRole('group', { name: 'Time' }).getByRole('radio').last().check()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Change the booking' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${guest}, 3 guests`)
  await expect(page.getByText(/2 guests became 3/)).toBeVisible()

  await page.getByRole('button', { name: 'Arrived' }).click()
  await expect(page.getByRole('button', { name: 'Arrived' })).toHaveAttribute('aria-pressed', 'true')

  const colleague = await context.newPage()
  await colleague.goto(page.url())
  await setStatus(colleague, 'Cancelled')
  await expect(colleague.getByText('Cancelled. The guest has an email.')).toBeVisible()
  await setStatus(page, 'Completed')
  await expect(page.getByRole('alert')).toHaveText('This booking has become cancelled meanwhile.')
})
