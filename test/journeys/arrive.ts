import { expect, type Page, type Response } from '@playwright/test'

/** Opens a page and waits until it is hydrated and the network is idle. */
export async function arrive(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await isAnswering(page)
  await page.waitForLoadState('networkidle')
  return response
}

/**
 * Waits until the page is hydrated. Before that, links load whole pages and the browser sends forms itself. An idle network
 * does not prove it, because scripts load late.
 */
export async function isAnswering(page: Page): Promise<void> {
  // A redirect may end the evaluation.
  await expect(async () => expect(await page.evaluate(isHydrated), page.url()).toBe(true)).toPass()
}

/** Waits until the page has done the work that it queued up to now. */
export async function isAtRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)).then(() => {}))
}

/** React stores the props of hydrated elements on the elements. Forms may be parts that come later than their page. */
function isHydrated(): boolean {
  const [link, parts] = [
    document.querySelector('a[href]'),
    document.querySelectorAll('main form, main aside'),
  ]
  return [link, ...parts].every(
    (element) => element && Object.keys(element).some((key) => key.startsWith('__reactProps')),
  )
}

/** Searches on Explore, where narrow screens have the field in a sheet. */
export async function searchFor(page: Page, words: string): Promise<void> {
  const field = page.getByLabel('Search by location or Vineyard name')
  if (!(await field.isVisible())) await page.getByRole('button', { name: /^Search: / }).click()
  await field.fill(words)
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Search and filters' })).toBeHidden()
}
