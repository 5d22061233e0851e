import { cancelUnanswered } from '../../app/bookings/scheduled-jobs.server.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday, sunday } = weekendAhead()

test('the 12 parties of a called-off session move, cancel, are phoned, or are cancelled by the scheduled job', {
  tag: '@long',
}, async ({ browser, page, context }) => {
  const parties = Array.from({ length: 12 }, (_, n) => ({ name: `Party ${n + 1}`, day: saturday, guests: 2 }))
  const { winemaker, vineyard } = await makeEstate(parties, 24)
  const ids = await onSiteDatabase(async (sql) => {
    await sql`
      update bookings set channel = 'staff', guest_email = null
      where vineyard_id = ${vineyard.id} and guest_name = 'Party 3'`
    const rows = await sql<{ id: string }[]>`
      select id from bookings where vineyard_id = ${vineyard.id} order by length(guest_name), guest_name`
    return rows.map(({ id }) => id)
  })
  const [moves = '', cancels = ''] = ids

  await enterAs(context, winemaker)
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  await page.getByRole('button', { name: 'Call off …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('3:00 PM').uncheck()
  await dialog.getByLabel('Reason').selectOption('weather')
  await dialog.getByLabel('Message to the guests').fill('The rows are under water.')
  await expect(dialog).toContainText('12 parties, 24 guests affected.')
  await expect(dialog).toContainText('Party 3, 2 guests: 01632 960123')
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Call off and tell the guests' }).click()
  await expect(page.getByText('Called off: 12 parties (24 guests).')).toBeVisible()
  const toCall = page.getByRole('region', { name: 'Please call these guests' })
  await expect(toCall.getByRole('listitem').filter({ hasText: 'Party 3' })).toContainText('01632 960123')
  await toCall.getByRole('button', { name: 'Phoned Party 3' }).click()
  await expect(toCall.getByRole('button', { name: 'Phoned Party 3' })).toHaveAttribute('aria-pressed', 'true')
  await axeFindsNothing(page, 'main')

  // The call-off is now more than half a minute old, so staff can no longer undo it.
  await onSiteDatabase(
    (sql) =>
      sql`update bookings set called_off_at = called_off_at - interval '1 minute' where vineyard_id = ${vineyard.id}`,
  )
  const guests = await browser.newContext({ javaScriptEnabled: false })
  const guest = await guests.newPage()
  await guest.goto(`/booking/${moves}`)
  await guest.getByRole('link', { name: 'Choose Another Time' }).first().click()
  await expect(guest.getByText('The rows are under water.')).toBeVisible()
  await guest.locator(`button[value*="${sunday}"]`).first().click()
  await expect(guest.getByText('We’re holding 2 places for you until')).toBeVisible()
  await guest.getByRole('button', { name: 'Move my booking to this time' }).click()
  await expect(guest.getByText('Your booking has been changed.')).toBeVisible()
  await guest.goto(`/booking/${cancels}/called-off`)
  await guest.getByRole('link', { name: 'Cancel Booking' }).click()
  await guest.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
  await expect(guest.getByRole('heading', { name: 'This booking is cancelled' })).toBeVisible()
  await guests.close()

  const states = await onSiteDatabase(async (sql) => {
    const [{ at }] = await sql<[{ at: Date }]>`
      select max(starts_at) as at from bookings where vineyard_id = ${vineyard.id} and booking_date = ${saturday}`
    await cancelUnanswered(sql, at)
    return sql<{ status: string; day: string; count: number; mails: number }[]>`
      select b.status, b.booking_date as day, count(*)::int as count, (
          select count(*)::int from emails m
          where m.email_type = 'cancelled' and m.booking_id = any (array_agg(b.id))
        ) as mails
      from bookings b where b.vineyard_id = ${vineyard.id} group by 1, 2 order by 3`
  })
  expect([...states]).toEqual([
    { status: 'pending', day: sunday, count: 1, mails: 0 },
    // Staff phoned the party without an email address.
    { status: 'cancelled', day: saturday, count: 11, mails: 10 },
  ])
})
