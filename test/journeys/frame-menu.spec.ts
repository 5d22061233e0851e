import { expect, type Page, test } from './journey.ts'

import { isAnswering } from './arrive.ts'

const menuOf = (page: Page) => page.getByText('Menu', { exact: true })
const linkOf = (page: Page, name: string) => page.locator('details.menu').getByRole('link', { name })

// The menu is the phone's; on a desk the links stand in a row. Closing it takes the script, which may still be on its
// way: such steps are tried until they hold.
test.skip(({ viewport }) => (viewport?.width ?? 0) > 800)

test('the menu opens, leads somewhere and is closed when one gets there', async ({ page }) => {
  await page.goto('/privacy')
  await menuOf(page).click()
  await linkOf(page, 'Contact').click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(linkOf(page, 'Contact')).toBeHidden()
})

test('Escape closes the menu and gives the focus back', async ({ page }) => {
  await page.goto('/privacy')
  await expect(async () => {
    if (!(await linkOf(page, 'Blog').isVisible())) await menuOf(page).click()
    await page.keyboard.press('Escape')
    await expect(linkOf(page, 'Blog')).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(page.locator('summary')).toBeFocused()
})

test('a press beside the menu closes it', async ({ page }) => {
  await page.goto('/privacy')
  await expect(async () => {
    if (!(await linkOf(page, 'Blog').isVisible())) await menuOf(page).click()
    await page.getByRole('heading', { level: 1 }).click({ position: { x: 5, y: 20 } })
    await expect(linkOf(page, 'Blog')).toBeHidden({ timeout: 500 })
  }).toPass()
})

test('whoever opens the menu before the scripts come finds it open when they have come', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/privacy', { waitUntil: 'commit' })
  await menuOf(page).click()
  await expect(linkOf(page, 'Blog')).toBeVisible()
  scripts.resolve()
  await isAnswering(page)
  // Whatever the page does when it comes to life it has done by then.
  await page.waitForTimeout(500)
  await expect(linkOf(page, 'Blog')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens all the same, and the search leads to the list', async ({ page }) => {
    await page.goto('/')
    await menuOf(page).click()
    await linkOf(page, 'Home').click()
    await page.getByRole('searchbox').fill('kent')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/explore\?search=kent$/)
  })
})
