import { readFile } from 'node:fs/promises'

import { makeWinemaker } from '../make.ts'
import { axeFindsNothing } from './axe.ts'
import { makeGate } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAs } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

/** Eight parties owe £18.50 a person. Two of them owe £37.00 each, two £55.50, two £74.00, and two £92.50. */
test('a till adds up after two people took money in parts, with a discount, a refund, a mistake and a no-show', async ({
  browser,
}) => {
  const { vineyard_id, winemaker: owner, references, today } = await makeGate(8)
  const manager = await onSiteDatabase((sql) =>
    makeWinemaker(sql, { vineyard_id, role: 'manager', name: 'Mags Till' }),
  )
  const [ours, theirs] = await Promise.all(
    [owner, manager].map(async (person) => {
      const context = await browser.newContext()
      await enterAs(context, person)
      return context.newPage()
    }),
  )
  if (!ours || !theirs) throw new Error('No page')
  const ids = await onSiteDatabase(async (sql) => {
    const rows = await sql<{ id: string; reference: string }[]>`
      select id, reference from bookings where vineyard_id = ${vineyard_id}`
    return references.map((reference) => rows.find((row) => row.reference === reference)?.id ?? '')
  })
  const open = async (page: Page, party: number, due: string) => {
    await page.goto(`/winemaker/bookings/${ids[party]}`)
    await expect(page.getByRole('heading', { name: due })).toBeVisible()
  }

  await test.step('one press takes all that is due', async () => {
    await open(ours, 0, '£37.00 due')
    await paid(ours, 'Cash')
    await isDue(ours, 'Nothing due')
    await ours.getByLabel('Status').selectOption({ label: 'Completed' })
    await ours.getByRole('button', { name: 'Set status' }).click()
    await expect(ours.getByText('Completed. Nobody was emailed.')).toBeVisible()
  })
  await test.step('one part is paid by card and the rest in cash', async () => {
    await open(ours, 1, '£55.50 due')
    await add(ours, { what: 'Payment', amount: '60', by: 'Card' })
    await expect(ours.getByText('Only £55.50 is due.').first()).toBeVisible()
    await add(ours, { what: 'Payment', amount: '20', by: 'Card' })
    await isDue(ours, '£35.50 due')
    await paid(ours, 'Cash')
    await isDue(ours, 'Nothing due')
  })
  await test.step('a discount is given with its reason', async () => {
    await open(ours, 2, '£74.00 due')
    await add(ours, { what: 'Discount', amount: '7.40', reason: 'Wine club' })
    await isDue(ours, '£66.60 due')
    await paid(ours, 'Other')
    await isDue(ours, 'Nothing due')
    await axeFindsNothing(ours)
  })
  await test.step('a no-show owes nothing', async () => {
    await open(ours, 3, '£92.50 due')
    await ours.getByRole('button', { name: 'No-show' }).click()
    await isDue(ours, 'Nothing due')
    await expect(ours.getByRole('form', { name: /^Take/ })).toHaveCount(0)
  })
  await test.step('a colleague refunds a part of the money', async () => {
    await open(theirs, 4, '£37.00 due')
    await paid(theirs, 'Card')
    await isDue(theirs, 'Nothing due')
    await add(theirs, { what: 'Refund', amount: '10', by: 'Card' })
    await isDue(theirs, '£10.00 due')
  })
  await test.step('a mistake is corrected by an opposite entry', async () => {
    await open(theirs, 5, '£55.50 due')
    await paid(theirs, 'Cash')
    await isDue(theirs, 'Nothing due')
    await theirs.getByRole('button', { name: 'Undo Payment, cash, £55.50' }).click()
    await isDue(theirs, '£55.50 due')
    await expect(theirs.getByText('-£55.50 Payment corrected, cash')).toBeVisible()
    await paid(theirs, 'Card')
    await isDue(theirs, 'Nothing due')
  })

  await test.step('the till sheet and its file agree with the entries', async () => {
    await ours.goto('/winemaker/till')
    await expect(ours.getByRole('heading', { level: 1 })).toHaveText('£241.60 taken')
    const row = (name: string) => ours.getByRole('row', { name }).getByRole('cell')
    await expect(row('Wyn Maker')).toHaveText(['£72.50', '£20.00', '£66.60', '£159.10'])
    await expect(row('Mags Till')).toHaveText(['£0.00', '£82.50', '£0.00', '£82.50'])
    await expect(row('Everybody')).toHaveText(['£72.50', '£102.50', '£66.60', '£241.60'])
    await expect(
      ours.getByText('£10.00 refunded, already subtracted; £7.40 in discounts, not subtracted.'),
    ).toBeVisible()
    await axeFindsNothing(ours)
    const saving = ours.waitForEvent('download')
    await ours.getByRole('button', { name: 'Save as CSV' }).click()
    const file = await readFile(await (await saving).path(), 'utf8')
    const lines = file.trim().split('\r\n').slice(1)
    // Columns are counted from the end, because the time contains a comma. Discount and money come before reason and
    // person.
    const sum = (fromEnd: number) =>
      lines.reduce((pence, line) => pence + Math.round(Number(line.split(',').at(fromEnd)) * 100), 0)
    expect([lines.length, sum(-4), sum(-3)]).toEqual([10, 24_160, 740])
  })
  await test.step('the report shows earned, expected and taken money separately', async () => {
    await ours.goto(`/winemaker/reports?from=${today}&until=${today}&by=experience`)
    await expect(ours.getByRole('heading', { level: 1 })).toHaveText(
      '£37.00 earned and £388.50 expected from 23 guests',
    )
    const cells = ours
      .getByRole('region', { name: 'Details as a table' })
      .getByRole('row', { name: 'Cellar tour and tasting' })
      .getByRole('cell')
    await expect(cells.nth(2)).toHaveText(/ £37\.00$/)
    await expect(cells.nth(3)).toHaveText(/ £388\.50$/)
    await expect(cells.nth(4)).toHaveText(/ £241\.60$/)
  })
  expect(await onSiteDatabase((sql) => sql`select * from payment_faults()`)).toEqual([])
})

const paid = (page: Page, kind: string) =>
  page.getByRole('button', { name: new RegExp(`^Paid £[\\d.]+ by ${kind}$`) }).click()

const isDue = (page: Page, heading: string) =>
  expect(page.getByRole('region', { name: heading })).toBeVisible()

async function add(
  page: Page,
  { what, amount, by, reason }: { what: string; amount: string; by?: string; reason?: string },
) {
  const amounts = page.getByLabel('Amount in pounds')
  if (!(await amounts.isVisible())) await page.getByText('Other amount, refund or discount').click()
  await page.getByLabel('Entry', { exact: true }).selectOption(what)
  await amounts.fill(amount)
  if (by) await page.getByLabel('By', { exact: true }).selectOption(by)
  if (reason) await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: `Record the ${what.toLowerCase()}` }).click()
}
