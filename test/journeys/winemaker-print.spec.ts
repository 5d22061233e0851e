import { expect, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { tooWide } from './screen-checks.ts'

const { saturday } = weekendAhead()

test('staff pages print the wide layout on A4, whatever the width of the window', async ({
  page,
  context,
}) => {
  const { winemaker } = await makeEstate([{ name: 'Ada Min', day: saturday, guests: 2 }])
  await enterAs(context, winemaker)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, table] of [
    ['/winemaker/bookings', /Ada Min/],
    ['/winemaker/customers', /Ada Min/],
    [`/winemaker/reports?from=${saturday}&until=${saturday}`, /^Total/],
    ['/winemaker/till', null],
    [`/winemaker/calendar?view=month&on=${saturday}`, /18 left · 2 guests/],
    [`/winemaker/calendar?view=week&on=${saturday}`, null],
    [`/winemaker/calendar?view=day&on=${saturday}`, /Ada Min/],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.chart-field .skeleton')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    // Gives the window the size of A4 without the browser's margins. Chromium lays out printed pages for this size.
    await page.setViewportSize({ width: 718, height: 1047 })
    if (table) {
      const row = page.getByRole('row', { name: table }).first()
      await expect(row, path).toBeVisible()
      await expect(row, path).toHaveCSS('display', 'table-row')
    }
    expect(await page.evaluate(tooWide), path).toEqual([])
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 390, height: 844 })
  }
})
