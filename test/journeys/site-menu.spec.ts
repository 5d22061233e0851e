import { expect, type Page, test } from './journey.ts'

import { arrive, waitUntilHydrated, waitUntilIdle } from './arrive.ts'
import { enterAs, makeEstate } from './own-estate.ts'

const menuOf = (page: Page) => page.getByText('Menu', { exact: true })
const linkOf = (page: Page, name: string) => page.locator('details.menu').getByRole('link', { name })

// Wide screens show links and no menu. Closing the menu needs the script, which may still be loading, so the first test
// opens and closes the menu until closing succeeds.

test('Escape closes the menu and returns the focus, a click outside closes it, and a link opens its page', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/privacy')
  await expect(async () => {
    if (!(await linkOf(page, 'Blog').isVisible())) await menuOf(page).click()
    await page.keyboard.press('Escape')
    await expect(linkOf(page, 'Blog')).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(page.locator('summary')).toBeFocused()

  await expect(async () => {
    if (!(await linkOf(page, 'Blog').isVisible())) await menuOf(page).click()
    await page.getByRole('heading', { level: 1 }).click({ position: { x: 5, y: 20 } })
    await expect(linkOf(page, 'Blog')).toBeHidden({ timeout: 500 })
  }).toPass()

  await menuOf(page).click()
  await linkOf(page, 'Contact').click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(linkOf(page, 'Contact')).toBeHidden()
})

test('a menu that was opened before the scripts loaded stays open', { tag: '@phone-only' }, async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/privacy', { waitUntil: 'commit' })
  await menuOf(page).click()
  await expect(linkOf(page, 'Blog')).toBeVisible()
  scripts.resolve()
  await waitUntilHydrated(page)
  await waitUntilIdle(page)
  await expect(linkOf(page, 'Blog')).toBeVisible()
})

/**
 * Reloads a page that was opened by a link, and goes back before its scripts run. Until the scripts have run, Back
 * changes only the address.
 */
async function goBackEarly(page: Page, before: RegExp) {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(before)
  scripts.resolve()
}

test('pressing Back before the scripts have loaded opens the previous page', async ({ page }) => {
  await arrive(page, '/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/\/terms$/)
  await goBackEarly(page, /\/privacy$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Privacy/)
  await waitUntilHydrated(page)
})

test('pressing Back while React takes over the page opens the previous page', async ({ page }) => {
  await page.addInitScript(() => {
    let address: unknown
    // The scripts compare the address just before React starts. In this test, the first comparison presses Back.
    const get = () => {
      if (sessionStorage.getItem('press-back') === 'yes') history.back()
      sessionStorage.removeItem('press-back')
      return address
    }
    const set = (value: unknown) => {
      address = value
    }
    Object.defineProperty(window, 'addressOfPage', { get, set })
  })
  await arrive(page, '/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/\/terms$/)
  await page.evaluate(() => sessionStorage.setItem('press-back', 'yes'))
  await page.reload()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Privacy/)
  await waitUntilHydrated(page)
})

test('pressing Back before the scripts of a staff page have loaded opens the previous page', {
  tag: '@long',
}, async ({ context, page }) => {
  await enterAs(context, (await makeEstate()).winemaker)
  await page.goto('/winemaker/customers')
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL(/\/reports/)
  await goBackEarly(page, /\/customers$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/customer/i)
  await waitUntilHydrated(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens, and search leads to Explore', { tag: ['@phone-only', '@long'] }, async ({ page }) => {
    await page.goto('/')
    await menuOf(page).click()
    await linkOf(page, 'Home').click()
    await page.getByRole('searchbox').fill('kent')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/explore\?search=kent(&|$)/)
  })
})
