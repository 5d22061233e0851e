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

test('forms show an error at each invalid field, and focus the first invalid field', async ({
  page,
  context,
}) => {
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

test('if a sign-in ends before a form is saved, the typed text returns after the next sign-in', {
  tag: '@long',
}, async ({ page, context }) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)

  const spoilToken = () => page.evaluate(() => localStorage.setItem('winemaker_session_token', 'spoiled'))
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click()
  const signInAgain = async () => {
    await expect(page.getByText('You have been signed out')).toBeVisible()
    await page.getByLabel('Email').fill(winemaker.email)
    await page.getByLabel('Password').fill(winemaker.password)
    await press('Sign in')
    await expect(page.getByText('We’ve brought back what you typed here before.')).toBeVisible()
  }

  await test.step('a form that stores its draft while somebody types', async () => {
    await arrive(page, '/winemaker/vineyard/edit')
    await page.getByLabel('About the vineyard').fill('Rows above the mill.')
    await spoilToken()
    await press('Save')
    await signInAgain()
    await expect(page.getByLabel('About the vineyard')).toHaveValue('Rows above the mill.')
  })

  await test.step('another tab signs out, and the form does not ask whether to leave', async () => {
    await arrive(page, '/winemaker/vineyard/edit')
    await page.getByLabel('About the vineyard').fill('Rows below the mill.')
    await expect(page.getByText('Not saved yet')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/winemaker/login')
    await other.evaluate(() => localStorage.removeItem('winemaker_session_token'))
    await other.close()
    await signInAgain()
    await expect(page.getByLabel('About the vineyard')).toHaveValue('Rows below the mill.')
  })

  await test.step('a form that stores no draft', async () => {
    await arrive(page, '/winemaker/integrations')
    await page.getByLabel('Address', { exact: true }).fill('https://hooks.example/bookings')
    await spoilToken()
    await press('Add a webhook')
    await signInAgain()
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('https://hooks.example/bookings')
  })
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
