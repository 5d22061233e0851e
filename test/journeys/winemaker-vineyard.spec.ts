import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'

import { axeFindsNothing } from './axe.ts'
import { firstPassword } from './printed.ts'

test.beforeEach(async ({ context }, { testId, retry }) => {
  const ends = Buffer.from(testId).subarray(-3)
  await context.setExtraHTTPHeaders({
    'X-Forwarded-For': `10.${[...ends].join('.')}`,
    'X-Try': String(retry),
  })
})

async function signIn(page: Page) {
  await page.goto('/winemaker/vineyard/edit')
  await page.getByLabel('Email').fill('winemaker@example.com')
  await page.getByLabel('Password').fill(await firstPassword('winemaker'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Pictures', exact: true })).toBeVisible()
}

const photograph = (background: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()

test('a winemaker sends a cover that a visitor sees, picks the place on the map, and reads what bookings brought', {
  tag: '@once',
}, async ({ page, browser, request }) => {
  await signIn(page)
  const cover = page.getByLabel(/^Send (a|another) cover$/)
  await cover.setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toContainText('That is a drawing (SVG).')
  await cover.setInputFiles({
    name: 'vines.jpg',
    mimeType: 'image/jpeg',
    buffer: await photograph('#4e784a'),
  })
  await expect(page.getByText('The new cover is there for everybody.')).toBeVisible()
  await page.getByLabel('What it shows').first().fill('Rows of vines in June')
  await page.getByRole('button', { name: 'Save these words' }).click()
  await expect(page.getByRole('button', { name: 'Save these words' })).toHaveCount(0)

  // What is typed stays while pictures change beside it, and is saved without a quarrel.
  await page.getByLabel('Phone').fill('01632 960777')
  await page.getByRole('button', { name: 'Pick it on the map' }).click()
  const before = await page.getByLabel('Latitude').inputValue()
  await expect(page.getByRole('button', { name: 'Map marker' })).toBeVisible()
  await page.locator('.map-ground').click({ position: { x: 60, y: 60 } })
  await expect(page.getByLabel('Latitude')).not.toHaveValue(before)
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()

  const { vineyard_id, experience } = await bookThree(page, request)
  const visitor = await browser.newPage()
  await visitor.goto(`/vineyard/${vineyard_id}`)
  const shown = visitor.getByRole('img', { name: 'Rows of vines in June' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true)
  await expect(visitor.getByText('01632 960777').first()).toBeVisible()
  await visitor.close()

  await page.getByRole('link', { name: 'Reports' }).locator('visible=true').click()
  const { day, title, price, guests } = experience
  await page.goto(`/winemaker/reports?from=${day}&until=${day}&by=experience&experience_id=${experience.id}`)
  // Two and three guests came to stand; the third booking, of two, was cancelled.
  const revenue = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(
    price * guests,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${revenue} from ${guests} guests`)
  const line = page.getByRole('region', { name: 'Lines as a table' }).getByRole('row', { name: title })
  await expect(line.getByRole('cell')).toHaveText([
    '2',
    String(guests),
    revenue,
    new RegExp(`^${guests} of \\d+ \\(\\d+%\\)$`),
    /day/,
    '1',
    '0',
  ])
  await axeFindsNothing(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saving).suggestedFilename()).toBe('report.csv')
})

/** Books three times on a free day of the vineyard's first experience, and has the last one cancelled by its staff. */
async function bookThree(page: Page, request: Parameters<Parameters<typeof test>[2]>[0]['request']) {
  const token = await page.evaluate(() => localStorage.getItem('winemaker_session_token'))
  const headers = { Authorization: `Bearer ${token}` }
  const { vineyard_id } = await (await request.get('/api/me', { headers })).json()
  const listed = await (
    await request.get(`/api/experiences?vineyard_id=${vineyard_id}&limit=100`, { headers })
  ).json()
  const experience = listed.items.find(
    ({ is_active, min_group_size, max_group_size }: Offered) =>
      is_active && min_group_size <= 2 && (max_group_size ?? 10) >= 3,
  )
  const today = new Date()
  const dayIn = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const asked = `experience_id=${experience.id}&from=${dayIn(20)}&until=${dayIn(60)}`
  const slots = await (await request.get(`/api/slots?${asked}`)).json()
  const slot = (slots.items ?? slots).find(
    ({ remaining, capacity }: Slot) => remaining >= 7 && remaining === capacity,
  )
  const ids: string[] = []
  for (const [index, guests] of [2, 3, 2].entries()) {
    const made = await request.post('/api/bookings', {
      data: {
        vineyard_id,
        experience_id: experience.id,
        booking_date: slot.slot_date,
        start_time: slot.start_time.slice(0, 5),
        number_of_guests: guests,
        guest_name: `Guest ${index}`,
        guest_email: `guest${index}@example.com`,
        guest_phone: '01632 960123',
        total_price: (Math.round(experience.price_per_person * 100) * guests) / 100,
      },
    })
    expect(made.status()).toBe(201)
    ids.push((await made.json()).id)
  }
  const cancelled = await request.post(`/api/bookings/${ids[2]}/status`, {
    data: { status: 'cancelled' },
    headers,
  })
  expect(cancelled.status()).toBe(200)
  const { id, title, price_per_person } = experience
  return { vineyard_id, experience: { id, title, price: price_per_person, guests: 5, day: slot.slot_date } }
}

type Offered = { is_active: boolean; min_group_size: number; max_group_size: number | null }
type Slot = { remaining: number; capacity: number }
