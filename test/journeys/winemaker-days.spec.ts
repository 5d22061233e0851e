import { axeFindsNothing } from './axe.ts'
import { expect, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday } = weekendAhead()

test('a day of 30 parties with notes prints on one A4 page, with cancelled parties last', {
  tag: '@long',
}, async ({ page, context }) => {
  const many = Array.from({ length: 30 }, (_, n) => ({
    name: `Party ${n + 1} of the day`,
    day: saturday,
    guests: 1 + (n % 3),
    notes: n % 3 === 0 ? 'One vegetarian, one nut allergy, and a wheelchair that needs level access' : '',
  }))
  const { winemaker, vineyard } = await makeEstate(many, 70)
  await onSiteDatabase(
    (sql) =>
      sql`update bookings set status = 'cancelled' where vineyard_id = ${vineyard.id} and guest_name = 'Party 1 of the day'`,
  )
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  await expect(page.getByRole('link', { name: 'Party 30 of the day' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const rows = page.getByRole('table').getByRole('row')
  await expect(page.getByRole('row', { name: '29 parties that day' })).toBeVisible()
  await expect(rows.last()).toContainText('Party 1 of the day')
  const file = await page.pdf({
    format: 'A4',
    margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' },
  })
  expect(file.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('in the calendar, a winemaker closes a day and then some hours, opens them again, and changes a day’s places', {
  tag: '@phone',
}, async ({ page, context }) => {
  const { winemaker } = await makeEstate([{ name: 'Eve Early', day: saturday, guests: 2 }])
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/calendar?view=month&on=${saturday}`)
  await page.getByRole('button', { name: 'Close the vineyard …' }).click()
  await expect(page.getByLabel('First day')).toHaveValue(saturday)
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  await expect(page.getByRole('link', { name: 'Eve Early' })).toBeInViewport()
  const more = page.getByRole('button', { name: 'More …' })
  if (await more.isVisible()) await more.click()
  await page.getByRole('button', { name: 'Close the vineyard …' }).click()
  await expect(page.getByLabel('Applies to')).toHaveValue('0')
  await page.getByLabel('Reason').fill('Frost')
  await axeFindsNothing(page, 'main')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('There is 1 booking (2 guests) at that time')
  await question.getByRole('button', { name: 'Do not close' }).click()
  await expect(page.getByText('Closed: Frost.')).toHaveCount(0)
  // Typing separates the second press from the first, so that the two are not a double click.
  await page.getByLabel('Reason').fill('Hard frost')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Close and keep the bookings' }).click()
  await expect(page.getByText('Closed: Hard frost.')).toBeVisible()
  await page.getByRole('button', { name: /^Open again/ }).click()
  await expect(page.getByText('Closed: Hard frost.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close the vineyard …' }).click()
  await expect(page.getByLabel('First day')).toBeFocused()
  await page.getByLabel('Only some hours of each day').check()
  await page.getByLabel('From').fill('14:00')
  await page.getByLabel('Until').fill('17:00')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: /^Open again: .*2:00 PM/ }).click()
  await expect(page.getByRole('button', { name: /^Open again/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Change this day’s places …' }).click()
  await page.getByLabel('Applies to').selectOption({ label: 'Only 11:00 AM, Walk of the rows' })
  await page.getByRole('spinbutton', { name: 'Places' }).fill('7')
  await page.getByRole('button', { name: 'Change the places' }).click()
  await expect(page.getByText('2 of 7 places', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('0 of 10 places', { exact: true }).first()).toBeVisible()
})
