import { writeReview } from '../../app/bookings/reviews/review.server.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, test } from './journey.ts'
import { enterAs, enterAsAdmin, makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const narrow = { width: 390, height: 844 }

/** Makes an estate with `visits` visits that were completed yesterday. Returns the ids of the bookings. */
async function makeVisited(visits: number) {
  const today = Temporal.Now.plainDateISO('Europe/London')
  const day = today.add({ days: 1 }).toString()
  const names = Array.from({ length: visits }, (_, n) => `Ada Lovelace ${n}`)
  const estate = await makeEstate(
    names.map((name) => ({ name, day, guests: 1 })),
    40,
  )
  const ids = await onSiteDatabase(async (sql) => {
    const bookings = await sql<{ id: string }[]>`
      update bookings set booking_date = booking_date - 2, starts_at = starts_at - interval '48 hours',
        ends_at = ends_at - interval '48 hours', status = 'completed', slot_id = null, pattern_id = null
      where vineyard_id = ${estate.vineyard.id} returning id`
    return bookings.map(({ id }) => id)
  })
  return { ...estate, ids }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest writes, corrects and reports a review at 390 px', { tag: '@phone' }, async ({ page }) => {
    const { vineyard, ids } = await makeVisited(1)
    await page.setViewportSize(narrow)
    await page.goto(`/booking/${ids[0]}`)
    await page.getByRole('link', { name: 'Your review' }).click()
    await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeVisible()
    await page.getByRole('radio', { name: '4 stars' }).check()
    await page.getByLabel('Your words').fill('A fine walk.')
    await page.getByRole('button', { name: 'Publish the review' }).click()
    await expect(page.getByText('Your review is on the vineyard’s page now.')).toBeVisible()
    await page.getByLabel('Your words').fill('A fine, steep walk.')
    await page.getByRole('button', { name: 'Save the changes' }).click()
    await expect(page.getByLabel('Your words')).toHaveValue('A fine, steep walk.')
    await page.getByRole('link', { name: 'See the vineyard’s page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(vineyard.name)
    await expect(page.getByText('A fine, steep walk.')).toBeVisible()
    await page.getByText('Report this review').click()
    await page.getByLabel('Which rule does it break?').selectOption('6')
    await page.getByRole('button', { name: 'Report' }).click()
    await expect(page.getByText('We’ll look at that review.')).toBeVisible()
  })
})

test('a guest writes a review with a picture, staff answer, and an admin shows the picture and hides the review, at 390 px', {
  tag: '@phone',
}, async ({ page, context, browser }) => {
  const { vineyard, winemaker, ids } = await makeVisited(3)
  await onSiteDatabase(async (sql) => {
    for (const id of ids.slice(1))
      await writeReview(sql, id, { stars: 5, words: 'Lovely.' }, null, new Date())
  })
  await page.setViewportSize(narrow)
  await page.goto(`/booking/${ids[0]}/review`)
  await page.getByLabel('Your words').fill('Cold, but good wine.')
  await page.getByRole('button', { name: 'Publish the review' }).click()
  await expect(page.getByLabel('Your words')).toHaveValue('Cold, but good wine.')
  await page.getByRole('radio', { name: '2 stars' }).check()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Publish the review' }).click()
  await expect(page.getByText('Your review is on the vineyard’s page now.')).toBeVisible()
  await page.getByLabel('Add a picture').setInputFiles('public/pictures/hollowdown-960.webp')
  await page.getByRole('button', { name: 'Send the picture' }).click()
  await expect(page.getByText('Shown after we have checked it', { exact: true })).toBeVisible()
  await axeFindsNothing(page)

  const staff = await browser.newContext({ viewport: narrow })
  await enterAs(staff, winemaker)
  const list = await staff.newPage()
  await list.goto('/winemaker/reviews')
  const entry = list.getByRole('article').filter({ hasText: 'Cold, but good wine.' })
  await entry.getByText('Answer to Ada').click()
  await entry.getByLabel('Your answer').fill('We have blankets now.')
  await axeFindsNothing(list)
  await entry.getByRole('button', { name: 'Publish the answer' }).click()
  await expect(list.getByText('is on the page now')).toBeVisible()
  await staff.close()

  await enterAsAdmin(context)
  await page.goto(`/admin/reviews?vineyard_id=${vineyard.id}`)
  const found = page.getByRole('article').filter({ hasText: 'Cold, but good wine.' })
  await found.getByRole('button', { name: 'Show picture 1' }).click()
  await expect(page.getByText('The picture is on the page now.')).toBeVisible()
  await axeFindsNothing(page)
  await page.goto(`/vineyard/${vineyard.id}`)
  await expect(page.getByText('4.0 out of 5, 3 reviews').first()).toBeAttached()
  await expect(page.getByText('We have blankets now.')).toBeVisible()
  await expect(page.getByAltText('The guest’s picture 1')).toBeVisible()
  await axeFindsNothing(page)

  await page.goto(`/admin/reviews?vineyard_id=${vineyard.id}`)
  await found.getByText('Hide the review by').click()
  await found.getByLabel('The rule it breaks').selectOption('3')
  await found.getByRole('button', { name: 'Hide the review' }).click()
  await expect(page.getByText('Hidden by rule 3', { exact: true })).toBeVisible()
  await page.goto(`/vineyard/${vineyard.id}`)
  await expect(page.getByText('Cold, but good wine.')).toBeHidden()
  await page.goto(`/booking/${ids[0]}/review`)
  await expect(page.getByText('We have hidden this review, because it breaks rule 3')).toBeVisible()
})
