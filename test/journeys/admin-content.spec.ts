import { expect, type Page, test } from './journey.ts'
import sharp from 'sharp'

import { clockOf } from '../../app/platform/days.ts'
import { axeFindsNothing } from './axe.ts'
import { firstPassword } from './printed.ts'

test.beforeEach(async ({ context }, { testId, retry }) => {
  const ends = Buffer.from(testId).subarray(-3)
  await context.setExtraHTTPHeaders({
    'X-Forwarded-For': `10.${[...ends].join('.')}`,
    'X-Try': String(retry),
  })
})

async function signIn(page: Page, path: string) {
  await page.goto(path)
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password').fill(await firstPassword('admin'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

/** Delays in ms. The post stays scheduled for tomorrow until the test is ready for its publication. */
const [tomorrow, soon] = [86_400_000, 3000]

/**
 * Schedules a post. Makes the field accept seconds too, so that the test need not wait for the next minute.
 */
async function schedule(page: Page, at: Date) {
  const field = page.getByLabel('Date and time in London')
  await field.evaluate((input: HTMLInputElement) => void (input.step = '1'))
  await field.fill(`${clockOf(at)}:${String(at.getUTCSeconds()).padStart(2, '0')}`)
}

async function putInPicture(page: Page, words: string) {
  await press(page, 'Picture')
  const photograph = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#d8d8c8' } })
  const buffer = await photograph.jpeg().toBuffer()
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'pit.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('Picture uploaded. Now describe it.')).toBeVisible()
  await page.getByLabel('What it shows').fill(words)
  await press(page, 'Insert')
}

const saved = (page: Page) => expect(page.getByText('Saved just now')).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test(
  'an admin writes, schedules and deletes a post, resolves a concurrent edit, and makes and deletes an itinerary',
  { tag: '@long' },
  async ({ page, context }, { retry }) => {
    test.slow()
    const slug = `chalk-under-the-vines-${retry}`
    await signIn(page, '/admin/blog/new')
    await page.getByLabel('Title').fill(`Chalk under the vines ${retry}`)
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(slug)
    const text = page.getByRole('textbox', { name: 'Text' })
    await press(page, 'Heading')
    await text.pressSequentially('Why chalk')
    await text.press('Enter')
    await text.pressSequentially('It holds ')
    await press(page, 'Bold')
    await text.pressSequentially('water')
    await text.press('Enter')
    await press(page, 'Vineyard')
    await page.getByLabel('Name, town or county').fill('hollowdown')
    await page.keyboard.press('Enter')
    await press(page, 'Hollowdown Estate')
    await putInPicture(page, 'A pit in the chalk')
    await axeFindsNothing(page)

    await press(page, 'Preview the page')
    await expect(page.getByRole('heading', { name: 'Why chalk' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Hollowdown Estate' })).toBeVisible()
    await press(page, 'Back to the form')

    await page.getByRole('link', { name: 'Blog' }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(text).toContainText('It holds water')

    await press(page, 'Add the post')
    // The URL no longer has the parameter that announced the new post, so a reload does not announce it again.
    await expect(page).toHaveURL(/\/admin\/blog\/[0-9a-f-]{36}\/edit$/)
    const reader = await context.newPage()
    expect((await reader.goto(`/blog/${slug}`))?.status()).toBe(404)

    const other = await context.newPage()
    await other.goto(page.url())
    await expect(other.getByRole('textbox', { name: 'Text' })).toContainText('It holds water')

    await page.getByLabel('At a set time').check()
    await schedule(page, new Date(Date.now() + tomorrow))
    await page.getByLabel('Title').fill(`Chalk under old vines ${retry}`)
    await press(page, 'Save')
    await saved(page)
    expect((await reader.goto(`/blog/${slug}`))?.status()).toBe(404)

    await other.getByLabel('Summary').fill('What lies below.')
    await press(other, 'Save')
    const conflict = other.getByRole('alert')
    await expect(conflict).toContainText('Somebody else has saved changes meanwhile.')
    await expect(conflict.getByRole('row', { name: /^Published/ })).toContainText('Draft')
    await axeFindsNothing(other)
    await press(other, 'Save my changes with theirs')
    await saved(other)
    await expect(other.getByLabel('Title')).toHaveValue(`Chalk under old vines ${retry}`)
    await expect(other.getByLabel('Summary')).toHaveValue('What lies below.')
    await expect(other.getByRole('textbox', { name: 'Text' })).toContainText('It holds water')

    await test.step('meanwhile, make an itinerary with a vineyard and an inn', async () =>
      makeItinerary(await context.newPage(), retry))

    await page.reload()
    await expect(page.getByLabel('Summary')).toHaveValue('What lies below.')
    await schedule(page, new Date(Date.now() + soon))
    await press(page, 'Save')
    await saved(page)
    const status = async () => (await reader.goto(`/blog/${slug}`))?.status()
    await expect.poll(status, { timeout: 60_000, intervals: [500] }).toBe(200)
    await expect(reader.getByText('What lies below.').first()).toBeVisible()
    await expect(reader.getByRole('heading', { name: 'Why chalk' })).toBeVisible()
    await expect(reader.locator('strong', { hasText: 'water' })).toBeVisible()
    await expect(reader.getByRole('link', { name: 'Hollowdown Estate' })).toBeVisible()
    await expect(reader.getByRole('img', { name: 'A pit in the chalk' })).toBeVisible()
    await axeFindsNothing(reader)

    await page.reload()
    await press(page, 'Delete')
    await expect(page.getByText('has been deleted.')).toBeVisible()
    // A toast stays while the pointer or the focus is on it.
    await page.getByRole('button', { name: 'Undo' }).focus()
    expect((await reader.goto(`/blog/${slug}`))?.status()).toBe(404)
    await press(page, 'Undo')
    await expect(page.getByText('has been restored.')).toBeVisible()
    expect((await reader.goto(`/blog/${slug}`))?.status()).toBe(200)
    await page.goto('/admin/blog')
    await page.getByRole('link', { name: `Chalk under old vines ${retry}` }).click()
    await press(page, 'Delete')
    await expect(page.getByText('has been deleted.')).toBeVisible()
  },
)

/** Makes an itinerary with a vineyard and an inn, then reorders, publishes, deletes, restores and deletes it again. */
async function makeItinerary(page: Page, retry: number) {
  const name = `Two downs in a day ${retry}`
  await page.goto('/admin/itineraries/create')
  await page.getByLabel('Name').fill(name)
  await press(page, 'Create and add stops')
  await page.getByLabel('Name, town or county').fill('flintmere')
  await press(page, 'Search')
  await press(page, 'Add Flintmere Vineyard')
  await expect(page.getByRole('heading', { name: 'Flintmere Vineyard' })).toBeVisible()
  await page.getByLabel('What’s it called?').fill('The Ram Inn')
  await page.getByLabel('Nearest town or postcode').fill('Lewes')
  await press(page, 'Add this stop')
  await press(page, 'Move up The Ram Inn')
  const stops = page.getByRole('list', { name: 'Stops of day 1' }).getByRole('heading')
  await expect(stops).toHaveText(['The Ram Inn', 'Flintmere Vineyard'])
  await press(page, 'Publish')
  await expect(page.getByText('Published: everyone can see it.')).toBeVisible()
  await axeFindsNothing(page)

  await page.goto('/itineraries')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: 'The Ram Inn' })).toBeVisible()
  await axeFindsNothing(page)
  await page.goto('/admin/itineraries')
  await page.getByRole('link', { name }).click()
  await press(page, 'Delete')
  await press(page, 'Undo')
  await expect(page.getByText('has been restored.')).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name }).click()
  await expect(stops).toHaveText(['The Ram Inn', 'Flintmere Vineyard'])
  await press(page, 'Delete')
  await expect(page.getByText('has been deleted.')).toBeVisible()
}
