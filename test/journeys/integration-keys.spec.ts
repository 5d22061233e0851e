import { expect, type Page, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { enterAs, enterAsAdmin, makeEstate, weekendAhead } from './own-estate.ts'
import { comeFromOwnAddress } from './signing-in.ts'

test.beforeEach(comeFromOwnAddress)

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function copyNewKey(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: 'New key' })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  return field.inputValue()
}

test('an owner makes, uses and revokes a key', async ({ page, context, request }) => {
  const { winemaker, vineyard } = await makeEstate([{ name: 'Ada', day: weekendAhead().saturday, guests: 2 }])
  await enterAs(context, winemaker)
  await arrive(page, '/winemaker/integrations')
  const form = page.getByRole('group', { name: 'Make a key' })

  await form.getByRole('button', { name: 'Make a key' }).click()
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name' }).fill('Cellar book')
  await form.getByRole('checkbox', { name: /^Read bookings/ }).check()
  await form.getByRole('button', { name: 'Make a key' }).click()
  const key = await copyNewKey(page)
  await axeFindsNothing(page)

  const readBookings = () => request.get('/api/bookings', { headers: { Authorization: `Bearer ${key}` } })
  expect(await (await readBookings()).json()).toMatchObject({
    total: 1,
    items: [{ guest_name: 'Ada', vineyards: { id: vineyard.id } }],
  })

  // The key is not shown a second time.
  await page.reload()
  await expect(rowOf(page, 'Cellar book')).toContainText(key.slice(-4))
  await expect(page.getByRole('textbox', { name: 'New key' })).toBeHidden()
  await page.getByRole('button', { name: 'Revoke Cellar book' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(rowOf(page, 'Cellar book')).toContainText('Revoked')
  expect((await readBookings()).status()).toBe(401)
})

test('an admin adds a reseller, and a vineyard allows the reseller to sell', async ({
  page,
  context,
  browser,
  request,
}) => {
  const name = `Downland Tours ${test.info().project.name} ${Date.now()}`
  await enterAsAdmin(context)
  await arrive(page, '/admin/integrations')
  const add = page.getByRole('region', { name: 'Add a reseller' })
  await add.getByRole('textbox', { name: 'Name' }).fill(name)
  await add.getByRole('button', { name: 'Add' }).click()
  const panel = page.getByRole('region', { name, exact: true })
  await expect(panel).toContainText('No vineyard has opted in yet.')
  await panel.getByText('Make a key').first().click()
  await panel.getByRole('textbox', { name: 'Name' }).first().fill('Website')
  await panel.getByRole('button', { name: 'Make a key' }).click()
  const key = await copyNewKey(page)
  await axeFindsNothing(page)

  const { winemaker } = await makeEstate()
  const owner = await browser.newContext({ viewport: page.viewportSize() })
  await enterAs(owner, winemaker)
  const integrations = await owner.newPage()
  await arrive(integrations, '/winemaker/integrations')
  const maySell = integrations.getByRole('switch', { name: `May sell: ${name}` })
  await expect(maySell).not.toBeChecked()
  await maySell.click()
  await expect(maySell).toBeChecked()
  await axeFindsNothing(integrations)
  await owner.close()

  await page.reload()
  await expect(panel).toContainText('One vineyard opted in.')
  const statusNow = async () =>
    (await request.get('/api/vineyards', { headers: { Authorization: `Bearer ${key}` } })).status()
  expect(await statusNow()).toBe(200)
  await panel.getByRole('switch', { name: /^Keys work/ }).click()
  await expect(page.getByText(`The keys of ${name} no longer work.`)).toBeVisible()
  expect(await statusNow()).toBe(401)
})

test('an owner adds a webhook, tests it, switches it off and removes it', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)
  await arrive(page, '/winemaker/integrations')
  const add = page.getByRole('region', { name: 'Add a webhook' })
  await add.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.8/')
  await add.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(add).toContainText('This address belongs to a private network.')
  // The sentence is beside the field, and no toast repeats it.
  const refusal = page.getByText('This address belongs to a private network.')
  await expect(refusal).toHaveCount(1)
  await add.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/chalk')
  await add.getByRole('checkbox', { name: /^Availability/ }).uncheck()
  await add.getByRole('button', { name: 'Add a webhook' }).click()
  const secret = page.getByRole('textbox', { name: 'Signing secret' })
  await expect(secret).toHaveValue(/^whsec_/)
  await expect(secret).toBeInViewport()
  await expect(refusal).toBeHidden()
  await axeFindsNothing(page, 'section[aria-labelledby=webhooks]')

  await page.getByRole('link', { name: 'hooks.invalid' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  // This journey's site has no worker, so nothing is sent.
  await expect(rowOf(page, 'Test event')).toContainText('Not sent yet')
  const settings = page.getByRole('region', { name: 'Settings' })
  await settings.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.8/')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await expect(refusal).toHaveCount(1)
  await settings.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/chalk')
  await page.getByRole('link', { name: 'Test event' }).click()
  await expect(page.getByRole('region', { name: 'Test event' })).toContainText('"type": "test"')
  await axeFindsNothing(page)

  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('This webhook is switched off.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('This webhook is switched off.')).toBeHidden()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No webhook yet' })).toBeVisible()
})
