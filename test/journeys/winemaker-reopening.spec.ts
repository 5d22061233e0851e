import { callOff } from '../../app/bookings/sessions/call-off.server.ts'
import { createBooking } from '../../app/bookings/new-bookings/create-booking.server.ts'
import { guestBookingRequest } from '../book.ts'
import { makeExperience, makePattern } from '../make.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, type Locator, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday } = weekendAhead()

test('an afternoon is called off in 4 presses, undone, called off again, and opened again', {
  tag: '@phone-only',
}, async ({ page, context }) => {
  const { winemaker, vineyard, walk } = await makeEstate([{ name: 'Ada Early', day: saturday, guests: 2 }])
  const [here = ''] = await onSiteDatabase(async (sql) => {
    const [pattern] = await sql<[{ id: string }]>`
      select id from availability_patterns where experience_id = ${walk.id} and start_time = '15:00'`
    const ids: string[] = []
    for (const guest_name of ['Hera Here', 'Bo Later', 'Cy Phone']) {
      const request = guestBookingRequest(walk, { pattern_id: pattern.id, slot_date: saturday }, 3)
      const booked = await createBooking(sql, walk, { ...request, guest_name }, new Date())
      ids.push(booked.ok ? booked.value.id : '')
    }
    // Hera is marked as arrived weeks early. The dialog lists her as already here, and her booking stays.
    await sql`update bookings set attendance = 'arrived', marked_at = now() where id = ${ids[0] ?? ''}`
    await sql`update bookings set channel = 'staff', guest_email = null where id = ${ids[2] ?? ''}`
    await sql`
      select record_payment(${ids[1] ?? ''}, null, jsonb_build_object('entry', 'payment', 'kind', 'card', 'idempotency_key', gen_random_uuid()), 'winemaker', ${winemaker.id}, now())`
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
  const callOff = async () => {
    await press(page.getByRole('button', { name: 'Call off …' }))
    await press(dialog.getByRole('button', { name: 'Only the afternoon' }))
    presses++
    await dialog.getByLabel('Reason').selectOption('weather')
    await expect(dialog).toContainText('2 parties, 6 guests affected.')
    await expect(dialog).toContainText('Already here, so their bookings stay: Hera Here (3 guests).')
    await expect(dialog).toContainText('£67.50 to refund to 1 party, unless they choose another time.')
  }
  await callOff()
  await axeFindsNothing(page, 'dialog')
  await press(dialog.getByRole('button', { name: 'Call off and tell the guests' }))
  const row = page.getByText(
    '3:00 PM is called off because of the weather. 2 parties (6 guests) have not answered yet.',
  )
  await expect(row).toBeVisible()
  expect(presses).toBe(4)
  await expect(page.getByText('2 sessions, 5 guests booked')).toBeVisible()

  await page.locator('.undo-status').getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('Opened again for 2 parties (6 guests). Nobody had been told.')).toBeVisible()
  await expect(row).toBeHidden()
  // The message that offered the Undo has also disappeared.
  await expect(page.getByText(/^Called off:/)).toHaveCount(0, { timeout: 1000 })

  await callOff()
  await press(dialog.getByRole('button', { name: 'Call off and tell the guests' }))
  await expect(row).toBeVisible()
  await onSiteDatabase(async (sql) => {
    // An hour later, the email about the call-off has left.
    await sql`update bookings set called_off_at = called_off_at - interval '1 hour' where vineyard_id = ${vineyard.id}`
    await sql`
      update availability_exceptions set created_at = created_at - interval '1 hour' where vineyard_id = ${vineyard.id}`
    await sql`
      update emails set state = 'kept' where email_type = 'called_off' and booking_id in (
        select id from bookings where vineyard_id = ${vineyard.id} and guest_name = 'Bo Later'
      )`
  })
  await page.reload()
  await page.getByRole('button', { name: 'Open again …' }).tap()
  await expect(dialog).toContainText('2 parties (6 guests) have not answered and will be expected again')
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Open again', exact: true }).tap()
  await expect(page.getByText('Opened again for 2 parties (6 guests).')).toBeVisible()
  const toCall = page.getByRole('region', { name: 'Please call these guests' })
  await expect(toCall.getByRole('listitem').filter({ hasText: 'Cy Phone' })).toContainText(
    'The session takes place after all',
  )
  const [state] = await onSiteDatabase(
    (sql) => sql<{ emails: number; off: number; here: string }[]>`
      select (
          select count(*)::int from emails m join bookings x on x.id = m.booking_id
          where m.email_type = 'reopened' and x.vineyard_id = ${vineyard.id}
        ) as emails,
        (select count(*)::int from bookings where vineyard_id = ${vineyard.id} and called_off_at is not null) as off,
        (select attendance from bookings where id = ${here}) as here`,
  )
  expect(state).toEqual({ emails: 1, off: 0, here: 'arrived' })

  await page.goto(`/winemaker/calendar?view=day&on=${saturday}&call_off=yes`)
  await expect(dialog.getByRole('heading', { name: /^Call off sessions on/ })).toBeVisible()
  // After a reload, the dialog does not open again.
  await expect(page).not.toHaveURL(/call_off/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Call off …' })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('Undo of a call-off asks before it overbooks, if the host’s places were booked again meanwhile', {
  tag: '@phone-only',
}, async ({ page, context }) => {
  const { winemaker, vineyard, walk } = await makeEstate([{ name: 'Ada Early', day: saturday, guests: 3 }])
  await onSiteDatabase(async (sql) => {
    const [host] = await sql<[{ id: string }]>`
      insert into hosts (vineyard_id, name, capacity) values (${vineyard.id}, 'Guide', 5) returning id`
    await sql`update experiences set host_id = ${host.id} where id = ${walk.id}`
    const tour = await makeExperience(sql, { vineyard_id: vineyard.id, title: 'Cellar', host_id: host.id })
    const { id: pattern_id } = await makePattern(sql, { experience_id: tour.id, start_time: '11:00' })
    const [morning] = await sql<[{ id: string }]>`
      select id from availability_patterns where experience_id = ${walk.id} and start_time = '11:00'`
    const by = { actor: 'winemaker', actor_id: winemaker.id, vineyard_id: vineyard.id } as const
    const slots = [{ experience_id: walk.id, pattern_id: morning.id, slot_date: saturday }]
    const off = { vineyard_id: vineyard.id, day: saturday, slots, reason: 'weather', message: '' } as const
    await callOff(sql, off, { by }, new Date())
    const request = guestBookingRequest(tour, { pattern_id, slot_date: saturday }, 4)
    await createBooking(sql, tour, { ...request, guest_name: 'Bo Later' }, new Date())
  })
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  await page.locator('.undo-status').getByRole('button', { name: 'Undo' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Others have booked meanwhile, so 2 guests would have no place.')
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Overbook and open' }).tap()
  await expect(page.getByText('Opened again for 1 party (3 guests). Nobody had been told.')).toBeVisible()
  await expect(dialog).toBeHidden()
})
