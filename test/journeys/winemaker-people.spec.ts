import { makeWinemaker } from '../make.ts'
import { axeFindsNothing } from './axe.ts'
import { countPresses, makeGate, openToday, rowOf } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday, sunday } = weekendAhead()
const narrow = { width: 390, height: 844 }

/** Makes a vineyard with one telephone booking, whose email address is mistyped. */
async function makePhoneBooking() {
  const estate = await makeEstate([{ name: 'Zoë O’Brien', day: saturday, guests: 2 }])
  const id = await onSiteDatabase(async (sql) => {
    const guest = { channel: 'staff', guest_email: 'zoe@exmaple.com', guest_phone: '+44 (0)1622 123456' }
    const [booking] = await sql<{ id: string }[]>`
      update bookings set ${sql(guest)} where vineyard_id = ${estate.vineyard.id} returning id`
    await sql`update emails set to_address = ${guest.guest_email} where booking_id = ${booking?.id ?? ''}`
    return booking?.id ?? ''
  })
  return { ...estate, id }
}

const searched = async (page: Page, text: string) => {
  await page.getByLabel('Search for').fill(text)
  return page.getByRole('region', { name: 'Bookings' }).getByRole('link')
}

test('staff find a guest by phone number with one press and typing, and by name', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  const { winemaker, id } = await makePhoneBooking()
  await enterAs(context, winemaker)
  await page.goto('/winemaker/dashboard')
  const presses = await countPresses(page, async () => {
    await page.getByRole('button', { name: 'Find a guest' }).click()
    await expect(await searched(page, '01622 123')).toHaveText(/Zoë O’Brien/)
  })
  expect(presses).toBe(1)
  await axeFindsNothing(page, 'dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(await searched(page, 'obri')).toHaveText(/Zoë O’Brien/)
  await page
    .getByRole('region', { name: 'Customers' })
    .getByRole('link', { name: /Zoë O’Brien/ })
    .waitFor()
  await (await searched(page, 'zo')).click()
  await expect(page).toHaveURL(`/winemaker/bookings/${id}`)
})

test('the search for bookings and customers shows first the guests with visits nearest to today', async ({
  page,
  context,
}) => {
  const { vineyard, winemaker } = await makeEstate([
    { name: 'Ada Field', day: sunday, guests: 2 },
    { name: 'Bea Field', day: saturday, guests: 2 },
  ])
  await onSiteDatabase(
    (sql) => sql`
      update bookings set guest_email = replace(guest_name, ' ', '.') || '@example.com' where vineyard_id = ${vineyard.id}`,
  )
  await enterAs(context, winemaker)
  for (const list of ['bookings', 'customers']) {
    await page.goto(`/winemaker/${list}`)
    const search = page.getByRole('main').getByRole('searchbox', { name: 'Name, phone, email or reference' })
    await search.fill('field')
    await search.press('Enter')
    await page.waitForURL(/search=field/)
    await expect(page.getByRole('main').getByRole('link', { name: /Field/ })).toHaveText([
      'Bea Field',
      'Ada Field',
    ])
  }
})

test('two presses and typing correct the email address of a telephone booking', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  const { winemaker, id } = await makePhoneBooking()
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/bookings/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const presses = await countPresses(page, async () => {
    await page.getByRole('button', { name: 'Correct the email' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('zoe@example.com')
    await expect(page.getByLabel('Send the confirmation again')).toBeChecked()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Guest changed: email')).toBeVisible()
  })
  expect(presses).toBe(2)
  await expect(page.getByRole('link', { name: 'zoe@example.com' })).toBeVisible()
  // If the site has workers, they may have sent the first email already.
  const mails = await onSiteDatabase(
    (sql) => sql`
      select distinct to_address from emails
      where booking_id = ${id} and email_type = 'received' and (state <> 'sent' or to_address <> 'zoe@exmaple.com')`,
  )
  expect([...mails]).toEqual([{ to_address: 'zoe@example.com' }])
})

test('the second of two editors sees the values of the first editor, and can replace these values', async ({
  page,
  context,
}) => {
  await page.setViewportSize(narrow)
  const { winemaker, id } = await makePhoneBooking()
  await onSiteDatabase(
    (sql) => sql`update emails set state = 'sent', sent_at = now() where booking_id = ${id}`,
  )
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/bookings/${id}`)
  await page
    .getByRole('region', { name: 'The guest' })
    .getByRole('button', { name: 'Edit', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit the guest' })
  await onSiteDatabase((sql) => sql`update bookings set guest_phone = '01632 960999' where id = ${id}`)
  await dialog.getByLabel('Phone').fill('01632 960555')
  await dialog.getByLabel('Note for staff').fill('Phones again on Friday')
  await dialog.getByLabel('Email').fill('zoe@example.com')
  await expect(
    dialog.getByText('Somebody at zoe@exmaple.com may still open this booking by its link.'),
  ).toBeVisible()
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/Phone is now.*01632 960999/)).toBeVisible()
  await axeFindsNothing(page, 'dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: '01632 960555' })).toBeVisible()
  await expect(page.getByText('Phones again on Friday').first()).toBeVisible()
})

test('an owner finds a party on Today by phone number and email, but the gate only by name', async ({
  browser,
}) => {
  const { winemaker, references, vineyard_id } = await makeGate(4)
  const [first = ''] = references
  await onSiteDatabase(
    (sql) => sql`update bookings set guest_phone = '01622 555777' where reference = ${first}`,
  )
  const owner = await browser.newContext({ viewport: narrow })
  const page = await openToday(owner, winemaker)
  await page.getByLabel('Name, phone, email or reference').fill('5557')
  await expect(rowOf(page, first)).toBeVisible()
  await expect(page.locator('[data-reference]')).toHaveCount(1)
  await page.getByLabel('Name, phone, email or reference').fill('guest1@example.com')
  await expect(rowOf(page, references[1] ?? '')).toBeVisible()
  await expect(page.locator('[data-reference]')).toHaveCount(1)
  await owner.setOffline(true)
  await page.getByLabel('Name or reference').fill('lovelace')
  await expect(rowOf(page, first)).toBeVisible()
  await page.getByLabel('Name or reference').fill('5557')
  await expect(page.getByText('No party matches')).toBeVisible()
  await owner.close()

  const gate = await onSiteDatabase((sql) => makeWinemaker(sql, { vineyard_id, role: 'gate' }))
  const context = await browser.newContext({ viewport: narrow })
  const gatePage = await openToday(context, gate)
  for (const text of ['5557', 'guest1@example.com']) {
    await gatePage.getByLabel('Name or reference').fill(text)
    await expect(gatePage.getByText('No party matches')).toBeVisible()
  }
  await context.setOffline(true)
  await expect(gatePage.getByText('Offline since')).toBeVisible()
  await gatePage.getByLabel('Name or reference').fill('lovelace')
  await expect(rowOf(gatePage, first)).toBeVisible()
  await expect(gatePage.locator('[data-reference]')).toHaveCount(1)
  await context.close()
})
