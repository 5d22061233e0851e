import { expect, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { enterAs, makeEstate } from './own-estate.ts'

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
