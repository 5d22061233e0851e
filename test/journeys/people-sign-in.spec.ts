import { expect, type Page, type Request, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { estate } from './demonstration.ts'
import { firstPassword, linkSentTo, signInByEmail } from './printed.ts'
import { comeFromOwnAddress, openMenu, signIn } from './signing-in.ts'

const winemaker = 'winemaker@example.com'
const admin = 'admin@example.com'

test.beforeEach(comeFromOwnAddress)

test('a winemaker who signs in returns to the page that was opened first', async ({ page }) => {
  await page.goto('/winemaker/dashboard?tab=1')
  await expect(page).toHaveURL(/\/winemaker\/login\?from=%2Fwinemaker%2Fdashboard%3Ftab%3D1$/)
  await signIn(page, winemaker, await firstPassword('winemaker'))
  await expect(page).toHaveURL(/\/winemaker\/dashboard\?tab=1$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('winemaker_session_token'))
  expect(token).toMatch(/^[\w-]{43}$/)
  await axeFindsNothing(page)
})

test('a wrong password shows the specified error and keeps the typed text', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/winemaker/login')
  await signIn(page, 'nobody@example.com', 'not the one')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
  await axeFindsNothing(page)
  await page.goto('/login')
  await signIn(page, 'nobody@example.com', 'not the one')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await axeFindsNothing(page)
})

test('an invalid token is removed when the page loads', async ({ page }) => {
  await page.goto('/winemaker/login')
  await page.evaluate(() => localStorage.setItem('winemaker_session_token', 'A'.repeat(43)))
  await page.goto('/winemaker/dashboard')
  await expect(page).toHaveURL(/\/winemaker\/login/)
  expect(await page.evaluate(() => localStorage.getItem('winemaker_session_token'))).toBeNull()
})

test('logging out in one tab also signs out another tab', async ({ page, context }) => {
  await page.goto('/winemaker/login')
  await signIn(page, winemaker, await firstPassword('winemaker'))
  await expect(page).toHaveURL(/\/winemaker\/dashboard/)
  const other = await context.newPage()
  await other.goto('/winemaker/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).locator('visible=true').click()
  await expect(page).toHaveURL(/\/winemaker\/login/)
  await expect(other).toHaveURL(/\/winemaker\/login\?from=/)
})

// Without the lock in admin-session.ts, each tab would send the same refresh token.
test("one tab refreshes the admin's tokens for all tabs", async ({ page, context }) => {
  await page.goto('/login')
  await signIn(page, admin, await firstPassword('admin'))
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  const sent = { at_once: 0, most: 0, tokens: new Set<string>() }
  const isRefresh = (request: Request) => request.url().endsWith('/admin_sessions/refresh')
  context.on('request', (request) => {
    if (!isRefresh(request)) return
    sent.most = Math.max(sent.most, ++sent.at_once)
    sent.tokens.add(request.postData() ?? '')
  })
  context.on('requestfinished', (request) => {
    if (isRefresh(request)) sent.at_once--
  })

  // The access token has expired, and another tab holds the lock until all tabs are waiting.
  const holder = await context.newPage()
  await holder.goto('/privacy')
  await holder.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('admin_session') ?? '{}')
    localStorage.setItem(
      'admin_session',
      JSON.stringify({ ...session, expires_at: new Date().toISOString() }),
    )
    void navigator.locks.request(
      'admin_session',
      () => new Promise((open) => Object.assign(window, { open })),
    )
  })
  const others = [page, await context.newPage(), await context.newPage()]
  for (const tab of others) await tab.goto('/admin/audit', { waitUntil: 'domcontentloaded' })
  await holder.waitForFunction(
    async () =>
      (await navigator.locks.query()).pending?.filter(({ name }) => name === 'admin_session').length === 3,
  )
  expect(sent.most).toBe(0)
  await holder.evaluate(() => (window as unknown as { open: () => void }).open())

  for (const tab of others) await expect(tab.getByRole('heading', { name: /by staff$/ })).toBeVisible()
  // A tab that does not yet see the new tokens may repeat the refresh, so the test counts refresh tokens, not requests.
  expect(sent).toMatchObject({ most: 1, tokens: { size: 1 } })
})

test('an admin invites a winemaker, who chooses a password and signs in', async ({ page, browser }, {
  project,
}) => {
  const email = `nell-${project.name}@example.com`
  await page.goto('/admin')
  await signIn(page, admin, await firstPassword('admin'))
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await page.getByRole('link', { name: 'Winemakers', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nell Vintner')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Find the vineyard').fill('hollow')
  await page.getByRole('radio', { name: /Hollowdown Estate/ }).check()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(
    page.getByText(/ has been invited\. No mail server is set, so emails stay in the email log\.$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeEnabled()
  await axeFindsNothing(page)

  const theirs = await browser.newContext()
  const invited = await theirs.newPage()
  await invited.goto(await linkSentTo(email))
  await expect(invited.getByText(/^For .+, .+/)).toBeVisible()
  await invited.getByLabel('New password').fill('password1234')
  await invited.getByRole('button', { name: 'Set the password' }).click()
  await expect(invited.getByText('That password is too easy to guess.')).toBeVisible()
  await axeFindsNothing(invited)
  await invited.getByLabel('New password').fill('weald-clay-and-oak')
  await invited.getByRole('button', { name: 'Set the password' }).click()
  await expect(invited).toHaveURL(/\/winemaker\/login\?set/)
  await signIn(invited, email, 'weald-clay-and-oak')
  await expect(invited).toHaveURL(/\/winemaker\/dashboard/)
  await theirs.close()
})

test('a visitor signs in by an emailed link and signs out', async ({ page }, { project }) => {
  const email = `ines-${project.name}@example.com`
  await page.goto('/my-bookings')
  await page.getByRole('link', { name: 'Sign in by email' }).click()
  const link = await signInByEmail(page, email)
  await expect(page).toHaveURL(/\/my-bookings$/)
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByText('Signed in as visitor')).toBeVisible()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)

  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has been used')
})

test('itineraries and favourites follow a visitor who signs in on another device', async ({ page, browser }, {
  project,
  retry,
}) => {
  const email = `two-devices-${project.name}-${retry}@example.com`
  const title = `Downs by train ${retry}`
  await page.goto('/itinerary/create')
  await page.getByLabel('Give it a name').fill(title)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/itinerary\/[^/]+\/edit/)
  // The script stores the day on this device.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(title)
  await page.goto(estate)
  await page.getByRole('button', { name: 'Save to Favorites' }).click()
  // This device opens no page with favourites afterwards, so signing in alone must store the favourite.
  await signInByLink(page, email)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signInByLink(other, email)
  await other.goto('/my-itineraries')
  await expect(other.getByRole('heading', { name: 'Your itineraries from other devices' })).toBeVisible()
  await axeFindsNothing(other)
  await other.getByRole('button', { name: title, exact: true }).click()
  await expect(other.getByRole('heading', { name: title })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Edit this plan' })).toBeVisible()
  await other.goto('/favourites')
  await expect(other.getByRole('heading', { name: '1 vineyard saved' })).toBeVisible()
  await elsewhere.close()
})

/** Requests a sign-in link and opens it in this browser. */
async function signInByLink(page: Page, email: string) {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText(`We can’t send a link to ${email}.`)).toBeVisible()
  // The link opens in a new page, as from an email program.
  await page.goto('about:blank')
  await page.goto(await linkSentTo(email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/my-bookings$/)
}
