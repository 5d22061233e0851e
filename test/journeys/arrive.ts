import { expect, type Page, type Response } from '@playwright/test'

/** Opens a page and waits until it is hydrated and the network is idle. */
export async function arrive(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await waitUntilHydrated(page)
  await page.waitForLoadState('networkidle')
  return response
}

/**
 * Waits until the page is hydrated. Before that, links load whole pages, and the browser sends forms without scripts.
 * Waiting for an idle network is not enough, because scripts may load late.
 */
export async function waitUntilHydrated(page: Page): Promise<void> {
  // The check is repeated, because a redirect may interrupt it.
  await expect(async () => expect(await page.evaluate(isHydrated), page.url()).toBe(true)).toPass()
}

/** Waits until the page has done the work that it queued up to now. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)).then(() => {}))
}

/**
 * Returns whether React has stored its props on the first link, and on the forms and asides of `main`, which may be
 * hydrated later.
 */
function isHydrated(): boolean {
  const [link, parts] = [
    document.querySelector('a[href]'),
    document.querySelectorAll('main form, main aside'),
  ]
  return [link, ...parts].every(
    (element) => element && Object.keys(element).some((key) => key.startsWith('__reactProps')),
  )
}

/** Searches on Explore. On narrow screens, the field is in a sheet. */
export async function searchFor(page: Page, words: string): Promise<void> {
  const field = page.getByLabel('Search by location or Vineyard name')
  if (!(await field.isVisible())) await page.getByRole('button', { name: /^Search: / }).click()
  await field.fill(words)
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Search and filters' })).toBeHidden()
}
