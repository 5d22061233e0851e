import { expect, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { enterAs, makeEstate } from './own-estate.ts'

test('the second of two concurrent editors of an experience is shown the first edit', async ({
  page,
  context,
}) => {
  const { winemaker, walk } = await makeEstate()
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/experiences/${walk.id}/edit`)
  await expect(page.getByLabel('Price per person')).toHaveValue('22.5')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Food').fill('Boards from £12')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved just now')).toBeVisible()

  await page.getByLabel('Parking').fill('Behind the press house')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has saved this meanwhile.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Boards from £12' })).toBeVisible()
  await expect(page.getByLabel('Parking')).toHaveValue('Behind the press house')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Save my changes with theirs' }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await expect(page.getByLabel('Food')).toHaveValue('Boards from £12')
  await expect(page.getByLabel('Parking')).toHaveValue('Behind the press house')
})
