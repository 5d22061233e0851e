import { axeFindsNothing } from './axe.ts'
import { expect, type Page, test } from './journey.ts'
import { makeEstate } from './own-estate.ts'

const narrow = { width: 390, height: 844 }

/** Goes from the home page to the list that shows a vineyard. Returns the vineyard and the link that claims it. */
async function findsTheirVineyard(page: Page) {
  const { vineyard } = await makeEstate()
  await page.setViewportSize(narrow)
  await page.goto('/')
  await page.getByRole('link', { name: 'See what your vineyard gets here' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'For vineyards' })).toBeVisible()
  await page.getByRole('link', { name: 'Find your vineyard' }).click()
  await page.getByLabel('Name of your vineyard').fill(vineyard.name)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  const claim = page.getByRole('link', { name: `Claim ${vineyard.name}` })
  await expect(claim).toBeVisible()
  return { claim, vineyard }
}

test('a winemaker finds the vineyard by name and claims it, at 390 px', async ({ page }) => {
  const { claim, vineyard } = await findsTheirVineyard(page)
  await axeFindsNothing(page)
  await claim.click()
  await expect(page).toHaveURL(`/vineyard/${vineyard.id}/claim`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(vineyard.name)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a winemaker finds the vineyard by name, or asks for a new one, at 390 px', { tag: '@long' }, async ({
    page,
  }) => {
    await findsTheirVineyard(page)
    await page.getByRole('link', { name: 'Add your vineyard' }).click()
    await expect(page.getByLabel('Name of the vineyard')).toHaveValue(/^Mill Rows /)
  })
})
