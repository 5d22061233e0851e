import { expect, type Page, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { enterAs, enterAsAdmin, makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const missing = 'Please fill this in.'

/** Returns the texts of the forms that the browser would validate itself. */
const nativeForms = (page: Page) =>
  page.evaluate(() =>
    [...document.forms]
      .filter(
        (form) =>
          !form.noValidate &&
          [...form.elements].some((one) =>
            one.matches(':is([required], [min], [type=email], [type=url], [pattern], [minlength])'),
          ),
      )
      .map((form) => form.textContent),
  )

test('forms show errors at their fields, and focus the first of these fields', async ({ page, context }) => {
  const { vineyard, winemaker, walk } = await makeEstate()

  await test.step('the contact form shows an error at every field, and focuses the first field', async () => {
    await arrive(page, '/contact')
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(missing)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/such as name@example.com/)
    const summary = page.getByRole('alert').filter({ hasText: 'Some fields need your attention.' })
    await expect(summary.getByRole('listitem')).toHaveText([
      `Name: ${missing}`,
      'Email: Please enter an email address, such as name@example.com.',
      `Subject: ${missing}`,
      `Message: ${missing}`,
    ])
    await axeFindsNothing(page)
    await summary.getByRole('button', { name: 'Subject' }).click()
    await expect(page.getByLabel('Subject')).toBeFocused()
    await page.getByLabel('Name').fill('Ada')
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid')
  })

  await test.step('the sign-in, claim and account forms also show errors and focus the first field', async () => {
    for (const path of ['/login', '/winemaker/login']) {
      await arrive(page, path)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByLabel('Email')).toBeFocused()
      await expect(page.getByLabel('Password')).toHaveAccessibleDescription(missing)
    }
    await arrive(page, `/vineyard/${vineyard.id}/claim`)
    await page.getByRole('button', { name: 'Send Claim' }).click()
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page.getByLabel('Your role at the vineyard')).toHaveAccessibleDescription(missing)
    await enterAs(context, winemaker)
    await arrive(page, '/account')
    expect(await nativeForms(page)).toEqual([])
  })

  await test.step('no staff form leaves validation to the browser', async () => {
    await enterAsAdmin(context)
    for (const path of [
      '/winemaker/vineyard/edit',
      '/winemaker/experiences/new',
      `/winemaker/experiences/${walk.id}/availability`,
      '/winemaker/hosts',
      '/winemaker/bookings?new=1',
      '/winemaker/calendar-sync',
      '/winemaker/reports',
      '/admin/vineyards/new',
      '/admin/vineyards/import',
      '/admin/blog/new',
      '/admin/itineraries/create',
      '/admin/winemakers',
      '/admin/privacy',
    ]) {
      await arrive(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await nativeForms(page), path).toEqual([])
    }
  })

  await test.step('an error while previewing shows the form again', async () => {
    await arrive(page, '/winemaker/experiences/new')
    await page.getByLabel('Title').fill('A long lunch')
    await page.getByRole('button', { name: 'Preview the page' }).click()
    await page.getByRole('button', { name: 'Add and plan start times' }).click()
    await expect(page.getByLabel('Price per person')).toBeFocused()
    await expect(page.getByLabel('Price per person')).toHaveAccessibleDescription(/Please fill this in\./)
  })

  await test.step('a party above the maximum is rejected with our message', async () => {
    await arrive(page, '/winemaker/bookings?new=1')
    await page.getByLabel('Guests').fill('400')
    await page.getByRole('button', { name: 'Book and confirm' }).click()
    await expect(page.getByLabel('Guests')).toHaveAccessibleDescription(/Please enter 200 or less\./)
  })
  expect(
    await onSiteDatabase((sql) => sql`select from bookings where vineyard_id = ${vineyard.id}`),
  ).toHaveLength(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact form is validated by the browser', async ({ page }) => {
    await page.goto('/contact')
    const form = page.getByRole('main').locator('form')
    await expect(form).not.toHaveAttribute('novalidate')
    await expect(form.getByLabel('Name')).toHaveAttribute('required')
  })
})
