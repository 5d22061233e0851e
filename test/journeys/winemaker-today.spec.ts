import { axeFindsNothing } from './axe.ts'
import {
  addWalkIn,
  countPresses,
  crash,
  makeGate,
  openToday,
  readMarks,
  readTakings,
  rowOf,
  setCapacity,
} from './gate.ts'
import { expect, type Locator, type Page, test } from './journey.ts'

const offline = (page: Page) => page.getByText('Offline since')
const arrive = (page: Page, reference: string) =>
  rowOf(page, reference).getByRole('button', { name: 'Arrived' }).click()
const walkIn = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Walk-in', level: 3 }) })
    .last()
const paid = (row: Locator) => row.getByRole('button', { name: /^Paid/ })

test('two phones check in 40 parties, although one of the phones is offline and crashes @phone-only', async ({
  browser,
}) => {
  // Guests have booked 70 of the 71 places of each session.
  const { vineyard_id, winemaker, references } = await makeGate(40, { capacity: 71 })
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [first, second] = await Promise.all(contexts.map((context) => openToday(context, winemaker)))
  if (!first || !second) throw new Error('No page')
  const [disputed = '', undone = ''] = references
  const [ownFirst, ownSecond] = [references.slice(0, 20), references.slice(20)]

  await contexts[0]?.setOffline(true)
  await first.reload()
  await expect(first.getByText('0 of 40 parties')).toBeVisible()
  await expect(offline(first)).toBeVisible()

  await test.step('one press checks a party in, two presses add a walk-in, one press takes its money, and a crash loses nothing', async () => {
    const [marked = '', ...others] = ownFirst.slice(0, 10)
    expect(await countPresses(first, () => arrive(first, marked))).toBe(1)
    for (const reference of others) await arrive(first, reference)
    expect(await countPresses(first, () => addWalkIn(first, '3 guests'))).toBe(2)
    expect(await countPresses(first, () => paid(walkIn(first)).click())).toBe(1)
    await expect(walkIn(first)).toContainText('Paid £55.50')
    await expect(first.getByText('11 of 41 parties')).toBeVisible()
    await crash(first)
  })
  const again = await contexts[0]?.newPage()
  if (!again) throw new Error('No page')
  await again.goto('/winemaker/today')
  await expect(again.getByText('11 of 41 parties')).toBeVisible()
  await test.step('the walk-in and its payment still exist after the crash, and can be corrected', async () => {
    await walkIn(again)
      .getByRole('button', { name: /^Undo payment/ })
      .click()
    await walkIn(again).getByRole('button', { name: 'Other payment' }).click()
    const sheet = again.getByRole('dialog', { name: 'Walk-in: £55.50 due' })
    await sheet.getByLabel('Amount in pounds').fill('20')
    await sheet.getByRole('button', { name: 'Cash' }).click()
    await expect(paid(walkIn(again))).toContainText('£35.50')
  })
  await rowOf(again, undone).getByRole('button', { name: 'Undo' }).click()
  for (const reference of [undone, ...ownFirst.slice(10)]) await arrive(again, reference)
  await expect(again.getByText('21 of 41 parties')).toBeVisible()
  await expect(again.getByText(/26 entries on this device will be sent/)).toBeVisible()

  await test.step('the other phone checks in the remaining parties, and then marks a party of the first phone', async () => {
    for (const reference of ownSecond) await arrive(second, reference)
    await rowOf(second, disputed).getByRole('button', { name: 'No-show' }).click()
    await expect(second.getByText('20 of 40 parties')).toBeVisible()
    await expect.poll(async () => (await readMarks(vineyard_id)).get(disputed)?.attendance).toBe('no_show')
  })

  await contexts[0]?.setOffline(false)
  await expect(offline(again)).toBeHidden()
  await expect(again.getByText('40 of 41 parties')).toBeVisible()
  const marks = await readMarks(vineyard_id)
  for (const reference of references.slice(2))
    expect(marks.get(reference)).toEqual({ attendance: 'arrived', marks: 1 })
  // The party was marked as arrived, the mark was undone, and the party was marked again.
  expect(marks.get(undone)).toEqual({ attendance: 'arrived', marks: 3 })
  expect(marks.get(disputed)).toEqual({ attendance: 'no_show', marks: 2 })
  expect(await readTakings(vineyard_id)).toEqual({
    walkIns: [{ guests: 3, overbooked: true, attendance: 'arrived' }],
    money: [
      { guests: 3, kind: 'card', amount: 55.5 },
      { guests: 3, kind: 'card', amount: -55.5 },
      { guests: 3, kind: 'cash', amount: 20 },
    ],
  })

  await test.step('both phones show the mark that counts', async () => {
    await expect(again.getByText(/was not recorded/)).toContainText('Another device marked this party later')
    for (const page of [again, second])
      await expect(rowOf(page, disputed)).toContainText('Two devices marked this party.')
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await again.emulateMedia({ colorScheme })
    await axeFindsNothing(again)
  }
  for (const context of contexts) await context.close()
})

test('a walk-in in a full session needs a confirmation, and two phones record a party’s payment only once', async ({
  browser,
  context,
}) => {
  const { vineyard_id, winemaker, references } = await makeGate(2, { capacity: 4 })
  const [reference = ''] = references
  const page = await openToday(context, winemaker)
  const notRecorded = page.getByRole('status').filter({ hasText: 'was not recorded' })

  await test.step('a session that became full meanwhile refuses the walk-in, and mistakes are undone', async () => {
    await setCapacity(vineyard_id, 3)
    await addWalkIn(page, '1 guest', /11:58 PM/)
    await expect(notRecorded).toContainText('The session is full.')
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect(notRecorded.getByRole('button').first()).toBeFocused()
    // Logging out would delete the walk-in, although its guest is there.
    await page.locator('.today-title summary').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('dialog', { name: '1 entry not recorded' })
    await expect(question).toContainText('Logging out deletes it.')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await notRecorded.getByRole('button', { name: 'Overbook anyway' }).click()
    await expect(notRecorded).toBeHidden()
    await expect
      .poll(async () => (await readTakings(vineyard_id)).walkIns)
      .toEqual([{ guests: 1, overbooked: true, attendance: 'arrived' }])
    await walkIn(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('0 of 2 parties')).toBeVisible()
    await expect.poll(async () => (await readTakings(vineyard_id)).walkIns).toEqual([])
    await setCapacity(vineyard_id, 4)
    await page.reload()
  })
  await addWalkIn(page, '2 guests', /11:58 PM/)
  const sheet = page.getByRole('dialog', { name: 'Walk-in' })
  await expect(sheet.getByRole('alert')).toContainText('Only 1 place left.')
  await axeFindsNothing(page)
  await sheet.getByRole('button', { name: 'Overbook anyway' }).click()
  await expect(page.getByText('1 of 3 parties')).toBeVisible()
  await expect
    .poll(async () => (await readTakings(vineyard_id)).walkIns)
    .toEqual([{ guests: 2, overbooked: true, attendance: 'arrived' }])

  await arrive(page, reference)
  const second = await browser.newContext()
  const other = await openToday(second, winemaker)
  await expect(paid(rowOf(other, reference))).toBeVisible()
  await context.setOffline(true)
  await paid(rowOf(page, reference)).click()
  await paid(rowOf(other, reference)).click()
  await expect.poll(async () => (await readTakings(vineyard_id)).money).toHaveLength(1)
  await second.close()
  await context.setOffline(false)
  const refused = page.getByRole('status').filter({ hasText: 'was not recorded' }).first()
  await expect(refused).toContainText('Nothing is due any more.')
  await axeFindsNothing(page)
  await refused.getByRole('button', { name: 'Leave it' }).click()
  await expect(refused).toBeHidden()
  expect((await readTakings(vineyard_id)).money).toEqual([{ guests: 2, kind: 'card', amount: 37 }])
})

test('signing out deletes the stored parties, and the device warns about unsent entries', async ({
  context,
}) => {
  const { winemaker, references } = await makeGate(2)
  // Chromium without a window grants no durable storage, so the test counts the requests for it.
  await context.addInitScript(() => {
    // The page about:blank has no StorageManager.
    if (!('StorageManager' in window)) return
    const { persist } = StorageManager.prototype
    StorageManager.prototype.persist = function () {
      Reflect.set(window, 'persistRequests', Number(Reflect.get(window, 'persistRequests') ?? 0) + 1)
      return persist.call(this)
    }
  })
  const page = await openToday(context, winemaker)
  const askedToPersist = () => page.evaluate(() => Number(Reflect.get(window, 'persistRequests') ?? 0))
  expect(await storedReferences(page)).toEqual(references.toSorted())
  expect(await askedToPersist()).toBe(0)
  const question = (on: Page) => on.getByRole('dialog', { name: '1 entry not sent yet' })

  await test.step('on Today and on any other staff page, the device warns before staff log out', async () => {
    await context.setOffline(true)
    await arrive(page, references[0] ?? '')
    // The page asks the browser not to delete unsent entries when space is short.
    await expect.poll(askedToPersist).toBe(1)
    await page.locator('.today-title summary').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await question(page).getByRole('button', { name: 'Stay signed in' }).click()
    await expect(rowOf(page, references[0] ?? '')).toContainText('Undo')
    await page.close()
  })
  await context.setOffline(false)
  const bookings = await context.newPage()
  await bookings.goto('/winemaker/bookings')
  await bookings.getByRole('button', { name: 'Log out' }).click()
  await axeFindsNothing(bookings)
  await question(bookings).getByRole('button', { name: 'Stay signed in' }).click()

  await test.step('after the sign-in has ended, the device warns before another person signs in', async () => {
    await bookings.evaluate(() =>
      fetch('/api/rpc/logout_winemaker', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ session_token_param: localStorage.getItem('winemaker_session_token') }),
      }).then(({ status }) => status),
    )
    await bookings.goto('/winemaker/login')
    await expect(bookings.getByText('1 entry from Today not sent yet.')).toBeVisible()
  })
  await bookings.goto('/winemaker/today')
  await expect(bookings.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await expect(bookings.getByText('1 entry has not been sent yet.')).toBeVisible()
  expect(await storedReferences(bookings)).toEqual([])
  await bookings.getByRole('button', { name: 'Delete it' }).click()
  await expect(bookings.getByText('1 entry has not been sent yet.')).toBeHidden()
})

test('after logging out without a connection, Today stays open and says that nobody is signed in', async ({
  context,
}) => {
  const { winemaker } = await makeGate(1)
  const page = await openToday(context, winemaker)
  await context.setOffline(true)
  await page.locator('.today-title summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  const ended = page.waitForRequest('**/api/rpc/logout_winemaker')
  await context.setOffline(false)
  await ended
})

test('a device without a camera says so, and accepts a typed reference', { tag: '@long' }, async ({
  context,
}) => {
  const { winemaker, references } = await makeGate(1)
  const page = await openToday(context, winemaker)
  await page.getByRole('button', { name: 'Scan a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan a code' })
  // On a machine with a camera, a browser without a window refuses access to the camera.
  await expect(dialog).toContainText(/This device has no camera\.|This browser may not use the camera\./)
  await dialog.getByLabel('Or type the reference').fill(references[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Arrived' })).toBeVisible()
  await axeFindsNothing(page)
})

test('Today loads as a whole document, and only this document may use the camera', async ({
  context,
  page,
}) => {
  const { winemaker } = await makeGate(1)
  const today = await openToday(context, winemaker)
  const mayUseCamera = (on: Page) =>
    on.evaluate(() => Reflect.get(document, 'featurePolicy')?.allowsFeature('camera'))
  expect(await mayUseCamera(today)).toBe(true)
  await today.close()
  await page.goto('/winemaker/dashboard')
  expect(await mayUseCamera(page)).toBe(false)
  await page.getByRole('link', { name: 'Today', exact: true }).filter({ visible: true }).first().click()
  await expect(page.getByText('0 of 1 party')).toBeVisible()
  expect(await mayUseCamera(page)).toBe(true)
  await page.locator('.today-title summary').click()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 2, name: 'Tomorrow' }).waitFor()
  expect(await mayUseCamera(page)).toBe(false)
})

/** Returns the references of the parties stored on the device. */
async function storedReferences(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('today')
        opening.onerror = () => reject(new Error('No storage'))
        opening.onsuccess = () => {
          const reading = opening.result.transaction('day').objectStore('day').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            const text = JSON.stringify(reading.result)
            resolve([...new Set(text.match(/CV-\w{4}-\w{2}/g))].sort())
          }
        }
      }),
  )
}
