import { createBooking } from '../../app/bookings/new-bookings/create-booking.server.ts'
import { guestBookingRequest } from '../book.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, type Locator, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday } = weekendAhead()

test('a whole session moves in 3 presses, the move is undone, and after another move the guest keeps the new time', {
  tag: '@phone-only',
}, async ({ page, context }) => {
  const { winemaker, walk } = await makeEstate([{ name: 'Ada Early', day: saturday, guests: 2 }])
  const [here = '', bo = ''] = await onSiteDatabase(async (sql) => {
    const [pattern] = await sql<[{ id: string }]>`
      select id from availability_patterns where experience_id = ${walk.id} and start_time = '15:00'`
    const ids: string[] = []
    for (const guest_name of ['Hera Here', 'Bo Later', 'Cy Phone']) {
      const request = guestBookingRequest(walk, { pattern_id: pattern.id, slot_date: saturday }, 3)
      const booked = await createBooking(sql, walk, { ...request, guest_name }, new Date())
      ids.push(booked.ok ? booked.value.id : '')
    }
    await sql`update bookings set attendance = 'arrived', marked_at = now() where id = ${ids[0] ?? ''}`
    await sql`update bookings set channel = 'staff', guest_email = null where id = ${ids[2] ?? ''}`
    return ids
  })

  let presses = 0
  const press = async (target: Locator) => {
    presses++
    await target.tap()
  }
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  const dialog = page.getByRole('dialog')
  // A party that has arrived has no "Cancel …" button.
  await expect(page.getByRole('button', { name: 'Cancel … Bo Later' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel … Hera Here' })).toHaveCount(0)

  const ask = page.getByRole('button', { name: 'Move the whole session … Walk of the rows at 3:00 PM' })
  await press(ask)
  presses++
  await dialog.getByLabel('Time').selectOption({ label: '11:00 AM, 8 places left' })
  await expect(dialog).toContainText('2 parties (6 guests) move to')
  await expect(dialog).toContainText('Already here, so their bookings stay: Hera Here (3 guests).')
  await expect(dialog).toContainText('Cy Phone, 3 guests')
  await axeFindsNothing(page, 'dialog')
  await press(dialog.getByRole('button', { name: 'Move and tell the guests' }))
  const row = page.getByText('Walk of the rows, 3:00 PM moved to 11:00 AM.')
  await expect(row).toBeVisible()
  expect(presses).toBe(3)
  await expect(page.getByRole('region', { name: 'Please call these guests' })).toContainText(
    'The session has moved to 11:00 AM',
  )
  await page.locator('.undo-status').getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('The move is undone for 2 parties (6 guests).')).toBeVisible()
  // The message that offered the Undo has also disappeared.
  await expect(page.getByText(/^Moved:/)).toHaveCount(0, { timeout: 1000 })
  await expect(row).toBeHidden()

  // No session is planned at 4:15 PM.
  await ask.tap()
  await dialog.getByRole('button', { name: 'Move and tell the guests' }).tap()
  await expect(dialog.getByText('Please choose one.')).toBeVisible()
  await dialog.getByLabel('Time').selectOption('Another time …')
  await expect(dialog.getByText('Please choose one.')).toBeHidden()
  await dialog.getByLabel('New start').fill('16:15')
  await expect(dialog).toContainText('move to')
  await dialog.getByRole('button', { name: 'Move and tell the guests' }).tap()
  await expect(page.getByText('Walk of the rows, 3:00 PM moved to 4:15 PM.')).toBeVisible()
  await expect(page.getByText('6 of 10 places, not offered online', { exact: true })).toBeVisible()
  const states = await onSiteDatabase(
    (sql) =>
      sql<
        { id: string; start_time: string }[]
      >`select id, start_time from bookings where id in (${here}, ${bo})`,
  )
  expect(new Map(states.map(({ id, start_time }) => [id, start_time]))).toEqual(
    new Map([
      [here, '15:00:00'],
      [bo, '16:15:00'],
    ]),
  )

  await page.goto(`/booking/${bo}/new-time`)
  await expect(page.getByText(/Before, it was .*3:00 PM/)).toBeVisible()
  await axeFindsNothing(page, 'main')
  await page.getByRole('button', { name: 'Keep the New Time' }).tap()
  await expect(page.getByText('Thank you: you keep the new time.')).toBeVisible()
})
