import { chromium } from '@playwright/test'
import { afterAll, expect, test } from 'vitest'

import { chromiumPath } from '../../test/browser.ts'
import { renderEmail } from './render-email.server.tsx'

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
})
afterAll(() => browser.close())

const word = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3)

test('an email with very long words does not scroll sideways', async () => {
  const { html } = await renderEmail(
    {
      subject: word,
      preview: word,
      heading: word,
      parts: [
        { kind: 'text', text: word },
        { kind: 'facts', facts: [{ label: 'Name', value: word }] },
        { kind: 'button', label: 'Open your booking', href: 'https://vines.test/' },
        { kind: 'links', links: [{ label: word, href: 'https://vines.test/' }] },
        { kind: 'notice', text: word },
        { kind: 'quote', text: word },
        { kind: 'list', heading: word, items: [{ number: '1', title: word, lines: [word] }] },
      ],
      reason: word,
    },
    { site_url: 'https://vines.test', mail_from: 'Chalk & Vine <bookings@vines.test>' },
  )
  const page = await browser.newPage()
  await page.setContent(html)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(
      width,
    )
  }
})
