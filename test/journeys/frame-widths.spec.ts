import { expect, test } from './journey.ts'

import { arrive } from './arrive.ts'

const paths = ['/', '/explore?search=kent', '/contact', '/privacy', '/terms', '/sources', '/nowhere']

test('no page of the frame scrolls sideways at 320 px', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of paths) {
    await page.goto(path)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond, path).toBeLessThanOrEqual(0)
  }
})

test('a slow way shows the shape of what comes', async ({ page }) => {
  await arrive(page, '/privacy')
  // A thin line slows the way; nothing is intercepted.
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.getByRole('link', { name: 'Chalk & Vine' }).first().click()
  await expect(page.getByRole('status', { name: 'Loading the featured vineyard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chalk & Vine', level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading the featured vineyard' })).toHaveCount(0)
})
