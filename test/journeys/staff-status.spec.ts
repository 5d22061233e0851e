import { expectApart } from './toasts.ts'
import { expect, type Page, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { enterAs, enterAsAdmin, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday } = weekendAhead()
const status = (page: Page) => page.getByLabel('Status', { exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function bookedBy(name: string) {
  const estate = await makeEstate([{ name, day: saturday, guests: 2 }])
  const [booking] = await onSiteDatabase(
    (sql) => sql<{ id: string }[]>`select id from bookings where vineyard_id = ${estate.vineyard.id}`,
  )
  return { ...estate, id: booking?.id ?? '' }
}

const statusOf = async (id: string) => {
  const [booking] = await onSiteDatabase(
    (sql) => sql<{ status: string }[]>`select status from bookings where id = ${id}`,
  )
  return booking?.status
}

test('a status applies as soon as an admin chooses it, and can be undone', async ({ page, context }) => {
  const { id } = await bookedBy('Ada Min')
  await enterAsAdmin(context)
  await arrive(page, `/admin/bookings/${id}`)
  await status(page).selectOption('Confirmed')
  await expect(page.getByText(/^Confirmed\./)).toBeVisible()
  expect(await statusOf(id)).toBe('confirmed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(status(page)).toHaveValue('pending')
  await expect(page.getByText(/^Undone: the booking is pending again/)).toBeVisible()
  expect(await statusOf(id)).toBe('pending')

  await test.step('arrow keys choose a status, but only Enter changes the booking', async () => {
    await status(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(status(page)).toHaveValue('cancelled')
    await expect(status(page)).toHaveAccessibleDescription(/Press Enter to set the status to Cancelled/)
    await page.keyboard.press('Escape')
    await expect(status(page)).toHaveValue('pending')
    expect(await statusOf(id)).toBe('pending')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Confirmed\./)).toBeVisible()
    expect(await statusOf(id)).toBe('confirmed')
    await expect(status(page)).toBeFocused()
  })

  await test.step('a visit that has not started is completed only after a question', async () => {
    const question = page.getByRole('dialog', { name: 'Complete the visit of Ada Min before it starts?' })
    await status(page).selectOption('Completed')
    await question.getByRole('button', { name: 'Leave it confirmed' }).click()
    await expect(status(page)).toHaveValue('confirmed')
    expect(await statusOf(id)).toBe('confirmed')
    await status(page).selectOption('Completed')
    await axeFindsNothing(page)
    await question.getByRole('button', { name: 'Complete it now' }).click()
    await expect(page.getByText(/^Completed\./)).toBeVisible()
    expect(await statusOf(id)).toBe('completed')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(status(page)).toHaveValue('confirmed')
  })

  await test.step('a status that is chosen while another is being saved applies after it', async () => {
    const question = page.getByRole('dialog', { name: 'Complete the visit of Ada Min before it starts?' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const saving = /\/api\/bookings\/[^/]+\/status$/
    await page.route(saving, (call) => released.then(() => call.continue()))
    await status(page).selectOption('Pending')
    await status(page).selectOption('Completed')
    await expect(status(page)).toHaveValue('completed')
    await expect(question).toBeHidden()
    release()
    await question.getByRole('button', { name: 'Leave it pending' }).click()
    expect(await statusOf(id)).toBe('pending')
    await page.unroute(saving)
    await status(page).selectOption('Confirmed')
    await expect(page.getByText(/^Confirmed\./)).toBeVisible()
  })

  await test.step('without a connection, the status stays', async () => {
    await context.setOffline(true)
    await status(page).selectOption('Cancelled')
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update booking status' })).toBeVisible()
    await expect(status(page)).toHaveValue('confirmed')
    await context.setOffline(false)
  })
})

test('a winemaker who cancels a booking is asked for confirmation and a reason', async ({
  page,
  context,
}) => {
  const { id, winemaker } = await bookedBy('Bert Vine')
  await enterAs(context, winemaker)
  await arrive(page, `/winemaker/bookings/${id}`)
  await expect(heading(page)).toHaveText('Bert Vine, 2 guests')
  await expect(status(page).getByRole('option')).toHaveText(['Pending', 'Confirmed', 'Completed'])
  await status(page).selectOption('Completed')
  await page.getByRole('button', { name: 'Set status' }).click()
  const early = page.getByRole('dialog', { name: 'Complete the visit of Bert Vine before it starts?' })
  await early.getByRole('button', { name: 'Leave it pending' }).click()
  expect(await statusOf(id)).toBe('pending')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('button', { name: 'Keep booking' }).click()
  expect(await statusOf(id)).toBe('pending')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByLabel('Reason')).toHaveAccessibleDescription(/Please choose one\./)
  await page.getByLabel('Reason').selectOption('Bad weather')
  await page.getByLabel('Message to the guest').fill('The rows are under water.')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText(/^Cancelled\./)).toBeVisible()
  expect(await statusOf(id)).toBe('cancelled')
  await expect(page.getByText('Cancelled: bad weather')).toBeVisible()
  await expect(page.getByText('The rows are under water.')).toBeVisible()

  await test.step('the row in the list offers Undo for 30 seconds, also after a reload', async () => {
    await arrive(page, '/winemaker/bookings')
    const row = page.getByRole('row', { name: /Bert Vine/ })
    await expect(row).toContainText('Cancelled')
    await page.reload()
    await row.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone: the booking is pending again. Nobody was emailed.')).toBeVisible()
    expect(await statusOf(id)).toBe('pending')
  })

  await test.step('Undo disappears when the 30 seconds are over', async () => {
    await page.getByRole('button', { name: 'Cancel … Bert Vine' }).click()
    await page.getByLabel('Reason').selectOption('The guest asked us to')
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    const undo = page.getByRole('row', { name: /Bert Vine/ }).getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    // The time is moved by only 15 seconds, because a slow machine needs part of the remaining time for the reload.
    await onSiteDatabase(
      (sql) => sql`update bookings set undo_until = undo_until - interval '15 seconds' where id = ${id}`,
    )
    await page.reload()
    await expect(undo).toBeVisible()
    await expect(undo).toBeHidden()
    expect(await statusOf(id)).toBe('cancelled')
  })
})

test('a winemaker sees which guests a message reaches before it is sent', async ({ page, context }) => {
  const { winemaker, vineyard } = await makeEstate([
    { name: 'Ada Min', day: saturday, guests: 2 },
    { name: 'Cleo Hill', day: saturday, guests: 3 },
  ])
  await onSiteDatabase(
    (sql) => sql`
      update bookings set channel = 'staff', guest_email = null
      where vineyard_id = ${vineyard.id} and guest_name = 'Cleo Hill'`,
  )
  await enterAs(context, winemaker)
  await arrive(page, `/winemaker/calendar?view=day&on=${saturday}`)
  await page.getByLabel('Message').fill('Please come by the mill.')
  await page.getByRole('button', { name: 'Preview …' }).click()
  const preview = page.getByRole('dialog', { name: 'Email 1 party (2 guests)?' })
  await expect(preview).toContainText(`From ${vineyard.name}, about your visit`)
  await expect(preview).toContainText('Please come by the mill.')
  await expect(preview).toContainText('1 party gets no email. Please call:')
  await expect(preview.getByText('Cleo Hill, 3 guests')).toBeVisible()
  await axeFindsNothing(page)
  await preview.getByRole('button', { name: 'Keep writing' }).click()
  await page.getByLabel('Message').fill('Please come by the mill lane.')
  await page.getByRole('button', { name: 'Preview …' }).click()
  await preview.getByRole('button', { name: 'Send 1 email' }).click()
  await expect(page.locator('blockquote')).toHaveText('Please come by the mill lane.')
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('an older link opens the right list, Back leaves the list, and on a phone, a button opens the filters', {
  tag: ['@phone', '@long'],
}, async ({ page, context }) => {
  const { sunday } = weekendAhead()
  const { winemaker } = await makeEstate([
    { name: 'Ana Waits', day: saturday, guests: 2 },
    { name: 'Cai Sunday', day: sunday, guests: 2 },
  ])
  await enterAs(context, winemaker)
  await page.goto('/winemaker/dashboard')
  await page.goto('/winemaker/bookings?status=pending')
  await expect(page).toHaveURL(/\/winemaker\/bookings\?view=waiting$/)
  const tabs = page.getByRole('navigation', { name: 'Bookings', exact: true })
  await expect(tabs.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page).toHaveURL(/\/winemaker\/dashboard$/)

  await page.goto('/winemaker/bookings')
  await expect(page.getByRole('link', { name: 'Ana Waits' })).toBeInViewport()
  const filters = page.getByRole('button', { name: /^Filters/ })
  const isNarrow = await filters.isVisible()
  const day = page.getByLabel('From', { exact: true })
  await expect(day).toBeVisible({ visible: !isNarrow })
  if (isNarrow) await filters.click()
  await axeFindsNothing(page)
  await day.fill(sunday)
  await expect(page.getByRole('link', { name: 'Ana Waits' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cai Sunday' })).toBeVisible()
  if (isNarrow) await expect(filters).toHaveAccessibleName('Filters Active: 1')
})

test('an admin verifies two vineyards together and undoes both changes', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const made = await Promise.all([makeEstate(), makeEstate()])
  const names = made.map(({ vineyard }) => vineyard.name)
  await enterAsAdmin(context)
  await page.goto('/admin/vineyards?search=Mill%20Rows&sort=-created_at')
  for (const name of names) await page.getByLabel(`Select ${name}`).check()
  await expect(page.getByText('2 vineyards selected')).toBeVisible()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  const done = page.locator('.toast-line').filter({ hasText: '2 vineyards are now verified.' })
  await done.getByRole('button', { name: 'Undo' }).focus()
  const verified = (name: string) => page.getByRole('switch', { name: `Verified: ${name}`, exact: true })
  for (const name of names) await expect(verified(name)).toBeChecked()
  await axeFindsNothing(page)
  // The toast of a switch is in another part of the page, and has its own Undo.
  const [first = ''] = names
  await page.getByRole('switch', { name: `Featured: ${first}`, exact: true }).press('Space')
  const undos = page.locator('.toast-line').filter({ has: page.getByRole('button', { name: 'Undo' }) })
  await expect(undos).toHaveCount(2)
  await done.hover()
  await expectApart(undos)
  await undos.filter({ hasText: first }).getByRole('button', { name: 'Undo' }).click()
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 vineyards are now unverified.')).toBeVisible()
  for (const name of names) await expect(verified(name)).not.toBeChecked()
})
