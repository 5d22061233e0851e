import sharp from 'sharp'

import { axeFindsNothing } from './axe.ts'
import { makeGate, openToday } from './gate.ts'
import { expect, test } from './journey.ts'
import { enterAs, enterAsAdmin, makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'
import { makeExperience, makePattern, makeVineyard } from '../make.ts'

const narrow = { width: 390, height: 844 }
const today = Temporal.Now.plainDateISO('Europe/London')
const tomorrow = today.add({ days: 1 }).toString()

test('the dashboard counts booked sessions, and a walk-in joins the session that begins next', async ({
  context,
}) => {
  const { winemaker } = await makeGate(1)
  const page = await openToday(context, winemaker)
  await page.setViewportSize(narrow)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Walk-in' }).click()
  const sheet = page.getByRole('dialog', { name: 'Walk-in' })
  // Until a quarter past midnight, the session of 12:01 AM has just begun.
  const isNight = Temporal.PlainTime.compare(Temporal.Now.plainTimeISO('Europe/London'), '00:16') < 0
  await expect(sheet.getByRole('radio', { name: isNight ? /12:01 AM/ : /11:58 PM/ })).toBeChecked()
  await axeFindsNothing(page)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await page.goto('/winemaker/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 2 sessions booked, 2 guests today')
})

test('a telephone booking asks for a phone number or an email address in one sentence', async ({
  context,
}) => {
  const { winemaker, vineyard, walk } = await makeEstate([{ name: 'Mary Anning', day: tomorrow, guests: 2 }])
  await onSiteDatabase(async (sql) => {
    const other = await makeExperience(sql, { vineyard_id: vineyard.id, title: 'Cheese in the barn' })
    const host = { vineyard_id: vineyard.id, name: 'Rosalind', capacity: 4 }
    const [{ id }] = await sql<[{ id: string }]>`insert into hosts ${sql(host)} returning id`
    await sql`update experiences set host_id = ${id} where id in ${sql([walk.id, other.id])}`
    await makePattern(sql, { experience_id: other.id, start_time: '11:00', capacity: 10 })
  })
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize(narrow)
  await page.goto(`/winemaker/bookings?new=1&day=${tomorrow}`)
  await page.getByLabel('Experience').selectOption({ label: 'Cheese in the barn' })
  await expect(page.getByText('2 left: the host is with 2 others')).toBeVisible()
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Book and confirm' }).click()
  await expect(page.getByText('Please enter a phone number or an email address.').first()).toBeVisible()
  await expect(page.getByText('Please enter an email address, such as')).toHaveCount(0)
  await axeFindsNothing(page)
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByRole('button', { name: 'Book and confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Grace Hopper/ })).toBeVisible()
})

test('a photograph of more than 10 MB is made smaller before it is sent', { tag: '@long' }, async ({
  context,
}) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize(narrow)
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
  const create = { width: 4200, height: 2800, channels: 3, background: '#000', noise } as const
  const buffer = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(10 * 1024 * 1024)
  await page.goto('/winemaker/vineyard/edit')
  const sent = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/api/pictures'))
  await page
    .getByLabel(/^(Add a|Replace) cover photo$/)
    .setInputFiles({ name: 'vines.jpg', mimeType: 'image/jpeg', buffer })
  const { requestBodySize } = await (await sent).sizes()
  expect(requestBodySize).toBeLessThan(10 * 1024 * 1024)
  await expect(page.getByText('The new cover photo is on your page.')).toBeVisible({ timeout: 30_000 })
})

test('claims with an unconfirmed email address are counted beside the filter', async ({ context }) => {
  await onSiteDatabase(async (sql) => {
    const { id } = await makeVineyard(sql, { is_verified: false })
    const claim = {
      vineyard_id: id,
      name: 'Ada',
      email: 'ada@example.com',
      role: 'Owner',
      message: 'It is ours.',
      state: 'unproven',
    }
    await sql`insert into vineyard_claims ${sql({ ...claim, form_key: crypto.randomUUID() })}`
  })
  await enterAsAdmin(context)
  const page = await context.newPage()
  await page.setViewportSize(narrow)
  await page.goto('/admin/claims')
  const unconfirmed = page.getByRole('link', { name: /^\d+ claims? whose email is not confirmed$/ })
  const count = Number.parseInt((await unconfirmed.textContent()) ?? '', 10)
  expect(count).toBeGreaterThan(0)
  await axeFindsNothing(page)
  await unconfirmed.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    count === 1 ? 'One claim' : `${count} claims`,
  )
})
