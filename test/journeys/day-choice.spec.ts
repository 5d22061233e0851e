import { addDays, addMonths, dayOf, monthOf, weekdayNumber } from '../../app/platform/days.ts'
import { arrive } from './arrive.ts'
import { expect, test } from './journey.ts'
import { makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

test('in a frame of 280 px, days are wide enough to press, and a chosen day announces its times', async ({
  page,
}) => {
  const { vineyard, walk } = await makeEstate()
  await onSiteDatabase((sql) => sql`update vineyards set is_verified = true where id = ${vineyard.id}`)
  await page.setViewportSize({ width: 280, height: 800 })
  // On the last day of a month, the month of today may have only one time left.
  const month = addMonths(monthOf(dayOf(new Date())), 1)
  await arrive(page, `/embed/${vineyard.id}/book?experience=${walk.id}&month=${month}`)
  const days = page.locator('.cal label.day')
  await expect(days.first()).toBeVisible()
  // WCAG 2.5.8 requires 24 px.
  const narrowest = await days.evaluateAll((buttons) =>
    Math.min(...buttons.map((button) => button.getBoundingClientRect().width)),
  )
  expect(narrowest).toBeGreaterThanOrEqual(24)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await days.last().click()
  await expect(page.getByRole('status').filter({ hasText: '2 times with places' })).toBeAttached()
})

test('choosing a day on the home page moves no other field', { tag: '@long' }, async ({ page }) => {
  await arrive(page, '/')
  const guests = page.getByLabel('Guests')
  const near = page.getByRole('button', { name: /near me/i })
  const before = [await guests.boundingBox(), await near.boundingBox()]
  await page.locator('.quick-days button').first().click()
  await expect(page.getByRole('button', { name: 'Any day' })).toBeVisible()
  expect([await guests.boundingBox(), await near.boundingBox()]).toEqual(before)
})

test('in forced colours, the chosen day still differs from other days', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await arrive(page, '/')
  await page.locator('.quick-days button').first().click()
  await page.getByRole('button', { name: /^Available Date/ }).click()
  for (const days of ['.quick-days button', '.date-popover .day']) {
    const background = (isChosen: boolean) =>
      page
        .locator(`${days}[aria-pressed="${isChosen}"]`)
        .first()
        .evaluate((day) => getComputedStyle(day).backgroundColor)
    expect(await background(true), days).not.toBe(await background(false))
  }
})

test('keys move through the days of the calendar, even to another month, and only Space chooses a day', async ({
  page,
}) => {
  const { vineyard, walk } = await makeEstate()
  await onSiteDatabase((sql) => sql`update vineyards set is_verified = true where id = ${vineyard.id}`)
  await arrive(page, `/book-now/${vineyard.id}?experience=${walk.id}`)
  const grid = page.getByRole('grid', { name: /20\d\d/ })
  const focused = grid.locator(':focus')
  await grid.locator('[data-day][tabindex="0"]').focus()
  const first = (await focused.getAttribute('data-day')) ?? ''
  for (const [key, day] of [
    ['ArrowRight', addDays(first, 1)],
    ['ArrowDown', addDays(first, 8)],
    ['ArrowUp', addDays(first, 1)],
    ['ArrowLeft', first],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focused, key).toHaveAttribute('data-day', day)
  }
  await page.keyboard.press('PageDown')
  await expect(focused).toHaveAttribute('data-day', new RegExp(`^${addMonths(monthOf(first), 1)}`))
  // A week that is wholly in the next month
  const later = (await focused.getAttribute('data-day')) ?? ''
  const [key, inWeek] =
    Number(later.slice(8)) > 15 ? ['ArrowUp', addDays(later, -7)] : ['ArrowDown', addDays(later, 7)]
  await page.keyboard.press(key)
  await expect(focused).toHaveAttribute('data-day', inWeek)
  const monday = addDays(inWeek, 1 - weekdayNumber(inWeek))
  await page.keyboard.press('Home')
  await expect(focused).toHaveAttribute('data-day', monday)
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('data-day', addDays(monday, 6))
  await page.keyboard.press('Home')
  await expect(focused).toHaveAttribute('data-day', monday)
  await page.keyboard.press('PageUp')
  await expect(focused).toHaveAttribute('data-day', new RegExp(`^${monthOf(first)}`))
  await expect(grid.locator('[data-day][tabindex="0"]')).toHaveCount(1)
  await expect(grid.locator(':checked:focus')).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(focused).toBeChecked()
})
