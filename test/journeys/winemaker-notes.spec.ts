import { makeWinemaker } from '../make.ts'
import { axeFindsNothing } from './axe.ts'
import { countPresses, makeGate, openToday, rowOf } from './gate.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAs } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const narrow = { width: 390, height: 844 }
const idOf = (reference: string) =>
  onSiteDatabase(async (sql) => {
    const [booking] = await sql<{ id: string }[]>`select id from bookings where reference = ${reference}`
    return booking?.id ?? ''
  })

test('at 390 px, staff note an allergy from Today and return to Today, and every list of the day shows the allergy', {
  tag: '@phone',
}, async ({ context }) => {
  const { winemaker, references, today } = await makeGate(4)
  const [first = ''] = references
  const id = await idOf(first)
  const page = await openToday(context, winemaker)
  await page.setViewportSize(narrow)

  // Staff open the booking, choose a tag, type a note, save and return: four presses and some typing.
  const row = rowOf(page, first)
  await row.getByRole('link', { name: 'Ada Lovelace 01' }).click()
  await expect(page).toHaveURL(`/winemaker/bookings/${id}?from=today`)
  const note = page.getByRole('region', { name: 'Note and tags for staff' })
  const presses = await countPresses(page, async () => {
    await note.getByLabel('Allergy').check()
    await note.getByLabel('Note', { exact: true }).fill('Nuts, the tall guest')
    await note.getByRole('button', { name: 'Save note and tags' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
  })
  expect(presses).toBe(2)
  await axeFindsNothing(page)
  await page.getByRole('link', { name: 'Change date, time or party' }).click()
  await page.getByRole('heading', { name: 'Change date, time or party' }).waitFor()
  await page.getByRole('link', { name: 'Back to Today' }).click()
  await expect(row.getByRole('list', { name: 'Tags' })).toHaveText('Allergy')
  await expect(row.getByText('Nuts, the tall guest')).toBeVisible()
  await axeFindsNothing(page)

  // Every list of the day shows the tag and the note.
  await page.goto('/winemaker/dashboard')
  await expect(page.locator('.party').getByText('Nuts, the tall guest')).toBeVisible()
  await axeFindsNothing(page)
  await page.goto(`/winemaker/calendar?view=day&on=${today}`)
  await expect(page.locator('.party').getByText('Nuts, the tall guest')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('row', { name: 'Ada Lovelace 01' })).toContainText(
    'AllergyNote for staff: Nuts, the tall guest',
  )
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/winemaker/bookings?view=today')
  const fold = page.getByText('Notes about Ada Lovelace 01').locator('..')
  await expect(fold).toContainText('Allergy')
  await expect(page.getByText('Nuts, the tall guest')).toBeHidden()
  await fold.click()
  await expect(page.getByText('Nuts, the tall guest')).toBeVisible()
  await axeFindsNothing(page)
})

test('a tag about health stays with a returning guest only if the guest agreed', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize(narrow)
  const { winemaker, references } = await makeGate(2)
  await enterAs(context, winemaker)
  await page.goto(`/winemaker/bookings/${await idOf(references[0] ?? '')}`)
  await page.getByRole('link', { name: 'Their visits, notes and tags' }).click()
  const panel = page.getByRole('region', { name: 'Tags', exact: true })
  await panel.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('Please choose a tag, or write one.')).toHaveCount(1)
  await expect(page.getByText('must not be empty')).toHaveCount(0)
  await panel.getByRole('radio', { name: 'Access' }).check()
  await panel.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('only if the guest agreed')).toHaveCount(1)
  await expect(panel.getByRole('radio', { name: 'Access' })).toBeChecked()
  await axeFindsNothing(page)
  await panel.getByLabel('The guest agreed').check()
  await panel.getByRole('button', { name: 'Add tag' }).click()
  await expect(panel.getByRole('list', { name: 'Tags' })).toHaveText('Access')
  await expect(panel.getByText(/^The guest agreed\. .*,/)).toBeVisible()
  await axeFindsNothing(page)
  await page.goto('/winemaker/today')
  await expect(rowOf(page, references[0] ?? '').getByRole('list', { name: 'Tags' })).toHaveText('Access')
})

test('the gate sees notes and tags offline, and its device never stores contacts or ids', async ({
  context,
}) => {
  const { vineyard_id, references } = await makeGate(2)
  const [first = ''] = references
  const id = await idOf(first)
  const [customer] = await onSiteDatabase(
    (sql) => sql<{ id: string }[]>`
      update bookings set guest_phone = '01622 555777', guest_email = 'zoe@villa.example', staff_notes = 'By the door',
        tags = '{access,birthday}'
      where id = ${id} returning customer_id(vineyard_id, guest_email) as id`,
  )
  const gate = await onSiteDatabase((sql) => makeWinemaker(sql, { vineyard_id, role: 'gate' }))
  const page = await openToday(context, gate)
  await page.setViewportSize(narrow)
  const row = rowOf(page, first)
  await expect(row.getByRole('list', { name: 'Tags' })).toHaveText('AccessBirthday')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Offline since')).toBeVisible()
  await expect(row.getByRole('list', { name: 'Tags' })).toHaveText('AccessBirthday')
  await expect(row.getByText('By the door')).toBeVisible()
  await expect(row.getByRole('link')).toHaveCount(0)
  await axeFindsNothing(page)
  const stored = await readDevice(page)
  expect(stored).toContain('By the door')
  expect(stored).toContain('birthday')
  expect(stored).not.toMatch(/555777|villa\.example/)
  expect(stored).not.toContain(id)
  expect(stored).not.toContain(customer?.id ?? 'missing')

  // The next day, the device deletes notes and tags, even offline.
  await page.clock.setFixedTime(new Date(Date.now() + 24 * 3_600_000))
  await page.reload()
  await expect.poll(() => readDevice(page)).not.toContain('By the door')
})

/** Returns the texts in databases, caches, and local and session storage on the device, except the assets. */
function readDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of database.objectStoreNames)
        texts.push(
          await new Promise<string>((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll()
            request.onsuccess = () => resolve(JSON.stringify(request.result))
          }),
        )
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (!request.url.includes('/assets/')) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })
}

test('an owner who is offline has no links to bookings', { tag: '@long' }, async ({ context }) => {
  const { winemaker, references } = await makeGate(2)
  const page = await openToday(context, winemaker)
  await page.setViewportSize(narrow)
  const link = rowOf(page, references[0] ?? '').getByRole('link')
  await expect(link).toHaveCount(1)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Offline since')).toBeVisible()
  await expect(link).toHaveCount(0)
})
