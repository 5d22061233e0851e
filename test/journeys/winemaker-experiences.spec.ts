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
  await other.getByLabel('What is there to eat?').fill('Boards from £12')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved just now')).toBeVisible()

  await page.getByLabel('Where can guests park?').fill('Behind the press house')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has saved this meanwhile.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Boards from £12' })).toBeVisible()
  await expect(page.getByLabel('Where can guests park?')).toHaveValue('Behind the press house')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Save my changes with theirs' }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await expect(page.getByLabel('What is there to eat?')).toHaveValue('Boards from £12')
  await expect(page.getByLabel('Where can guests park?')).toHaveValue('Behind the press house')
})
