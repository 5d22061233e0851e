import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'

/** Uploads a large picture over a slow connection. A bar must show the progress, and stopping must change nothing. */
async function stopSending(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const speed = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 200_000 }
  await devtools.send('Network.emulateNetworkConditions', speed)
  const side = 1400
  const noise = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
  const buffer = await noise.jpeg({ quality: 95 }).toBuffer()
  await page
    .getByLabel(/^(Add a|Replace) cover photo$/)
    .setInputFiles({ name: 'noise.jpg', mimeType: 'image/jpeg', buffer })
  const bar = page.getByRole('progressbar', { name: 'Uploading the picture' })
  await expect(bar).toBeVisible()
  const share = async () => Number(await bar.getAttribute('value'))
  await expect.poll(share).toBeGreaterThan(0)
  expect(await share()).toBeLessThan(100)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar).toHaveCount(0)
  await devtools.send('Network.emulateNetworkConditions', { ...speed, latency: 0, uploadThroughput: -1 })
  await devtools.detach()
}

/** Uploads an SVG, which is rejected, then stops an upload and completes another. A visitor must see the picture. */
export async function sendCover(page: Page, browser: Browser, vineyard_id: string) {
  await page.goto('/winemaker/vineyard/edit')
  const cover = page.getByLabel(/^(Add a|Replace) cover photo$/)
  await cover.setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toContainText('That is an SVG file.')
  await stopSending(page)
  const photograph = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#4e784a' } })
  await cover.setInputFiles({
    name: 'vines.jpg',
    mimeType: 'image/jpeg',
    buffer: await photograph.jpeg().toBuffer(),
  })
  await expect(page.getByText('The new cover photo is on your page.')).toBeVisible()
  await page.getByLabel('What the picture shows').first().fill('Rows of vines in June')
  await page.getByRole('button', { name: 'Save description' }).click()
  await expect(page.getByRole('button', { name: 'Save description' })).toHaveCount(0)

  const visitor = await browser.newPage()
  await visitor.goto(`/vineyard/${vineyard_id}`)
  const shown = visitor.getByRole('img', { name: 'Rows of vines in June' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true)
  await visitor.close()
}
