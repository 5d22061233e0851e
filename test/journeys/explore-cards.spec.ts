import { expect, type Locator, type Page, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { linkSentTo } from './printed.ts'

const columns = (page: Page) =>
  page
    .locator('.cards:not(.compact)')
    .evaluate((cards) => getComputedStyle(cards).gridTemplateColumns.split(' ').length)

const linesOf = (text: Locator) =>
  text.evaluate((it) => Math.round(it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight)))

const lines = (page: Page, card: string) =>
  linesOf(page.locator('.card', { hasText: card }).locator('.clamp'))

test('cards are in three columns on a large screen and in one column on a phone', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/explore')
  expect(await columns(page)).toBe(3)
  await page.setViewportSize({ width: 1024, height: 900 })
  expect(await columns(page)).toBe(3)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await columns(page)).toBe(1)
})

test('price, next day and Book are on the first screen, and a bar on phones shows them once they are out of view', {
  tag: '@long',
}, async ({ page }) => {
  const beside = page.getByRole('complementary', { name: 'Price and next available day' })
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/vineyard/de510001-0000-4000-8000-000000000000')
    await expect(beside.getByRole('link', { name: 'Book' })).toBeInViewport({ ratio: 1 })
    await expect(beside).toContainText(/from £\d+\.\d\d a person/)
    await expect(beside.getByText(/^Next: \w{3} \d{1,2} \w{3}/)).toBeInViewport({ ratio: 1 })
  }
  const bar = page.locator('.book-bar')
  await expect(bar).toBeHidden()
  await page.locator('.exps').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 1200)
  await expect(bar).toBeVisible()
})

test('a card has two tab stops, its link and its heart, and a click elsewhere on the card opens the vineyard', async ({
  page,
}) => {
  await arrive(page, '/explore?search=flintmere')
  expect(await lines(page, 'Flintmere Vineyard')).toBe(3)
  const card = page.locator('.card', { hasText: 'Flintmere Vineyard' })
  await page.getByRole('link', { name: 'Flintmere Vineyard' }).focus()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Save Flintmere Vineyard to Favorites' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { pressed: true })).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await card.locator(':focus').count()).toBe(0)

  await card.click({ position: { x: 40, y: 80 } })
  await expect(page.getByRole('heading', { level: 1, name: 'Flintmere Vineyard' })).toBeVisible()
})

test('the gallery opens large, moves by keys, buttons and swipes, returns focus, and closes on Back', {
  tag: '@phone',
}, async ({ page }) => {
  await arrive(page, '/vineyard/de510001-0000-4000-8000-000000000000')
  const tile = page.getByRole('link', { name: 'Illustration: rows in October' })
  // Until the code of the gallery has loaded, the link leads to the large file.
  await expect(tile).toHaveAttribute('href', '/pictures/hollowdown-harvest-1600.webp')
  await tile.focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Pictures of Hollowdown Estate' })
  const status = lightbox.getByRole('status')
  await expect(status).toContainText('3 of 8')
  await expect(lightbox.getByRole('img', { name: 'Illustration: rows in October' })).toBeInViewport()
  await axeFindsNothing(page)

  await page.keyboard.press('ArrowLeft')
  await expect(status).toContainText('2 of 8: Illustration: the press house')
  await lightbox.getByRole('button', { name: 'Previous picture' }).click()
  await expect(status).toContainText('1 of 8: Illustration: Hollowdown Estate in summer')
  await page.keyboard.press('End')
  await expect(status).toContainText('8 of 8')
  // Scrolls the list as a swipe does.
  await lightbox.getByRole('list').evaluate((list) => list.scrollBy({ left: -list.clientWidth }))
  await expect(status).toContainText('7 of 8')
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(tile).toBeFocused()

  await page.locator('.cover').click({ position: { x: 180, y: 60 } })
  await expect(status).toContainText('1 of 8')
  // A busy browser removes the history entry of the closed gallery late. The gallery can be opened again before that.
  await page.evaluate(() => {
    const back = history.back.bind(history)
    history.back = () => addEventListener('back-arrives', back, { once: true })
  })
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toBeHidden()

  // Back closes the gallery and stays on the page. Forward changes nothing.
  await tile.click()
  await expect(lightbox).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('back-arrives')))
  await expect(status).toContainText('3 of 8')
  await page.goBack()
  await expect(lightbox).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Hollowdown Estate' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Hollowdown Estate' })).toBeVisible()
  await expect(lightbox).toBeHidden()
})

test('the featured vineyard shows at most three lines of text, and its picture links to the vineyard', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/')
  const featured = page.getByRole('region', { name: 'Featured Vineyard' })
  const name = await featured.getByRole('heading', { level: 3 }).textContent()
  const text = featured.locator('.clamp')
  expect(await linesOf(text)).toBeLessThanOrEqual(3)
  expect(await text.evaluate((it) => getComputedStyle(it).webkitLineClamp)).toBe('3')

  // A click on the picture follows the link of the name, which extends over the picture.
  await featured.locator('.feature').click({ position: { x: 40, y: 80 } })
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible()
})

test('Back shows the earlier search again, in the field and in the list', async ({ page }) => {
  await page.goto('/explore?search=hollowdown')
  const field = page.getByRole('combobox', { name: 'Search by location or Vineyard name' })
  await field.fill('flintmere')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: '1 vineyard found for flintmere' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '1 vineyard found for hollowdown' })).toBeVisible()
  await expect(field).toHaveValue('hollowdown')
})

test('removing a favourite from the list keeps the focus in the page and can be undone', async ({ page }) => {
  await arrive(page, '/explore?search=flintmere')
  const heart = page.getByRole('button', { name: 'Save Flintmere Vineyard to Favorites' })
  await heart.click()
  await page.goto('/favourites')
  await heart.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByText('Flintmere Vineyard is no longer saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo removing Flintmere Vineyard' }).press('Enter')
  await expect(page.getByRole('heading', { name: '1 vineyard saved' })).toBeVisible()
  await expect(page.getByText('is no longer saved')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a favourite is stored on the device until it is removed', async ({ page }) => {
  await arrive(page, '/explore?search=flintmere')
  await page.getByRole('link', { name: 'Flintmere Vineyard' }).click()
  await page.getByRole('button', { name: 'Save to Favorites' }).click()
  await expect(page.getByRole('button', { name: 'Saved', pressed: true })).toBeVisible()

  await page.goto('/favourites')
  await expect(page.getByRole('heading', { name: '1 vineyard saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Flintmere Vineyard' }).click()
  await page.getByRole('button', { name: 'Saved' }).click()
  await page.goto('/favourites')
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
})

test('a visitor claims a vineyard and confirms the claim by an emailed link, and the confirmation passes axe', async ({
  page,
}) => {
  const email = 'rosalind@example.com'
  await page.goto('/explore?search=chapel+down')
  await page.getByRole('link', { name: 'Chapel Down' }).click()
  await page.getByRole('link', { name: 'Claim This Vineyard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Claim Chapel Down' })).toBeVisible()

  await page.getByLabel('Your name').fill('Rosalind Row')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Your role at the vineyard').fill('Owner')
  await page.getByLabel('How can we check that it’s yours?').fill('Ring the number on our website.')
  await page.getByRole('button', { name: 'Send Claim' }).click()
  await expect(page.getByText('We have your claim, but we cannot send emails at the moment.')).toBeVisible()

  await page.goto(await linkSentTo(email))
  await expect(page.getByText('Claim by Rosalind Row, Chapel Down')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('we’ve received your claim of Chapel Down')).toBeVisible()
  await axeFindsNothing(page, 'main')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('features that need scripts are hidden and explained', async ({ page }) => {
    await page.goto('/explore?search=flintmere')
    await page.getByRole('link', { name: 'Flintmere Vineyard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Flintmere Vineyard' })).toBeVisible()
    await expect(page.getByText('Save to Favorites')).toBeHidden()
    await page.goto('/favourites')
    // The element is found by its selector, because Playwright's text search skips noscript.
    await expect(page.locator('noscript .notice')).toBeVisible()
    await expect(page.locator('main')).toContainText('Favourites are stored in this browser', {
      useInnerText: true,
    })
  })
})
