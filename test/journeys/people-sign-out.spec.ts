import { axeFindsNothing } from './axe.ts'
import { arrive } from './arrive.ts'
import { expect, type Page, test } from './journey.ts'
import { enterAs, enterAsAdmin, makeEstate } from './own-estate.ts'
import { linkSentTo } from './printed.ts'
import { comeFromOwnAddress, logOut, openMenu, stored } from './signing-in.ts'

test.beforeEach(comeFromOwnAddress)

// ASVS 7.4.4
test('the menu of both staff areas offers to log out', { tag: ['@phone', '@long'] }, async ({
  context,
  page,
}) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)
  await arrive(page, '/winemaker/dashboard')
  await openMenu(page)
  await expect(logOut(page)).toBeVisible()
  await enterAsAdmin(context)
  await arrive(page, '/admin/dashboard')
  await openMenu(page)
  await expect(logOut(page)).toBeVisible()
})

/** Requests a sign-in link and opens it. Returns the button that signs the visitor in. */
async function enterAsVisitor(page: Page, email: string) {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText(`We can’t send a link to ${email}.`)).toBeVisible()
  await page.goto('about:blank')
  await page.goto(await linkSentTo(email))
  const button = page.getByRole('button', { name: 'Sign in' })
  await expect(button).toBeEnabled()
  return button
}

// ASVS 7.4.4 7.6.2 14.3.1
test('a visitor signs in by pressing a button, and logs out on the list of bookings', async ({ page }, {
  project,
  retry,
}) => {
  const button = await enterAsVisitor(page, `out-${project.name}-${retry}@example.com`)
  // An email program may open the link. Opening alone does not sign the visitor in.
  expect((await stored(page)).local).not.toContain('visitor_session_token')
  await button.click()
  await expect(page).toHaveURL(/\/my-bookings$/)
  expect((await stored(page)).local).toContain('visitor_session_token')
  await axeFindsNothing(page)
  await page.goto('/account')
  await expect(logOut(page)).toBeVisible()
  await page.goto('/my-bookings')
  await logOut(page).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect.poll(async () => (await stored(page)).local).not.toContain('favourites_joined')
  const { local, ...rest } = await stored(page)
  expect(rest).toEqual({ session: [], databases: [] })
  const values = await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), local)
  expect(values.join('').replaceAll(/[^\w@]/g, '')).toBe('')
})

// ASVS 14.3.1
test('logging out while the server cannot be reached clears the screen and the browser’s storage', async ({
  context,
  page,
}) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)
  await arrive(page, '/winemaker/bookings?new=1')
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await expect.poll(async () => (await stored(page)).local.some((key) => key.startsWith('draft:'))).toBe(true)
  await context.setOffline(true)
  await openMenu(page)
  await logOut(page).click()
  await page.getByRole('button', { name: 'Log out and delete it' }).click()
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await expect(page.getByText('Wyn Maker').filter({ visible: true })).toHaveCount(0)
  await axeFindsNothing(page)
  // Two keys that say nothing about the person stay: the browser's number, and a note that tells other tabs to forget drafts.
  const left = (await stored(page)).local.filter((key) => !/^(known_browser|drafts_deleted:\w+)$/.test(key))
  expect(left).toEqual([])
  expect((await stored(page)).databases).toEqual([])
  expect(await page.content()).not.toContain('Ada Lovelace')
  const ended = page.waitForRequest('**/api/rpc/logout_winemaker')
  await context.setOffline(false)
  await ended
})

// ASVS 7.4.5
test('an admin signs one person out everywhere, and cannot sign everybody out with a wrong password', async ({
  context,
  page,
  browser,
}) => {
  const { winemaker } = await makeEstate()
  const elsewhere = await browser.newContext()
  await enterAs(elsewhere, winemaker)
  const theirs = await elsewhere.newPage()
  await arrive(theirs, '/winemaker/dashboard')
  await enterAsAdmin(context)
  await arrive(page, '/admin/privacy')
  const part = page.getByRole('region', { name: 'Sign people out' })
  await part.getByLabel('Email address of the account').fill(winemaker.email)
  await part.getByRole('button', { name: 'Sign this person out everywhere' }).click()
  await expect(page.getByText('Signed out: 1 sign-in.')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/winemaker\/login/)
  await part.getByLabel('Your password').fill('not the one')
  await part.getByRole('button', { name: 'Sign everybody out' }).click()
  await expect(part.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
  await axeFindsNothing(page)
  await elsewhere.close()
})

// ASVS 6.2.6 6.2.7
test('password fields hide their text, accept pasted text and name themselves to password managers', async ({
  page,
}) => {
  for (const path of ['/winemaker/login', '/login']) {
    await page.goto(path)
    const field = page.getByLabel('Password')
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'current-password')
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
    await page.getByLabel('Email').fill('oak barrel and blue barn')
    await page.getByLabel('Email').press('ControlOrMeta+a')
    await page.getByLabel('Email').press('ControlOrMeta+x')
    await field.press('ControlOrMeta+v')
    await expect(field).toHaveValue('oak barrel and blue barn')
  }
})
