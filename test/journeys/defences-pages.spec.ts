import { expect, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { watch } from './browser-watch.ts'
import { estate, publicPages } from './public-pages.ts'

// ASVS 14.2.3
// One width is enough, as the policy does not depend on it.
test('no page violates its content policy, logs an error or requests another origin', async ({
  context,
  baseURL,
}) => {
  const report = await watch(context)
  const page = await context.newPage()
  for (const path of publicPages) await arrive(page, path)
  expect(report.complaints.filter((line) => !/status of (400|404)/.test(line))).toEqual([])
  expect([...report.origins]).toEqual([new URL(baseURL ?? '').origin])
})

test('client-side navigation violates no content policy either', async ({ context }) => {
  const report = await watch(context)
  const page = await context.newPage()
  await arrive(page, '/privacy')
  await page.evaluate(() => {
    document.documentElement.dataset.stays = 'yes'
  })
  await page.getByRole('link', { name: 'Chalk & Vine' }).first().click()
  await page.getByRole('combobox').first().fill('denbies')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Denbies' }).first().click()
  await expect(page).toHaveURL(/\/vineyard\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Denbies')
  // React rendered this page in the browser.
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.dataset.stays)).toBe('yes')
  expect(report.complaints).toEqual([])
})

test.describe('a page that violates its policy', () => {
  test.use({
    expectedErrors: [/The action has been blocked\./],
  })

  test('is blocked and reported', async ({ context }) => {
    const report = await watch(context)
    const page = await context.newPage()
    await page.goto(estate)
    const refusals = await page.evaluate(async () => {
      const attempts = [
        () => (document.body.innerHTML += '<img src="/x.webp" onerror="noteExecuted(\'handler\')">'),
        () => Reflect.apply(window.setTimeout, window, ['noteExecuted("code")']),
        () => document.body.setAttribute('onclick', 'noteExecuted("click")'),
        () => (document.createElement('script').src = 'https://evil.example/x.js'),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
    await page.evaluate(() => {
      const image = new Image()
      image.src = 'https://evil.example/pixel.gif'
      document.body.append(image)
      const style = document.createElement('style')
      style.textContent = 'body { display: none }'
      document.body.append(style)
    })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => report.complaints.join('\n')).toContain('img-src refused https://evil.example')
    expect(report.complaints.join('\n')).toContain('style-src-elem refused inline')
    expect(report.executed).toEqual([])
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages work under their content policy', async ({ context, baseURL }) => {
    const report = await watch(context)
    const page = await context.newPage()
    for (const path of ['/', '/explore', estate, '/my-bookings', '/privacy']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const font = await page
        .getByRole('heading', { level: 1 })
        .evaluate((it) => getComputedStyle(it).fontFamily)
      expect(font, path).toMatch(/Besley/)
    }
    expect(report.complaints).toEqual([])
    expect([...report.origins]).toEqual([new URL(baseURL ?? '').origin])
  })
})
