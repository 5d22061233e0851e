import { addDays, dayOf, formatDay } from '../../app/platform/days.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, type Locator, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday, sunday } = weekendAhead()

test('a booking moves to the same time tomorrow in 3 presses, and to a past time only after a confirmation', {
  tag: '@phone-only',
}, async ({ page, context }) => {
  const { winemaker, vineyard, walk } = await makeEstate([{ name: 'Ada Early', day: saturday, guests: 2 }])
  const [today, id] = await onSiteDatabase(async (sql) => {
    const [booking] = await sql<[{ id: string }]>`select id from bookings where vineyard_id = ${vineyard.id}`
    await sql`
      select add_exception(jsonb_build_object(
        'vineyard_id', ${vineyard.id}::uuid, 'experience_id', ${walk.id}::uuid, 'pattern_id', p.id, 'starts_on', ${sunday}::date,
        'ends_on', ${sunday}::date, 'capacity', null
      ), 'keep', 'winemaker', ${winemaker.id}, now())
      from availability_patterns p where p.experience_id = ${walk.id} and p.start_time = '11:00'`
    return [dayOf(new Date()), booking.id] as const
  })
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/bookings/${id}`)
  let presses = 0
  const press = async (target: Locator) => {
    presses++
    await target.tap()
  }
  await press(page.getByRole('link', { name: 'Change date, time or party' }))
  await press(page.getByRole('link', { name: 'Tomorrow' }))
  await expect(page.getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()
  await press(page.getByRole('button', { name: 'Change the booking' }))
  await expect(page.getByText(`${formatDay(addDays(today, 1))}, 11:00 AM`).first()).toBeVisible()
  expect(presses).toBe(3)

  await page.goto(`/winemaker/bookings/${id}?change=${sunday}`)
  await expect(page.getByText('nearest to the previous time')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^3:00 PM/ })).not.toBeChecked()
  await axeFindsNothing(page, 'main')

  const emails = () =>
    onSiteDatabase(async (sql) => {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from emails where booking_id = ${id} and email_type = 'moved'`
      return row.count
    })
  expect(await emails()).toBe(1)
  await page.goto(`/winemaker/bookings/${id}?change=${addDays(today, -1)}`)
  await page.getByRole('button', { name: 'Change the booking' }).tap()
  await expect(page.getByText('That session has begun.')).toBeVisible()
  await axeFindsNothing(page, 'main')
  await page.getByRole('button', { name: 'Move into the past' }).tap()
  await expect(page.getByText('Changed. Nobody was emailed.')).toBeVisible()
  expect(await emails()).toBe(1)

  await page.goto(`/winemaker/calendar?view=day&on=${addDays(today, -1)}`)
  await expect(page.getByText('Ada Early').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel … Ada Early' })).toBeVisible()
  await onSiteDatabase(
    (sql) => sql`update bookings set attendance = 'arrived', marked_at = now() where id = ${id}`,
  )
  await page.reload()
  await expect(page.getByText('Ada Early').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel … Ada Early' })).toBeHidden()
})

test('a party that has arrived and paid moves to another day only if staff confirm the move', async ({
  page,
  context,
}) => {
  const { winemaker, vineyard } = await makeEstate([{ name: 'Ada Here', day: saturday, guests: 2 }])
  const id = await onSiteDatabase(async (sql) => {
    const [booking] = await sql<[{ id: string }]>`
      update bookings set attendance = 'arrived', marked_at = now() where vineyard_id = ${vineyard.id} returning id`
    return booking.id
  })
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/bookings/${id}`)
  await page.getByRole('button', { name: 'Paid £45.00 by Cash' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing due' })).toBeVisible()
  await page.goto(`/winemaker/bookings/${id}?change=${sunday}`)
  await page.getByRole('button', { name: 'Change the booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move a party marked “Arrived”?' })
  await expect(dialog.getByText('The £45.00 already paid stays with the booking.')).toBeVisible()
  await axeFindsNothing(page)
  await dialog.getByRole('button', { name: 'Leave it there' }).click()
  await expect(page.getByText(formatDay(saturday)).first()).toBeVisible()
  await page.getByRole('button', { name: 'Change the booking' }).click()
  await dialog.getByRole('button', { name: 'Move it' }).click()
  await expect(page.getByText(`${formatDay(sunday)}, 11:00 AM`).first()).toBeVisible()
})
