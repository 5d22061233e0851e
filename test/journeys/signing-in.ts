import type { BrowserContext, Page, TestInfo } from '@playwright/test'

/** Gives each test its own client address, so that wrong passwords in one test do not delay another. */
export async function comeFromOwnAddress(
  { context }: { context: BrowserContext },
  { testId, retry }: TestInfo,
): Promise<void> {
  const ends = Buffer.from(testId).subarray(-3)
  await context.setExtraHTTPHeaders({
    'X-Forwarded-For': `10.${[...ends].join('.')}`,
    'X-Try': String(retry),
  })
}

export async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the staff menu, which is collapsed on a phone. */
export async function openMenu(page: Page) {
  const menu = page.locator('.staff-top summary')
  // The menu (on phones) or the Log out button appears with the person's name, which may load late.
  await menu
    .or(page.getByRole('button', { name: 'Log out' }))
    .filter({ visible: true })
    .first()
    .waitFor()
  if (await menu.isVisible()) await menu.click()
}

export const logOut = (page: Page) =>
  page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).first()

/**
 * Returns what the site has stored in the browser: the keys of local and session storage, and the names of databases.
 */
export const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage).toSorted(),
    // The scroll positions of pages are left out.
    session: Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions'),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
