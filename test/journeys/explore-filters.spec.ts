import { expect, type Page, test } from '@playwright/test'
import { axeFindsNothing } from './axe.ts'

const count = (page: Page, text: string) => expect(page.locator('.result-bar h2')).toHaveText(text)
const names = (page: Page) => page.locator('.card h3').allTextContents()

/** On a phone the filters are folded. */
async function openFilters(page: Page) {
  if (!(await page.getByLabel('Region').isVisible())) await page.locator('.filters > summary').click()
  await expect(page.getByLabel('Region')).toBeVisible()
}

/** Filters apply once the script runs: the native date field has then become a button. */
async function explore(page: Page, query = '') {
  await page.goto(`/explore${query}`)
  await openFilters(page)
  await expect(page.getByRole('button', { name: /^Available Date/ })).toBeVisible()
}

test('a choice applies at once, counts, has a chip, and Back takes it away again', async ({ page }) => {
  await explore(page, '?search=flint')
  await page.getByLabel('Region').selectOption('Kent')
  await expect(page).toHaveURL(/\?search=flint&region=Kent$/)
  await page.getByLabel('Experience Type').selectOption('Wine tasting')
  await expect(page).toHaveURL(/&type=wine_tasting$/)
  await expect(page.locator('.count')).toHaveText('Active: 2')

  await page.goBack()
  await expect(page.getByLabel('Experience Type')).toHaveValue('')
  await expect(page.getByLabel('Region')).toHaveValue('Kent')
  await page.getByRole('link', { name: 'Remove filter: Kent' }).click()
  await expect(page).toHaveURL(/\?search=flint$/)
  await expect(page.getByLabel('Region')).toHaveValue('')
  await expect(page.getByText('Clear All')).toBeHidden()
})

test('a day is picked from the calendar, whose code comes when it is opened', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await explore(page)
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => url.includes('day-calendar'))).toEqual([])

  const button = page.getByRole('button', { name: 'Available Date Pick a date' })
  await button.click()
  const calendar = page.getByRole('dialog', { name: 'Pick a date' })
  await expect(calendar.getByRole('table')).toBeVisible()
  expect(loaded.filter((url) => url.includes('day-calendar')).length).toBeGreaterThan(0)
  await axeFindsNothing(page)

  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  const today = calendar.locator(':focus')
  await expect(today).toHaveAttribute('data-day', /./)
  const first = (await today.getAttribute('data-day')) ?? ''
  await page.keyboard.press('ArrowLeft')
  await expect(calendar.locator(`[data-day="${first}"]`)).toBeFocused()
  await page.keyboard.press('PageDown')
  const chosen = (await calendar.locator(':focus').getAttribute('data-day')) ?? ''
  expect(chosen.slice(0, 7)).not.toBe(first.slice(0, 7))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`\\?date=${chosen}$`))
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('button', { name: /^Available Date \d+ \w+ 20\d\d$/ })).toBeFocused()
  await expect(page.getByRole('link', { name: /^Remove filter: \w{3} \d+, 20\d\d$/ })).toBeVisible()
})

test('days that have passed can not be chosen', { tag: '@once' }, async ({ page }) => {
  await explore(page)
  await page.getByRole('button', { name: /^Available Date/ }).click()
  const calendar = page.getByRole('dialog', { name: 'Pick a date' })
  await expect(calendar.locator(':focus')).toBeVisible()
  const today = (await calendar.locator(':focus').getAttribute('data-day')) ?? ''
  const past = await calendar
    .locator('[data-day]')
    .evaluateAll(
      (days, now) => days.filter((day) => (day.getAttribute('data-day') ?? '') < now).length,
      today,
    )
  await expect(calendar.locator('[data-day]:disabled')).toHaveCount(past)
  await expect(calendar.getByRole('img', { name: 'Earlier months have passed' })).toBeVisible()
})

test('the price slider applies when it rests, and its chip puts it back', async ({ page }) => {
  await explore(page)
  const [low, high] = [page.getByLabel('Lowest price'), page.getByLabel('Highest price')]
  await high.focus()
  for (let press = 0; press < 46; press++) await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\?maxPrice=40$/)
  await expect(high).toBeFocused()
  await low.focus()
  for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowRight')
  // The ends never pass each other.
  await expect(page).toHaveURL(/\?minPrice=40&maxPrice=40$/)
  await expect(low).toHaveAttribute('aria-valuetext', '£40')
  await page.getByRole('link', { name: 'Remove filter: £40 - £40' }).click()
  await expect(page).toHaveURL(/\/explore$/)
  await expect(page.locator('.range-out')).toHaveText('£0£500')
})

test('a party and a day go along to the form, which opens with both', { tag: '@once' }, async ({ page }) => {
  await explore(page)
  await page.getByLabel('Guests').fill('3')
  await expect(page).toHaveURL(/\?guests=3$/)
  await page.getByRole('button', { name: /^Available Date/ }).click()
  await expect(page.getByRole('dialog', { name: 'Pick a date' }).locator(':focus')).toBeVisible()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?date=20\d\d-\d\d-\d\d&guests=3$/)
  const date = new URL(page.url()).searchParams.get('date') ?? ''
  await page.locator('.card h3 a').first().click()
  await expect(page).toHaveURL(new RegExp(`/vineyard/.*\\?date=${date}&guests=3$`))
  await page
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`&date=${date}&guests=3$`))
})

test('Load more lets the list grow, and Back from a vineyard finds it whole', { tag: '@once' }, async ({
  page,
}) => {
  await explore(page)
  expect(await names(page)).toHaveLength(24)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.locator('.card')).toHaveCount(48)
  await expect(page.locator('.card h3 a').nth(24)).toBeFocused()
  await expect(page.locator('.load-more')).toContainText(/^48 of \d+ shown/)
  const before = await names(page)
  expect(new Set(before).size).toBe(48)

  await page.locator('.card h3 a').nth(30).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(before[30] ?? '')
  await page.goBack()
  await expect(page.locator('.card')).toHaveCount(48)
})

test('bad input is answered and said, and a clean address takes its place with the next choice', {
  tag: '@once',
}, async ({ page }) => {
  await explore(page, '?minPrice=-5&guests=x&region=Atlantis')
  await expect(page.locator('.corrections p')).toHaveCount(3)
  await page.getByLabel('Min Duration (hours)').selectOption('2+ hours')
  await expect(page).toHaveURL(/\/explore\?minDuration=2$/)
  await expect(page.locator('.corrections')).toBeHidden()
})

test('six skeleton cards stand in for a list that is slow to come', { tag: '@once' }, async ({ page }) => {
  await explore(page)
  await page.route(/explore\.data/, async (route) => {
    await new Promise((later) => setTimeout(later, 1200))
    await route.continue()
  })
  await page.getByLabel('Region').focus()
  await page.getByLabel('Region').selectOption('Kent')
  await expect(page.getByRole('status', { name: 'Loading vineyards' }).locator('.card')).toHaveCount(6)
  await expect(page.getByLabel('Region')).toBeFocused()
  await expect(page.getByRole('status', { name: 'Loading vineyards' })).toBeHidden()
  await expect(page.locator('.result-bar h2')).toContainText('found')
})

test('axe finds nothing on the list, filtered, or empty and corrected', async ({ page }) => {
  for (const query of [
    '',
    '?region=Kent&maxPrice=100&type=wine_tasting',
    '?search=zzz&region=Kent&guests=x',
  ]) {
    await explore(page, query)
    await axeFindsNothing(page)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the filters are a form with a button', async ({ page }) => {
    await page.goto('/explore?search=flint')
    await openFilters(page)
    await page.getByLabel('Region').selectOption('Kent')
    await page.getByLabel('Max Group Size').selectOption('20+ people')
    await page.getByRole('button', { name: 'Show results' }).click()
    await count(page, '1 vineyard found for flint')
    expect(await names(page)).toEqual(['Flintmere Vineyard'])
    await expect(page.locator('.count')).toHaveText('Active: 2')

    await page.getByRole('link', { name: 'Remove filter: Kent' }).click()
    await expect(page).toHaveURL(/\?search=flint&maxGroupSize=20$/)
    await page.getByRole('link', { name: 'Clear All' }).click()
    await expect(page).toHaveURL(/\?search=flint$/)
  })

  test('the date is a native field', { tag: '@once' }, async ({ page }) => {
    await page.goto('/explore')
    await openFilters(page)
    await page.getByLabel('Available Date').fill('2027-01-09')
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(page.getByRole('link', { name: 'Remove filter: Jan 9, 2027' })).toBeVisible()
  })

  test('pages are plain links', { tag: '@once' }, async ({ page }) => {
    await page.goto('/explore')
    const first = await names(page)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(page.locator('.load-more')).toContainText('25 to 48 of')
    const second = await names(page)
    expect(second).toHaveLength(24)
    expect(second.filter((name) => first.includes(name))).toEqual([])
    await page.getByRole('link', { name: 'Earlier vineyards' }).click()
    await expect(page.locator('.load-more')).toContainText(/^24 of/)
    expect(await names(page)).toEqual(first)
  })
})
