import { expect, test } from './journey.ts'

import { payload } from '../poison.ts'
import { watch } from './browser-watch.ts'
import { estate } from './demonstration.ts'

// These tests are the negative controls of every-screen.spec.ts.
test('hostile text in unescaped HTML runs its event handler and its script', async ({ context }) => {
  const report = await watch(context)
  const page = await context.newPage()
  await page.setContent(`<title>x</title><p>${payload('control')}</p>`)
  await expect.poll(() => report.executed.map(String).toSorted()).toEqual(['1', 'control'])
})

test.describe('a violation of the content security policy', () => {
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

  test('pages work under their content security policy', async ({ context, baseURL }) => {
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
