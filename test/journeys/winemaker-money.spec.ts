import { randomUUID } from 'node:crypto'

import { changeBookingStatus } from '../../app/bookings/booking.server.ts'
import { axeFindsNothing } from './axe.ts'
import { countPresses, makeGate, openToday, rowOf } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAs } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Records a payment of a party's whole price, and cancels the booking. */
async function payAndCancel(page: Page, id: string) {
  await page.goto(`/winemaker/bookings/${id}`)
  await press(page, /^Paid £.* by Card$/)
  await expect(page.getByRole('heading', { name: 'Nothing due' })).toBeVisible()
  await press(page, 'Cancel booking')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^£\d+\.50 to refund$|^£\d+\.00 to refund$/)).toBeVisible()
  await dialog.getByLabel('Reason').selectOption({ label: 'Illness' })
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByRole('heading', { name: /to refund$/ })).toBeVisible()
}

test('money of cancelled visits is refunded in one press, or kept with a reason, at 390 px', async ({
  context,
}) => {
  const { vineyard_id, winemaker, references } = await makeGate(4)
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  const ids = await onSiteDatabase(
    (sql) => sql<{ id: string }[]>`
      select id from bookings where reference = any (${references.slice(2, 4)}) order by number_of_guests`,
  )
  for (const { id } of ids) await payAndCancel(page, id)

  await page.goto('/winemaker/dashboard')
  const list = page.getByRole('region', { name: 'Money to give back' })
  await expect(list.getByText('£74.00 to refund')).toBeVisible()
  await expect(list.getByText('£92.50 to refund')).toBeVisible()
  await expect(list.getByText('visit on')).toHaveCount(2)
  await axeFindsNothing(page)
  const refund = list.getByRole('button', { name: /^Refunded £74\.00 .* by Card$/ })
  expect(await countPresses(page, () => refund.click())).toBe(1)
  await expect(page.getByText('Refund of £74.00 recorded. Nothing due.')).toBeVisible()
  await expect(list.getByText('£74.00 to refund')).toHaveCount(0)

  await page.goto('/winemaker/till')
  await press(page, /^Keep/)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('that you will refund this')).toBeVisible()
  await axeFindsNothing(page)
  await dialog.getByLabel('Amount in pounds').fill('1.250,00')
  await dialog.getByLabel('Reason').fill('Cancelled on the day')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog.getByText('Please enter an amount in pounds').first()).toBeVisible()
  await expect(dialog.getByLabel('Amount in pounds')).toHaveValue('1.250,00')
  await dialog.getByLabel('Amount in pounds').fill('100')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog.getByText('You can keep at most £92.50.').first()).toBeVisible()
  await dialog.getByLabel('Amount in pounds').fill('92,50')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('£92.50 kept. Nothing due.')).toBeVisible()
  await expect(list).toHaveCount(0)
  await press(page, 'Undo')
  await expect(page.getByText('Undone. £92.50 to refund.')).toBeVisible()
  await expect(list.getByText('£92.50 to refund')).toBeVisible()

  await press(page, 'Add a sale')
  await dialog.getByLabel('Amount in pounds').fill('5,50')
  await dialog.getByLabel('What was sold').fill('A bag of nuts')
  await press(page, 'Sold, paid by Cash')
  await expect(page.getByText('Sale of £5.50 recorded.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('£98.00 taken')
  expect(await onSiteDatabase((sql) => sql`select * from payment_faults()`)).toEqual([])
  expect(vineyard_id).toBeTruthy()
})

test('the gate records sales, part payments and refunds offline, and sends them later', async ({
  context,
}) => {
  const { vineyard_id, winemaker, references } = await makeGate(2, { role: 'gate' })
  await onSiteDatabase(async (sql) => {
    const [host] = await sql<[{ id: string }]>`
      insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Ann Guide', 400) returning id`
    await sql`update experiences set host_id = ${host.id} where vineyard_id = ${vineyard_id}`
    const [{ id }] = await sql<
      [{ id: string }]
    >`select id from bookings where reference = ${references[0] ?? ''}`
    const paid = { entry: 'payment', kind: 'card', idempotency_key: randomUUID() }
    await sql`select record_payment(${id}, null, ${sql.json(paid)}, 'winemaker', ${winemaker.id}, now())`
    const by = { actor: 'admin', actor_id: randomUUID() } as const
    await changeBookingStatus(sql, id, 'cancelled', { by }, new Date())
  })
  const page = await openToday(context, winemaker)
  await page.setViewportSize({ width: 390, height: 844 })
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Offline since')).toBeVisible()
  await expect(page.getByText('· Ann Guide')).toHaveCount(2)

  // The first party has paid and cancelled.
  const cancelled = rowOf(page, references[0] ?? '')
  await expect(cancelled).toContainText('£37.00 to refund')
  const refund = cancelled.getByRole('button', { name: /^Refunded £37\.00/ })
  expect(await countPresses(page, () => refund.click())).toBe(1)
  await expect(cancelled).not.toContainText('to refund')
  await expect(cancelled).toContainText('Refund £37.00')

  await press(page, 'Sale')
  const sheet = page.getByRole('dialog', { name: 'Sale without a booking' })
  await sheet.getByLabel('Amount in pounds').fill('1e3')
  await sheet.getByLabel('What was sold').fill('Two bottles of Bacchus')
  await sheet.getByRole('button', { name: /Card$/ }).click()
  await expect(sheet.getByLabel('Amount in pounds')).toHaveValue('1e3')
  await sheet.getByLabel('Amount in pounds').fill('41,00')
  await axeFindsNothing(page)
  await sheet.getByRole('button', { name: /Card$/ }).click()
  const sales = page.getByRole('region', { name: 'Sales without a booking' })
  await expect(sales.getByText('£41.00 Two bottles of Bacchus')).toBeVisible()
  await press(page, 'Sale')
  await sheet.getByLabel('Amount in pounds').fill('9')
  await sheet.getByLabel('What was sold').fill('A mistake')
  await sheet.getByRole('button', { name: /Cash$/ }).click()
  await sales.getByRole('button', { name: 'Undo A mistake' }).click()
  await expect(sales.getByText('A mistake')).toHaveCount(0)

  // Two guests of a party of three came. The button for the price of these two is first.
  const row = rowOf(page, references[1] ?? '')
  await row.getByRole('button', { name: 'Arrived' }).click()
  await row.getByRole('button', { name: 'One fewer' }).click()
  await expect(row.getByRole('button', { name: /^Paid/ })).toHaveText([
    /Paid £37\.00.*for the 2 guests who came/,
    /Paid £55\.50.*for all 3/,
  ])
  await row.getByRole('button', { name: /^Paid/ }).first().click()
  await expect(row.getByText('Nothing more is due for the 2 guests who came')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Paid £18\.50.*for those who did not come/ })).toBeVisible()

  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Offline since')).toBeHidden()
  const taken = () =>
    onSiteDatabase(
      (sql) => sql<{ entry: string; amount: number }[]>`
        select entry, amount from payments where vineyard_id = ${vineyard_id} order by id`,
    )
  await expect
    .poll(async () => (await taken()).map(({ entry, amount }) => `${entry} ${amount}`))
    .toEqual(['payment 37', 'refund 37', 'sale 41', 'sale 9', 'sale -9', 'payment 37'])
})
