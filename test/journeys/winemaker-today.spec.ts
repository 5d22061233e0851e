import { axeFindsNothing } from './axe.ts'
import { makeGate, openToday, readMarks, rowOf } from './gate.ts'
import { expect, type Page, test } from './journey.ts'

const offline = (page: Page) => page.getByText('Offline since')
const arrive = (page: Page, reference: string) =>
  rowOf(page, reference).getByRole('button', { name: 'Arrived' }).click()

test('checks in 40 parties on two devices, one without a connection and closed in between @phone', async ({
  browser,
}) => {
  const { vineyard_id, winemaker, references } = await makeGate(40)
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [first, second] = await Promise.all(contexts.map((context) => openToday(context, winemaker)))
  if (!first || !second) throw new Error('No page')
  const [disputed = '', undone = ''] = references
  const [ownFirst, ownSecond] = [references.slice(0, 20), references.slice(20)]

  await contexts[0]?.setOffline(true)
  await first.reload()
  await expect(first.getByText('0 of 40 parties')).toBeVisible()
  await expect(offline(first)).toBeVisible()

  await test.step('one press checks a party in, and a crash loses nothing', async () => {
    for (const reference of ownFirst.slice(0, 10)) await arrive(first, reference)
    await expect(first.getByText('10 of 40 parties')).toBeVisible()
    await first.close({ runBeforeUnload: false })
  })
  const again = await contexts[0]?.newPage()
  if (!again) throw new Error('No page')
  await again.goto('/winemaker/today')
  await expect(again.getByText('10 of 40 parties')).toBeVisible()
  await rowOf(again, undone).getByRole('button', { name: 'Undo' }).click()
  for (const reference of [undone, ...ownFirst.slice(10)]) await arrive(again, reference)
  await expect(again.getByText('20 of 40 parties')).toBeVisible()
  await expect(again.getByText(/22 entries on this device will be sent/)).toBeVisible()

  await test.step('the other device checks in the rest, and marks one party later', async () => {
    for (const reference of ownSecond) await arrive(second, reference)
    await rowOf(second, disputed).getByRole('button', { name: 'No-show' }).click()
    await expect(second.getByText('20 of 40 parties')).toBeVisible()
    await expect.poll(async () => (await readMarks(vineyard_id)).get(disputed)?.attendance).toBe('no_show')
  })

  await contexts[0]?.setOffline(false)
  await expect(offline(again)).toBeHidden()
  await expect(again.getByText('39 of 40 parties')).toBeVisible()
  const marks = await readMarks(vineyard_id)
  for (const reference of references.slice(2))
    expect(marks.get(reference)).toEqual({ attendance: 'arrived', marks: 1 })
  // Arrived, undone and arrived again.
  expect(marks.get(undone)).toEqual({ attendance: 'arrived', marks: 3 })
  expect(marks.get(disputed)).toEqual({ attendance: 'no_show', marks: 2 })

  await test.step('both devices are told which mark counts', async () => {
    await expect(again.getByText(/was not recorded/)).toContainText('Another device marked this party later')
    for (const page of [again, second])
      await expect(rowOf(page, disputed)).toContainText('Two devices marked this party.')
  })
  await axeFindsNothing(again)
  for (const context of contexts) await context.close()
})

test('keeps nothing of the day after signing out, and warns about what was not sent', async ({ context }) => {
  const { winemaker, references } = await makeGate(2)
  const page = await openToday(context, winemaker)
  expect(await storedReferences(page)).toEqual(references.toSorted())
  await context.setOffline(true)
  await arrive(page, references[0] ?? '')
  await page.locator('.today-title summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('dialog', { name: '1 entry not sent yet' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(rowOf(page, references[0] ?? '')).toContainText('Undo')

  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(offline(page)).toBeHidden()
  // As when the session ends.
  await page.evaluate(async () => {
    const call = await fetch('/api/rpc/logout_winemaker', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session_token_param: localStorage.getItem('winemaker_session_token') }),
    })
    dispatchEvent(new Event('focus'))
    return call.status
  })
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  expect(await storedReferences(page)).toEqual([])
})

test('is loaded whole, in and out, and only its document may use the camera', async ({ context, page }) => {
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
