import { expect, type Page, test } from './journey.ts'

test.use({ expectedErrors: [/on purpose/] })

const fail = (page: Page, what: string) =>
  page.evaluate((text) => {
    console.error(`${text} written on purpose`)
    queueMicrotask(() => {
      throw new Error(`${text} thrown on purpose`)
    })
  }, what)

test('a journey fails on errors of any page in any context', async ({ page, browser, pageErrors }) => {
  await page.goto('/')
  await fail(page, 'First')
  const other = await browser.newContext()
  const second = await other.newPage()
  await second.goto('/explore')
  await fail(second, 'Second')
  await expect
    .poll(() => pageErrors.map((error) => error.replace(/ \(.*/, '')).toSorted())
    .toEqual([
      'First thrown on purpose',
      'First written on purpose',
      'Second thrown on purpose',
      'Second written on purpose',
    ])
  await other.close()
})
