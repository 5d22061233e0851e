import { randomUUID } from 'node:crypto'

import { waitUntilHydrated } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, type Page, test } from './journey.ts'

/** Starts a day without stops, and opens its page. */
async function startADay(page: Page, title: string) {
  await page.goto('/itinerary/create')
  await page.getByLabel('Give it a name').fill(title)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/edit/)
}

async function addAStop(page: Page, name: string) {
  await page.getByLabel('What’s it called?').fill(name)
  await page.getByRole('button', { name: 'Add this stop' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** Shares the day that the page shows. Returns the link. */
async function shareTheDay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.getByLabel('Anyone with this link can see the plan')
  await expect(link).toBeVisible()
  const address = new URL(await link.inputValue())
  return new URL(address.pathname + address.search, page.url()).href
}

async function answer(page: Page, name: string, button: string, needs = '') {
  await page.getByLabel('Your first name').fill(name)
  await page.getByLabel('Diet or access needs').fill(needs)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: `Thank you, ${name}` })).toBeVisible()
}

test('friends say whether they come to a shared day, and its maker continues with the itinerary that the friends chose', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const number = randomUUID().slice(0, 4)
  await startADay(page, `Rainy day ${number}`)
  await addAStop(page, 'The Bell')
  await startADay(page, `Sunny day ${number}`)
  await addAStop(page, 'The Ram Inn')
  await page.getByRole('link', { name: 'Done' }).click()
  const shared = await shareTheDay(page)
  await axeFindsNothing(page)

  // With scripts, the key that lets a friend change the answer never appears in a URL.
  const friend = await (await browser.newContext()).newPage()
  const requested: string[] = []
  friend.on('request', (request) => requested.push(request.url()))
  await friend.goto(shared)
  await waitUntilHydrated(friend)
  await axeFindsNothing(friend)
  await answer(friend, 'Ada', 'I am coming', 'No nuts')
  await friend.reload()
  await expect(friend.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible()
  await friend.getByText('Change your answer', { exact: true }).click()
  await expect(friend.getByLabel('Diet or access needs')).toHaveValue('No nuts')
  expect(requested.filter((url) => url.includes('answer='))).toEqual([])
  expect(friend.url()).not.toContain('answer=')

  // The other friend has no scripts.
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(shared)
  await answer(plain, 'Ben', 'I am coming', 'Step-free, please')
  await plain.getByText('Change your answer', { exact: true }).click()
  await plain.getByRole('button', { name: 'I cannot come' }).click()
  await expect(plain.getByText('1 is coming, 1 cannot come')).toBeVisible()
  await expect(plain.getByText('No nuts')).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('1 is coming, 1 cannot come.')).toBeVisible()
  await expect(page.getByText('No nuts').first()).toBeVisible()
  await plain.getByText('Change your answer', { exact: true }).click()
  await plain.getByRole('button', { name: 'I am coming' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Plan for 3 guests' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /^3 guests$/ })).toBeVisible()

  await page.getByText('Let friends choose between this and another plan').click()
  await page.getByLabel('The other plan').selectOption(`Rainy day ${number}, 2 guests`)
  await page.getByRole('button', { name: 'Let friends choose' }).click()
  await expect(page.getByRole('heading', { name: 'Your friends choose between two plans' })).toBeVisible()
  await axeFindsNothing(page)
  for (const voter of [friend, plain]) {
    await voter.reload()
    await voter.getByRole('button', { name: `Choose this plan Rainy day ${number}` }).click()
    await expect(voter.getByText('Your choice')).toBeVisible()
  }
  await axeFindsNothing(friend)
  await page.reload()
  await expect(page.getByText('2 votes')).toBeVisible()
  await page.getByRole('button', { name: `Go on with this plan Rainy day ${number}` }).click()
  await expect(page.getByRole('heading', { name: `Rainy day ${number}`, level: 1 })).toBeVisible()
  // My itineraries lists both plans, each with its own title.
  const titles = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('my_itineraries') ?? '[]').map(({ title }: { title: string }) => title),
  )
  expect(titles.length).toBeGreaterThan(1)
  expect(new Set(titles).size).toBe(titles.length)
  await friend.goto(shared)
  await expect(friend.getByRole('heading', { name: 'The Bell' })).toBeVisible()

  await friend.getByText('Change your answer', { exact: true }).click()
  await friend.getByRole('button', { name: 'Take my answer back' }).click()
  await expect(friend.getByText('Your answer has been deleted.')).toBeVisible()
  await friend.goto(shared)
  await expect(friend.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()

  // A friend with scripts withdraws the answer after the link has been switched off.
  await answer(friend, 'Ada', 'I am coming', '')
  await page.getByText('Change or end the link', { exact: true }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Stop sharing' })).toBeHidden()
  await friend.goto(shared)
  await friend.getByRole('link', { name: 'Take Back My Answer' }).click()
  await axeFindsNothing(friend)
  await friend.getByRole('button', { name: 'Take my answer back' }).click()
  await expect(friend.getByText('Your answer has been deleted.')).toBeVisible()
})

test("one press makes a link and opens the device's share sheet, and another button copies the link", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { sheets: [] })
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (sheet: unknown) => void Reflect.get(window, 'sheets').push(sheet),
    })
  })
  await startADay(page, 'Our Sunday')
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page).not.toHaveURL(/\/edit/)
  // Without scripts, the button only makes the link.
  await waitUntilHydrated(page)
  const link = await shareTheDay(page)
  const sheets = () => page.evaluate(() => Reflect.get(window, 'sheets') as { title: string; url: string }[])
  await expect.poll(async () => (await sheets()).length).toBe(1)
  const [sheet] = await sheets()
  expect(sheet?.title).toBe('Our Sunday')
  expect(new URL(sheet?.url ?? '').search).toBe(new URL(link).search)

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async () => {} },
    })
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await sheets()).toHaveLength(1)
})
