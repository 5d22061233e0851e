import { expect, type Page, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { addWalkIn, readTakings } from './gate.ts'
import { enterAs, makeEstate } from './own-estate.ts'
import { linkSentTo } from './printed.ts'
import { comeFromOwnAddress, signIn } from './signing-in.ts'

test.beforeEach(comeFromOwnAddress)

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Staff' }).getByRole('link')
const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

test('a colleague with the role Gate can open only Today and the account', async ({
  page,
  context,
  browser,
}) => {
  const { winemaker, vineyard } = await makeEstate()
  const email = `gate-${vineyard.id}@example.com`
  const colleague = await browser.newContext({ viewport: page.viewportSize() })
  await enterAs(context, winemaker)

  await test.step('an owner who works alone sees only themselves, and cannot leave', async () => {
    await arrive(page, '/winemaker/team')
    await expect(page.getByText('Only you work here so far.')).toBeVisible()
    await rowOf(page, `${winemaker.name} (you)`).getByRole('button', { name: 'Leave' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave this team?' })
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Every vineyard needs an owner.')
    await axeFindsNothing(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the owner invites a colleague as Gate, and an address that another vineyard uses is refused', async () => {
    const other = await makeEstate()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
    await page.getByRole('textbox', { name: 'Email' }).fill(other.winemaker.email)
    await page.getByRole('radio', { name: /^Gate/ }).check()
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      /This address cannot be invited\. Please use a different one\./,
    )
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByText('Ines has been invited.')).toBeVisible()
    await expect(rowOf(page, 'Ines')).toContainText('Invited')
    await axeFindsNothing(page)
  })

  const gate = await colleague.newPage()
  await test.step('the colleague sets a password, signs in and sees today’s guests', async () => {
    const { pathname, hash } = new URL(await linkSentTo(email))
    await arrive(gate, pathname + hash)
    await gate.getByLabel('New password').fill('three unrelated words')
    await gate.getByRole('button', { name: 'Set the password' }).click()
    await signIn(gate, email, 'three unrelated words')
    await expect(gate).toHaveURL(/\/winemaker\/today$/)
    await gate.locator('.today-title summary').click()
    await expect(gate.getByRole('banner').getByRole('link')).toHaveText(['Your account'])
    await gate.keyboard.press('Escape')
    await axeFindsNothing(gate)
  })

  await test.step('the colleague adds a walk-in and records its payment, but cannot book by phone', async () => {
    await expect(gate.getByRole('link', { name: 'Phone booking' })).toHaveCount(0)
    await addWalkIn(gate, '2 guests')
    await gate.getByRole('button', { name: /^Paid £45.00/ }).click()
    await expect(gate.getByText('Paid £45.00')).toBeVisible()
    await expect
      .poll(async () => (await readTakings(vineyard.id)).money)
      .toEqual([{ guests: 2, kind: 'card', amount: 45 }])
  })

  await test.step('every other page says who may open it, and leads back', async () => {
    for (const path of [
      'bookings?new=1',
      'customers',
      'reports',
      'team',
      'experiences/new',
      'calendar-sync',
    ]) {
      await arrive(gate, `/winemaker/${path}`)
      await expect(gate.getByRole('heading', { level: 1 }), path).toHaveText(
        'This page isn’t part of your role',
      )
      await expect(gate.getByRole('main'), path).toContainText(/Please ask .+ of your vineyard/)
    }
    await axeFindsNothing(gate)
    await gate.getByRole('link', { name: 'Back to Today' }).click()
    await expect(gate).toHaveURL(/\/winemaker\/today$/)
  })

  await test.step('a new role opens the area immediately, and a removal closes it', async () => {
    await arrive(page, '/winemaker/team')
    await rowOf(page, 'Ines').getByRole('button', { name: 'Change role' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Manager/ })
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(rowOf(page, 'Ines')).toContainText('Manager')
    await arrive(gate, '/winemaker/dashboard')
    await expect(menuOf(gate).filter({ hasText: 'Bookings' })).toBeAttached()
    await expect(menuOf(gate).filter({ hasText: 'Team' })).toHaveCount(0)
    await rowOf(page, 'Ines').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(rowOf(page, 'Ines')).toHaveCount(0)
    await arrive(gate, '/winemaker/dashboard')
    await expect(gate).toHaveURL(/\/winemaker\/login/)
  })
  await colleague.close()
})
