import { expect, type Page, type Response } from '@playwright/test'

/**
 * Opens a page and waits until its script answers whoever presses something, and nothing is on its way any more. Before that a link loads
 * a whole page, as it does without a script; a quiet network alone does not tell, for the scripts are asked for late.
 */
export async function arrive(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path)
  // Whoever is sent on meanwhile is asked again.
  await expect(async () => expect(await page.evaluate(isAwake), path).toBe(true)).toPass()
  await page.waitForLoadState('networkidle')
  return answer
}

/** React leaves what it answers with on the elements themselves. */
function isAwake(): boolean {
  const link = document.querySelector('a[href]')
  return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'))
}
