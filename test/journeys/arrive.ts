import { expect, type Page, type Response } from '@playwright/test'

/** Opens a page and waits until its script answers, and nothing is on its way any more. */
export async function arrive(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path)
  await isAnswering(page)
  await page.waitForLoadState('networkidle')
  return answer
}

/**
 * Waits until the page's script answers whoever presses something. Before that a link loads a whole page and a form is the browser's,
 * as without a script; a quiet network alone does not tell, for the scripts are asked for late.
 */
export async function isAnswering(page: Page): Promise<void> {
  // Whoever is sent on meanwhile is asked again.
  await expect(async () => expect(await page.evaluate(isTaken), page.url()).toBe(true)).toPass()
}

/** React leaves what it answers with on the elements themselves. */
function isTaken(): boolean {
  const link = document.querySelector('a[href]')
  return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'))
}
