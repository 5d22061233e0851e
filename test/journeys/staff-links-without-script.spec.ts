import { randomUUID } from 'node:crypto'

import { expect, test } from './journey.ts'
import { makeAdminLink, linkSentTo } from './printed.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript, a winemaker confirms a claim by its link @phone', async ({ page }) => {
  const email = `claim-${randomUUID()}@example.com`
  await page.goto('/for-vineyards/add')
  await page.getByLabel('Your name').fill('Rosalind Row')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name of the vineyard').fill('Mill Rows')
  await page.getByLabel('Town or postcode').fill('Battle')
  await page.getByLabel('Your role at the vineyard').fill('Owner')
  await page.getByLabel('How can we check that it’s yours?').fill('Ring the number on our website.')
  await page.getByRole('button', { name: 'Send Claim' }).click()
  await expect(page).toHaveURL(/sent=1/)

  await page.goto(await linkSentTo(email))
  await expect(page.getByText('Claim by Rosalind Row, Mill Rows')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('we’ve received your claim of Mill Rows')).toBeVisible()
})

test('without JavaScript, an admin pastes the emailed link to set a password @phone', async ({ page }) => {
  const { link } = await makeAdminLink(`no-script-${randomUUID()}@example.com`)
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Set the password' })).toHaveCount(1)
  // The element is found by its name, because Playwright does not look for labels inside noscript.
  await page.locator('[name="link"]').fill(link)
  await page.locator('[name="password"]').fill('tenterden-hop-garden')
  await page.locator('[name="password"]').press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', '/login')
})
