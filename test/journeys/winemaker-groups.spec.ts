import { axeFindsNothing } from './axe.ts'
import { addException } from '../../app/bookings/sessions/closure.server.ts'
import { createGroupHold } from '../../app/bookings/group-holds/group-hold.server.ts'
import { countPresses, makeGate, openToday } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday } = weekendAhead()
const narrow = { width: 390, height: 844 }

async function fill(page: Page, guests: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group').fill('Coach party')
  await dialog.getByLabel('Guests').fill(guests)
  await dialog.getByLabel('Phone').fill('01632 960123')
}

test('places are held for a coach party in 3 presses, shown in the calendar, and booked or released, at 390 px', async ({
  context,
}) => {
  const { winemaker, walk } = await makeEstate([{ name: 'Ada', day: saturday, guests: 2 }])
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize(narrow)
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  const dialog = page.getByRole('dialog')
  const presses = await countPresses(page, async () => {
    await page.getByRole('button', { name: 'Hold for a group …' }).click()
    await fill(page, '5')
    await dialog.getByLabel('11:00 AM').check()
    await dialog.getByRole('button', { name: 'Hold the places' }).click()
  })
  expect(presses).toBe(3)
  await expect(page.getByText('5 places are held for Coach party.')).toBeVisible()
  const held = page.getByRole('region', { name: 'Held for groups' })
  await expect(held).toContainText('Coach party, 5 guests')
  await expect(held.getByRole('link', { name: '01632 960123' })).toBeVisible()
  await expect(page.getByText(/5 places held for Coach party until .*6:00 PM/).first()).toBeVisible()
  await axeFindsNothing(page, 'main')
  // Staff who call off or move the session, or read the printed day, see the places held for the group.
  for (const name of ['Call off …', /^Move the whole session … .*11:00 AM/]) {
    await page.getByRole('button', { name }).click()
    await expect(dialog.getByText(/5 places held for Coach party until .*6:00 PM/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('cell', { name: /5 places held for Coach party until/ })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // The question before staff close the day names the booking and the held places, and so does the message afterwards.
  await page.getByRole('button', { name: 'More …' }).click()
  await page.getByRole('button', { name: 'Close the vineyard …' }).click()
  await page.getByLabel('Reason').fill('Frost')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toContainText(
    'There is 1 booking (2 guests) and 5 places held for Coach party at that time',
  )
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Close and keep the bookings' }).click()
  await expect(page.getByText('1 booking is kept. 5 places are held for Coach party.')).toBeVisible()
  await page.getByRole('button', { name: /^Open again/ }).click()
  await expect(page.getByText('Closed: Frost.')).toHaveCount(0)

  // Holding more places than are left needs a second step.
  await page.getByRole('button', { name: 'Hold for a group …' }).click()
  await fill(page, '6')
  await dialog.getByLabel('11:00 AM').check()
  await dialog.getByRole('button', { name: 'Hold the places' }).click()
  await expect(dialog.getByText('One of the sessions has only 3 places left.')).toBeVisible()
  await expect(dialog.getByLabel('Group')).toHaveValue('Coach party')
  await axeFindsNothing(page, 'dialog')
  await expect(dialog.getByRole('button', { name: 'Hold them anyway' })).toBeInViewport()
  await dialog.getByRole('button', { name: 'Hold them anyway' }).click()
  await expect(held.getByRole('listitem').filter({ hasText: 'overbooked' }).first()).toBeVisible()
  await held
    .getByRole('button', { name: /^Let it go/ })
    .last()
    .click()
  await dialog.getByRole('button', { name: 'Let it go' }).click()
  await expect(page.getByText('The places are free again.')).toBeVisible()

  await page.goto('/winemaker/bookings')
  await held.getByRole('button', { name: 'Change … the places of Coach party' }).click()
  await dialog.getByLabel('Guests').fill('4')
  await dialog.getByLabel('Note').fill('By coach')
  await axeFindsNothing(page, 'dialog')
  // A colleague has changed the group meanwhile. The dialog says so and keeps the typed text, which a second Save stores.
  await onSiteDatabase(
    (sql) => sql`update group_holds set note = 'Lunch at one' where vineyard_id = ${walk.vineyard_id}`,
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('5 guests until')
  await expect(dialog.getByRole('alert')).toContainText('“Lunch at one”. Save again to replace these values.')
  await expect(dialog.getByLabel('Note')).toHaveValue('By coach')
  // Typing separates the second press from the first, so that the two are not a double click.
  await dialog.getByLabel('Note').fill('By coach at one')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The group’s hold has been changed.')).toBeVisible()
  await expect(held).toContainText('Coach party, 4 guests')
  await held.getByRole('button', { name: 'Book it … for Coach party' }).click()
  await expect(dialog.getByLabel('Phone')).toHaveValue('01632 960123')
  await expect(dialog.getByLabel('Request')).toHaveValue('')
  await dialog.getByLabel('Name').fill('Mrs Field')
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Book it' }).click()
  await expect(page.getByText('Mrs Field is booked.')).toBeVisible()
  await expect(held).toHaveCount(0)
  await page.getByRole('link', { name: 'Mrs Field' }).click()
  const note = page.getByRole('region', { name: 'Note and tags for staff' })
  await expect(note.getByLabel('Note', { exact: true })).toHaveValue('By coach at one')
})

test('on a closed day, places are held for a group in a session of its own, in a second step, at 390 px', async ({
  context,
}) => {
  const { vineyard, winemaker } = await makeEstate()
  const closure = { vineyard_id: vineyard.id, starts_on: saturday, ends_on: saturday, capacity: null }
  await onSiteDatabase((sql) =>
    addException(sql, closure, { by: { actor: 'system' }, bookings: 'keep' }, new Date()),
  )
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize(narrow)
  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  await page.getByRole('button', { name: 'Hold for a group …' }).click()
  await fill(page, '12')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No places can be held that day.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Hold places at a closed time anyway' }).click()
  await dialog.getByLabel('Start for this group alone').fill('11:30')
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Hold the places' }).click()
  await expect(page.getByText('12 places are held for Coach party.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Held for groups' })).toContainText('11:30 AM')
  await expect(page.getByText(/12 places held for Coach party until .*6:00 PM/).first()).toBeVisible()
  // A colleague lets the places go while the dialog is open. The refusal and the typed text stay.
  await page.getByRole('button', { name: 'Book it … for Coach party' }).click()
  await dialog.getByLabel('Request').fill('Lunch at one')
  await onSiteDatabase(
    (sql) => sql`
      select release_group_hold(id, null, now()) from group_holds where vineyard_id = ${vineyard.id}`,
  )
  await dialog.getByRole('button', { name: 'Book it' }).click()
  await expect(page.getByRole('region', { name: 'Held for groups' })).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toContainText('These places are no longer held.')
  await expect(dialog.getByLabel('Request')).toHaveValue('Lunch at one')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/book-now/${vineyard.id}?date=${saturday}`)
  await expect(page.getByText('11:30 AM')).toBeHidden()
})

test('on Today, staff at the gate see the name of a group with held places, also offline, but no contacts', async ({
  context,
}) => {
  const { vineyard_id, winemaker, tour, today } = await makeGate(1, { role: 'gate' })
  await onSiteDatabase(async (sql) => {
    const [pattern] = await sql<[{ id: string }]>`
      select id from availability_patterns where experience_id = ${tour.id} and start_time = '23:58'`
    const group = {
      id: crypto.randomUUID(),
      vineyard_id,
      name: 'Coach party',
      number_of_guests: 12,
      guest_email: 'coach@example.com',
      guest_phone: '01632 960123',
      note: '',
      until: Temporal.PlainDate.from(today).add({ days: 1 }).toString(),
      sessions: [{ experience_id: tour.id, slot: { pattern_id: pattern.id, slot_date: today } }],
      overbook: true,
    }
    const by = { actor: 'admin', actor_id: crypto.randomUUID() } as const
    const held = await createGroupHold(sql, group, { by }, new Date())
    if (!held.ok) throw new Error(held.problem.kind)
  })
  const page = await openToday(context, winemaker)
  await page.setViewportSize(narrow)
  const held = page.getByText(/^12 places held for Coach party until /)
  await expect(held).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(held).toBeVisible()
  await expect(page.getByText('01632 960123')).toHaveCount(0)
  await axeFindsNothing(page, 'main')
})
