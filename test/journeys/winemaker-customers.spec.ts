import { axeFindsNothing } from './axe.ts'
import { expect, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday, sunday } = weekendAhead()

/** Makes a vineyard where Hannah booked twice: once with an email address and once by telephone. */
async function makeHannah() {
  const estate = await makeEstate([
    { name: 'Hannah Hill', day: saturday, guests: 2 },
    { name: 'H Hill', day: sunday, guests: 3 },
  ])
  await onSiteDatabase(async (sql) => {
    const vineyard_id = estate.vineyard.id
    await sql`
      update bookings set guest_email = 'hannah@hill.example' where vineyard_id = ${vineyard_id} and guest_name = 'Hannah Hill'`
    await sql`
      update bookings set channel = 'staff', guest_email = null, guest_phone = '+44 (0)1622 123456'
      where vineyard_id = ${vineyard_id} and guest_name = 'H Hill'`
  })
  return estate
}

test('a winemaker merges two customers, undoes the merge, merges them again and separates them', {
  tag: '@phone',
}, async ({ page, context }) => {
  const { winemaker } = await makeHannah()
  await enterAs(context, winemaker)
  await page.goto('/winemaker/customers')
  await expect(page.getByText('+44 (0)1622 123456')).toBeVisible()
  await page.getByRole('link', { name: 'Hannah Hill' }).click()
  const addresses = page.getByRole('region', { name: 'Contact details' })
  const merge = async (main: string) => {
    await addresses.getByRole('button', { name: 'Merge with another customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find the other customer').fill('zzz')
    await expect(dialog.getByText('No other customer matches “zzz”.')).toBeVisible()
    await dialog.getByLabel('Find the other customer').fill('01622 123')
    await dialog.getByRole('button', { name: 'Choose H Hill' }).click()
    await dialog.getByRole('radio', { name: main }).check()
    await axeFindsNothing(page, 'dialog')
    await dialog.getByRole('button', { name: 'Merge customers' }).click()
    await expect(page.getByText('Merged. Each booking keeps its own contact details.')).toBeVisible()
  }
  await merge('hannah@hill.example')
  await expect(addresses.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Bookings' }).getByRole('link')).toHaveCount(2)
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The customers are separate again.')).toBeVisible()
  await expect(addresses.getByRole('listitem')).toHaveCount(0)

  await merge('+44 (0)1622 123456')
  await expect(addresses.getByRole('listitem').first()).toContainText('+44 (0)1622 123456 (main)')
  await addresses.getByRole('button', { name: 'Separate hannah@hill.example' }).click()
  await expect(
    page.getByText('The contact is separate again, with its notes from before the merge.'),
  ).toBeVisible()
  await page.goto('/winemaker/customers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 customers')
})
