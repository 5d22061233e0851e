import { expect, type Page, test } from './journey.ts'

import { enterAsAdmin } from './own-estate.ts'

/** Returns the top in pixels and the number of columns of the first row, in a list or its skeleton. */
const firstRow = (page: Page) =>
  page
    .locator('.skeleton-cells, .table tbody tr')
    .first()
    .evaluate((row) => ({ top: row.getBoundingClientRect().top, columns: row.children.length }))

// The list of bookings is left out: its title has one line or two, depending on how many bookings wait for a confirmation.
const lists = ['vineyards', 'experiences', 'customers', 'itineraries', 'blog', 'mail', 'winemakers']

test('each admin list begins where its skeleton began, with the same columns', async ({ browser }) => {
  for (const width of [390, 1280]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    await enterAsAdmin(context)
    const page = await context.newPage()
    for (const list of lists) {
      const held = Promise.withResolvers<void>()
      await page.route(/\/api\/(?!me\b)/, async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto(`/admin/${list}`)
      await expect(page.getByRole('status', { name: /^Loading/ })).toBeVisible()
      const before = await firstRow(page)
      held.resolve()
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await expect(page.getByRole('table').first()).toBeVisible()
      const after = await firstRow(page)
      expect(Math.abs(after.top - before.top), `${list} at ${width} px`).toBeLessThan(8)
      expect([list, before.columns]).toEqual([list, after.columns])
      await page.unrouteAll({ behavior: 'wait' })
    }
    await context.close()
  }
})
