import { expect, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { enterAs, makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

test('a winemaker moves the vineyard on the map and changes its phone number', async ({
  page,
  context,
  browser,
}) => {
  const { winemaker, vineyard } = await makeEstate()
  await enterAs(context, winemaker)
  await page.goto('/winemaker/vineyard/edit')
  await page.getByLabel('Phone').fill('01632 960777')
  await page.getByRole('button', { name: 'Pick on the map' }).click()
  const before = await page.getByLabel('Latitude').inputValue()
  const pin = page.getByRole('button', { name: 'Map marker' })
  await expect(pin).toBeVisible()
  await page.locator('.map-ground').click({ position: { x: 60, y: 60 } })
  await expect(page.getByLabel('Latitude')).not.toHaveValue(before)
  await expect(pin).toBeVisible()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.goto(`/vineyard/${vineyard.id}`)
  await expect(visitor.getByText('01632 960777').first()).toBeVisible()
  await visitor.close()
})

test('every screen about sales tells the staff of a hidden vineyard that nobody can book', async ({
  page,
  context,
}) => {
  const { winemaker, vineyard, walk } = await makeEstate()
  await onSiteDatabase((sql) => sql`update vineyards set is_visible = false where id = ${vineyard.id}`)
  await enterAs(context, winemaker)
  const hidden = page.getByText('The vineyard is hidden: visitors cannot see it or book.')
  await page.goto('/winemaker/dashboard')
  await expect(hidden).toBeVisible()
  await axeFindsNothing(page)
  for (const path of ['calendar', 'bookings', 'bookings?new=1', 'integrations', 'today', 'vineyard']) {
    await page.goto(`/winemaker/${path}`)
    await expect(hidden).toBeVisible()
  }
  await page.goto('/winemaker/experiences')
  await expect(hidden).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One experience')
  await expect(page.getByRole('link', { name: 'the vineyard’s page' })).toHaveCount(0)
  await page.goto(`/winemaker/experiences/${walk.id}`)
  await expect(hidden).toBeVisible()
  await expect(page.getByText('On sale as soon as the vineyard is visible.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View booking page' })).toHaveCount(0)
  await page.goto(`/winemaker/experiences/${walk.id}/availability`)
  await expect(hidden).toBeVisible()
})
