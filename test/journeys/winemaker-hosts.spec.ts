import { readFile } from 'node:fs/promises'

import { largestUpload } from '../../app/platform/media/upload.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'

const { saturday } = weekendAhead()

test('a guide takes over one session and gets a calendar link, at 390 px', async ({ context }) => {
  const { winemaker } = await makeEstate([{ name: 'Ada', day: saturday, guests: 4 }])
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/winemaker/hosts')
  const add = page.getByRole('region', { name: 'Add a host' })
  for (const [name, places] of [
    ['Ann', '10'],
    ['Ben', '3'],
  ] as const) {
    await add.getByLabel('Name').fill(name)
    await add.getByLabel('Kind').selectOption('A person')
    await add.getByLabel('People at once').fill(places)
    await add.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Calendar link of Ann' }).click()
  await expect(page.getByLabel('Calendar link of Ann')).toHaveValue(/\/calendars\/.+\/bookings\.ics$/)
  await expect(page.getByRole('button', { name: 'Renew the calendar link of Ann' })).toBeVisible()
  await axeFindsNothing(page, 'main')

  await page.goto(`/winemaker/calendar?view=day&on=${saturday}`)
  const host = page.getByLabel('Host of Walk of the rows at 11:00 AM')
  await host.selectOption('Ann')
  await expect(page.getByText('The host of this session is changed.')).toBeVisible()
  await expect(host).toHaveValue(/.+/)
  await host.selectOption('Ben')
  await expect(
    page.getByText('This host can take 3 people at once, but this session has more.'),
  ).toBeVisible()
  await expect(host.locator('option:checked')).toHaveText('Ann')
  await axeFindsNothing(page, 'main')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('11:00 AM to 12:30 PM: Walk of the rows, Ann')).toBeVisible()
})

test('visitors see the photograph of a guide only while the box is ticked, and staff always see it, at 390 px', async ({
  context,
  browser,
}) => {
  const { vineyard, winemaker } = await makeEstate([])
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/winemaker/hosts')
  const add = page.getByRole('region', { name: 'Add a host' })
  await add.getByLabel('Name').fill('Ann')
  await add.getByLabel('People at once').fill('10')
  await add.getByRole('button', { name: 'Add' }).click()
  // Zeros at the end make the file larger than an upload may be, so the browser has to shrink the photograph.
  const photograph = await readFile('public/pictures/hollowdown-960.webp')
  await page.getByLabel('Add a photograph of Ann').setInputFiles({
    name: 'ann.webp',
    mimeType: 'image/webp',
    buffer: Buffer.concat([photograph, Buffer.alloc(largestUpload)]),
  })
  const face = page.getByAltText('Ann')
  const width = () => face.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect(page.getByText('The photograph is stored.')).toBeVisible()
  await expect.poll(width).toBeGreaterThan(0)
  await axeFindsNothing(page, 'main')

  const visitor = await (await browser.newContext()).newPage()
  const address = `/vineyard/${vineyard.id}`
  const host = page.getByRole('listitem').filter({ has: face })
  await host.getByLabel('Show to visitors').check()
  await host.getByRole('button', { name: 'Save Ann' }).click()
  await expect(page.getByText('Ann saved.')).toBeVisible()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'Who you will meet' })).toBeVisible()
  const source = (await visitor.getByAltText('Ann').getAttribute('src')) ?? ''
  expect((await visitor.request.get(source)).status()).toBe(200)
  await host.getByLabel('Show to visitors').uncheck()
  await host.getByRole('button', { name: 'Save Ann' }).click()
  await expect.poll(async () => (await visitor.request.get(source)).status()).toBe(404)
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'Who you will meet' })).toBeHidden()
  await expect.poll(width).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Remove the photograph of Ann' }).click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect(face).toBeHidden()
  await axeFindsNothing(page, 'main')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(width).toBeGreaterThan(0)
})
