import { expect, type Page, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
}

test('staff state facts, visitors filter by facts and read the facts of a vineyard, and a request is answered', {
  tag: '@long',
}, async ({ page, context, browser }) => {
  const { winemaker, vineyard, walk } = await makeEstate()
  await enterAs(context, winemaker)

  await test.step('staff answer for all experiences', async () => {
    await page.goto('/winemaker/vineyard')
    await page.getByRole('link', { name: 'Answer the questions' }).click()
    await page.getByLabel('Is there a step-free way').selectOption('Step-free with a ramp')
    await page.getByLabel('Step-free route: details').fill('Ring, and we lay it')
    await page.getByLabel('Is there a hearing loop?').selectOption('Portable hearing loop')
    await page.getByLabel('Is there shelter in bad weather?').selectOption('Under cover when it rains')
    await axeFindsNothing(page)
    await page.getByRole('button', { name: 'Preview the page' }).click()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Portable hearing loop')
    await page.getByRole('button', { name: 'Back to the form' }).click()
    await save(page)
  })

  await test.step('details without an answer are refused, and typed text survives a reload', async () => {
    await page.getByLabel('Seating: details').fill('Benches')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Please choose an answer to go with your words.').first()).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Seating: details')).toHaveValue('Benches')
    await page.getByLabel('Seating: details').fill('')
    await save(page)
  })

  await test.step('one experience gets a different answer', async () => {
    await page.getByRole('link', { name: walk.title }).click()
    await expect(page.getByText('Answer only what differs')).toBeVisible()
    await page.getByLabel('Is there shelter in bad weather?').selectOption('Outdoors in all weathers')
    await save(page)
    await page.getByRole('link', { name: 'All experiences' }).click()
    await expect(page.getByText(`Differs for ${walk.title}: Outdoors in all weathers`)).toBeVisible()
  })

  const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } })

  await test.step('a visitor filters by facts, and the answer for the experience overrides the answer for all', async () => {
    await visitor.goto(`/explore?search=${encodeURIComponent(vineyard.name)}`)
    await visitor.getByRole('button', { name: /^Filters/ }).click()
    await visitor.getByText('More about access, comfort and children').click()
    await visitor.getByLabel('Hearing loop').check()
    await visitor.getByRole('button', { name: /^Show \d+ vineyard/ }).click()
    await expect(visitor).toHaveURL(/hearing_loop=yes/)
    await expect(visitor.getByRole('link', { name: vineyard.name }).first()).toBeVisible()
    await visitor.goto(`/explore?search=${encodeURIComponent(vineyard.name)}&shelter=yes`)
    await expect(visitor.getByRole('link', { name: vineyard.name })).toHaveCount(0)
  })

  await test.step('the page shows shared facts once, and shows a different fact at its experience', async () => {
    await visitor.goto(`/vineyard/${vineyard.id}`)
    const shared = visitor.getByRole('region', { name: 'For every visit' })
    await expect(shared).toContainText('Step-free with a ramp')
    await expect(shared).toContainText('Under cover when it rains')
    await expect(shared).toContainText(/Stated by the vineyard in \w+ \d{4}/)
    await expect(visitor.getByText('Outdoors in all weathers')).toHaveCount(1)
    await expect(visitor.getByText('Step-free with a ramp')).toHaveCount(1)
    await axeFindsNothing(visitor)
  })

  await test.step('a request is answered on the page of the booking', async () => {
    const { saturday } = weekendAhead()
    await visitor.goto(`/book-now/${vineyard.id}?experience=${walk.id}&date=${saturday}&guests=2`)
    await visitor.getByRole('radio', { name: /11:00 AM/ }).check()
    await visitor.getByLabel('Full name').fill('Ada Lovelace')
    await visitor.getByLabel('Email').fill('ada@example.com')
    await visitor.getByLabel('Phone').fill('01632 960123')
    await visitor
      .getByLabel('Anything the vineyard should know?')
      .fill('My mother uses a wheelchair, and is there a toilet?')
    await visitor.getByRole('button', { name: /^Book/ }).click()
    await expect(visitor.getByText('You asked for step-free access')).toBeVisible()
    await expect(visitor.getByText('Step-free with a ramp. Ring, and we lay it. Stated by')).toBeVisible()
    await expect(
      visitor.getByText('The vineyard has not stated anything about this yet, and will see your request.'),
    ).toBeVisible()
    await axeFindsNothing(visitor)
  })
  await visitor.close()
})
