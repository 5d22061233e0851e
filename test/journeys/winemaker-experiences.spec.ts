import { expect, type Page, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { enterAs, makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

test('the second of two concurrent editors of an experience is shown the first edit', async ({
  page,
  context,
}) => {
  const { winemaker, walk, vineyard } = await makeEstate()
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/experiences/${walk.id}/edit`)
  await expect(page.getByLabel('Price per person')).toHaveValue('22.50')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('What is there to eat?').fill('Boards from £12')
  const supper = (on: Page) =>
    on.getByRole('group', { name: 'Which drawing?' }).getByRole('radio', { name: 'Supper at a long table' })
  await supper(other).check()
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved just now')).toBeVisible()

  await page.getByLabel('Where can guests park?').fill('Behind the press house')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has saved changes meanwhile.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Boards from £12' })).toBeVisible()
  await expect(page.getByLabel('Where can guests park?')).toHaveValue('Behind the press house')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Save my changes with theirs' }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await expect(page.getByLabel('What is there to eat?')).toHaveValue('Boards from £12')
  await expect(page.getByLabel('Where can guests park?')).toHaveValue('Behind the press house')
  await expect(supper(page)).toBeChecked()
  await page.goto(`/vineyard/${vineyard.id}`)
  await expect(page.getByAltText('Supper at a long table under festoon lights')).toBeVisible()
})

test("after staff save a form together with a colleague's changes, the form shows both changes", {
  tag: '@long',
}, async ({ page, context }) => {
  const { winemaker, walk } = await makeEstate()
  await enterAs(context, winemaker)
  const other = await context.newPage()

  /** Changes one field of a page in each of two tabs. The second tab saves both changes. */
  const merge = async (path: string, theirs: string, mine: string) => {
    await arrive(page, path)
    await arrive(other, path)
    await other.getByLabel(theirs).fill('Theirs')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('Saved just now')).toBeVisible()
    await page.getByLabel(mine).fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save my changes with theirs' }).click()
    await expect(page.getByText('Saved just now')).toBeVisible()
    await expect(page.getByLabel(theirs)).toHaveValue('Theirs')
    await expect(page.getByLabel(mine)).toHaveValue('Mine')
  }

  await merge('/winemaker/vineyard/edit', 'Town or village', 'About the vineyard')
  await onSiteDatabase(
    (sql) => sql`
    insert into vineyard_facts (vineyard_id, fact, choice, stated_on)
    values (${winemaker.vineyard_id}, 'payment', 'both', '2026-01-01'), (${winemaker.vineyard_id}, 'shelter', 'covered', '2026-01-01')`,
  )
  await merge('/winemaker/vineyard/facts', 'Card or cash: details', 'Bad weather: details')
  const ofWalk = `/winemaker/vineyard/facts?experience=${walk.id}`
  await merge(ofWalk, 'Which station is nearest?', 'Where can guests park?')
})

test("the pages of another vineyard's experience are not found", { tag: '@long' }, async ({
  page,
  context,
}) => {
  const [{ winemaker }, { walk: another }] = [await makeEstate(), await makeEstate()]
  await enterAs(context, winemaker)
  const notFound = page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })
  await arrive(page, `/winemaker/experiences/${another.id}`)
  await expect(notFound).toBeVisible()
  await arrive(page, `/winemaker/experiences/${another.id}/edit`)
  await expect(notFound).toBeVisible()
  await arrive(page, `/winemaker/experiences/${another.id}/availability`)
  await expect(notFound).toBeVisible()
  await page.getByRole('link', { name: 'Back to experiences' }).click()
  await expect(page.getByRole('link', { name: 'Walk of the rows', exact: true })).toBeVisible()
})

test('a report with wrong days keeps the form and the typed text', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)
  await arrive(page, '/winemaker/reports')
  await page.getByLabel('From').fill('2026-06-30')
  await page.getByLabel('Until').fill('2026-06-01')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('Until')).toHaveAccessibleDescription(
    'The last day must not be before the first day.',
  )
  await expect(page.getByLabel('From')).toHaveValue('2026-06-30')
  await page.getByLabel('Until').fill('2026-07-05')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Demand you could not meet' })).toBeVisible()
})
