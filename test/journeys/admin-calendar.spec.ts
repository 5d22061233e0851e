import { axeFindsNothing } from './axe.ts'
import { countPresses } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAsAdmin, makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

test.use({ viewport: { width: 390, height: 844 } })

const estate = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

test('an admin sees one day at all vineyards, and finds a vineyard in 1 press', async ({ page }) => {
  const own = await makeEstate()
  const [{ day }] = await onSiteDatabase(
    (sql) => sql<[{ day: string }]>`
      select to_char(min(s.slot_date), 'YYYY-MM-DD') as day from slots s join vineyards v on v.id = s.vineyard_id
      where v.name = 'Hollowdown Estate' and is_open(s) and s.slot_date > london_today(now())`,
  )
  await enterAsAdmin(page.context())
  await page.goto('/admin/calendar')
  await expect(estate(page, own.vineyard.name)).toBeVisible()
  await page.goto(`/admin/calendar?on=${day}`)
  await expect(estate(page, 'Hollowdown Estate')).toBeVisible()
  await expect(estate(page, own.vineyard.name)).toBeVisible()
  await axeFindsNothing(page)

  await page.getByLabel('Vineyard or town').fill('hollow')
  expect(
    await countPresses(page, () => page.getByRole('button', { name: 'Find', exact: true }).click()),
  ).toBe(1)
  await expect(estate(page, own.vineyard.name)).toBeHidden()
  await page.getByRole('link', { name: 'Hollowdown Estate' }).click()
  await expect(page.getByText(/^All vineyards · Hollowdown Estate: /)).toBeVisible()
  await page.getByRole('link', { name: 'All vineyards' }).click()
  await expect(estate(page, own.vineyard.name)).toBeVisible()

  // A vineyard without sessions also has a calendar.
  await page.getByLabel('Vineyard or town').fill('Holmfirth')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(estate(page, 'No sessions that day')).toBeVisible()
  await page.getByRole('link', { name: 'Holmfirth Vineyard' }).click()
  await expect(page.getByText(/^All vineyards · Holmfirth Vineyard: No sessions/)).toBeVisible()
})

test('an admin finds a demonstration guest with two bookings, and sees at which vineyard a guest booked', {
  tag: '@long',
}, async ({ page }) => {
  await enterAsAdmin(page.context())
  await page.goto('/admin/bookings?view=all&search=holloway')
  await expect(page.getByRole('link', { name: 'Beatrice Holloway' })).toHaveCount(2)
  await page.goto('/admin/bookings?view=all&search=okafor')
  const amara = page.getByRole('row').filter({ hasText: 'Amara Okafor' })
  await expect(amara).toContainText('Hollowdown Estate')
})

test('the dashboard lists a missing worker among the things that need attention', async ({
  page,
  context,
}) => {
  // Usually, the site of the journeys has no worker.
  test.skip(process.env.SITE_PROCESSES !== undefined, 'Each of several processes has a worker.')
  await enterAsAdmin(context)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('link', { name: 'No worker has run yet' })).toHaveAttribute(
    'href',
    '/admin/system',
  )
})
