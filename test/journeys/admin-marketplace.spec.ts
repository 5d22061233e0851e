import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Browser, expect, type Page, test } from './journey.ts'
import { generate } from 'otplib'
import routes from '../../app/routes.ts'
import { axeFindsNothing } from './axe.ts'
import { firstPassword, linkSentTo, makeAdminLink } from './printed.ts'
import { comeFromOwnAddress, signIn } from './signing-in.ts'

test.beforeEach(comeFromOwnAddress)

test('an admin imports vineyards, verifies and features a vineyard, invites its winemaker and decides a claim', async ({
  page,
  browser,
}, { project, retry }) => {
  const mark = retry ? `${project.name}-${retry}` : project.name
  await page.clock.install()
  await signInWithTwoSteps(page, `market-${mark}@example.com`)

  await test.step('import fifty vineyards, three of them with errors', async () => {
    await inMenu(page, 'Vineyards').click()
    await page.getByRole('link', { name: 'Import a list' }).click()
    await page.getByLabel('CSV file').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(listOfFifty(mark)),
    })
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('list.csv: 47 new, 3 refused.')).toBeVisible()
    await expect(page.getByText('Postcode is not a UK postcode.')).toBeVisible()
    await expect(page.getByText('Write it like TN25 5AA, or only the first half.')).toBeVisible()
    await axeFindsNothing(page)
    await page.getByRole('button', { name: 'Import 47 rows' }).click()
    await expect(page.getByText('Done: 47 new, 3 refused.')).toBeVisible()
  })

  const name = `Marl Bank ${mark} 1`
  await test.step('verify and feature a vineyard', async () => {
    await inMenu(page, 'Vineyards').click()
    await page.getByLabel('Name, town or county').fill(name)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/search=/)
    await page.getByRole('switch', { name: `Verified: ${name}`, exact: true }).click()
    await expect(page.getByText(`${name} is verified.`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(`${name} is unverified.`)).toBeVisible()
    await page.getByRole('switch', { name: `Verified: ${name}`, exact: true }).click()
    await expect(page.getByText(`${name} is verified.`)).toBeVisible()
    await page.getByRole('switch', { name: `Featured: ${name}`, exact: true }).click()
    await expect(page.getByText(`${name} is featured.`)).toBeVisible()
    await expect(page.getByRole('switch', { name: `Featured: ${name}`, exact: true })).toBeChecked()
    await axeFindsNothing(page)
  })

  await test.step('a switch that is pressed while its toast disappears shows a new toast', async () => {
    const featured = page.getByRole('switch', { name: `Featured: ${name}`, exact: true })
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/vineyards/*', (route) => held.then(() => route.continue()))
    await featured.click()
    await page.clock.fastForward(6500)
    answer()
    await expect(page.getByText(`${name} is no longer featured.`)).toBeVisible()
    await featured.click()
    await expect(page.getByText(`${name} is featured.`)).toBeVisible()
  })

  await test.step('find the featured vineyard on the home page, and stop featuring it', async () => {
    const visitor = await browser.newPage()
    await expect(async () => {
      await visitor.goto('/')
      await expect(visitor.getByRole('heading', { name })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.getByRole('switch', { name: `Featured: ${name}`, exact: true }).click()
    await expect(page.getByText(`${name} is no longer featured.`)).toBeVisible()
    await expect(page.getByRole('switch', { name: `Featured: ${name}`, exact: true })).not.toBeChecked()
    await visitor.close()
  })

  await test.step('invite the winemaker of the vineyard, who signs in', async () => {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('link', { name: 'Invite someone' }).click()
    const email = `wyn-${mark}@example.com`
    await page.getByLabel('Name', { exact: true }).fill('Wyn Parry')
    await page.getByLabel('Email').fill(email)
    await expect(page.getByRole('radio', { name })).toBeChecked()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByText('has been invited. No mail server is set')).toBeVisible()
    await signInByInvitation(browser, email)
  })

  const days = await test.step('plan the first experience of the vineyard and close two days', async () => {
    await openVineyard(page, name)
    await page.getByRole('link', { name: 'Experiences', exact: true }).last().click()
    await page.getByRole('link', { name: 'Add an experience' }).first().click()
    await page.getByLabel('Title').fill('Marl Walk')
    await page.getByLabel('Price per person').fill('15')
    await page.getByRole('button', { name: 'Add and plan start times' }).click()
    await page.getByRole('button', { name: 'Add a start time' }).first().click()
    await page.getByLabel('Start', { exact: true }).fill('14:00')
    await page.getByLabel('Places').fill('8')
    await page.getByRole('button', { name: 'Save start times' }).click()
    await expect(page.getByText('Saved just now')).toBeVisible()
    await page.getByRole('button', { name: 'Next month' }).click()
    const planned = page.getByRole('grid').getByRole('button', { name: /0\/8/ })
    await expect(planned.nth(2)).toBeVisible()
    for (const reason of ['The lane is flooded', 'The press is mended']) {
      const shown = page.locator('#why-head')
      const before = await shown.innerText()
      await planned.first().click()
      await expect(shown).not.toHaveText(before)
      await page.getByRole('button', { name: 'Close this day …' }).click()
      await page.getByLabel('Reason').fill(reason)
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page.getByText(/ is closed\.$/).last()).toBeVisible()
      await expect(page.getByRole('grid').getByText(reason)).toBeVisible()
    }
    await axeFindsNothing(page)
    await planned.first().click()
    await expect(page.getByText('Visitors can book this day.')).toBeVisible()
    const open = new URL(page.url()).searchParams.get('day') ?? ''
    const book = (await page.getByRole('link', { name: 'View booking page' }).getAttribute('href')) ?? ''
    return { open, book }
  })

  await test.step('book as a visitor and set all four statuses, with the right emails', async () => {
    const visitor = await browser.newPage()
    await visitor.goto(`${days.book}&date=${days.open}`)
    await visitor.getByRole('radio', { name: /2:00 PM/ }).check()
    await visitor.getByLabel('Full name').fill('Petra Lindqvist')
    await visitor.getByLabel('Email').fill(`petra-${mark}@example.com`)
    await visitor.getByLabel('Phone').fill('01632 960123')
    await visitor.getByRole('button', { name: /^Book/ }).click()
    await expect(visitor).toHaveURL(/booking-confirmation/)
    const id = new URL(visitor.url()).pathname.split('/').at(-1) ?? ''
    await visitor.close()

    await page.goto(`/admin/bookings/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Petra Lindqvist, 2 guests')
    // The worker writes the vineyard's emails only when it sends them, so the test counts only the guest's emails.
    const mails = page
      .getByRole('region', { name: 'Emails' })
      .getByRole('listitem')
      .filter({ hasText: `petra-${mark}@example.com` })
    const before = await mails.count()
    await page.context().setOffline(true)
    await page.getByLabel('Status').selectOption({ label: 'Confirmed' })
    await expect(page.getByRole('alert')).toHaveText('Failed to update booking status')
    await page.context().setOffline(false)
    // The page reloads its data before it shows this text, so the next choice applies to the new status.
    const newest = page.getByRole('region', { name: 'History' }).getByRole('listitem').first()
    for (const [status, toast, emails] of [
      ['Confirmed', 'Confirmed. No mail server is set, so emails stay in the email log.', 1],
      ['Completed', 'Completed. Nobody was emailed.', 1],
      ['Pending', 'Pending. Nobody was emailed.', 1],
      ['Cancelled', 'Cancelled. No mail server is set, so emails stay in the email log.', 2],
    ] as const) {
      await page.getByLabel('Status').selectOption({ label: status })
      if (status === 'Completed') await page.getByRole('button', { name: 'Complete it now' }).click()
      await expect(page.getByText(toast)).toBeVisible()
      await expect(newest).toContainText(status)
      await expect(mails).toHaveCount(before + emails)
    }
    await axeFindsNothing(page)
  })

  await test.step('approve a claim, and the new owner signs in', async () => {
    const email = `owner-${mark}@example.com`
    const visitor = await browser.newPage()
    await visitor.goto(`/explore?search=${encodeURIComponent(`Marl Bank ${mark} 2`)}`)
    await visitor.getByRole('link', { name: `Marl Bank ${mark} 2`, exact: true }).click()
    await visitor.getByRole('link', { name: 'Claim This Vineyard' }).click()
    await visitor.getByLabel('Your name').fill('Olwen Reed')
    await visitor.getByLabel('Email').fill(email)
    await visitor.getByLabel('Your role at the vineyard').fill('Owner')
    await visitor.getByLabel('How can we check that it’s yours?').fill('Ring the number on our gate.')
    await visitor.getByRole('button', { name: /Send|claim/i }).click()
    await expect(visitor).toHaveURL(/sent=1/)
    // A claim is listed only after the claimant has confirmed the email address.
    await visitor.goto(await linkSentTo(email))
    await visitor.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(visitor.getByText('Your address is confirmed')).toBeVisible()
    await visitor.close()

    await page.goto('/admin/claims?state=new')
    await page
      .locator('summary')
      .filter({ hasText: `Marl Bank ${mark} 2` })
      .click()
    await page.getByRole('button', { name: `Approve the claim of Marl Bank ${mark} 2` }).click()
    await axeFindsNothing(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(
      page.getByText('is now verified. No mail server is set, so emails stay in the email log.'),
    ).toBeVisible()
    await signInByInvitation(browser, email)
  })

  await test.step('find the changes in the audit log', async () => {
    await page.goto('/admin/dashboard')
    await page.getByRole('link', { name: 'This site sends no emails until you set a mail server' }).click()
    await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeInViewport()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByLabel('Search for').fill('olwen')
    await expect(page.getByRole('dialog').getByText(`owner-${mark}@example.com`)).toBeVisible()
    await page.goto('/admin/audit?noun=vineyard_claim')
    await page.getByText('of claim').first().click()
    await expect(page.getByRole('cell', { name: 'approved' }).first()).toBeVisible()
    await axeFindsNothing(page)
  })
})

function listOfFifty(mark: string): string {
  const rows = Array.from(
    { length: 50 },
    (_, n) => `Marl Bank ${mark} ${n + 1},Wye,Kent,TN25 5AA,01632 960100`,
  )
  rows[6] = `Marl Bank ${mark} 7,Wye,Kent,90210,`
  rows[19] = ',Wye,Kent,TN25 5AA,'
  rows[32] = `Marl Bank ${mark} 33,Wye,Kent,TN25 5AA,ask Bev`
  return `name,town,county,postcode,phone\n${rows.join('\n')}\n`
}

async function signInWithTwoSteps(page: Page, email: string) {
  const { link } = await makeAdminLink(email)
  const password = 'sussex-wealden-iron'
  await page.goto(link)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await signIn(page, email, password)
  await page.getByRole('link', { name: 'Your account is protected only by a password' }).click()
  const twoSteps = page.getByRole('region', { name: 'Two-step sign-in' })
  await twoSteps.getByLabel('Current password').fill(password)
  await twoSteps.getByRole('button', { name: 'Add an authenticator app' }).click()
  const secret = (await page.locator('.code').first().innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }))
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const recovery = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{4}-\w{4}-/ })
    .first()
    .innerText()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await signIn(page, email, password)
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
}

/** Finds a link in the staff menu. Until the menu is shown, the sign-in page has links with the same names. */
const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name, exact: true })

/** Opens a vineyard through the list of vineyards. */
async function openVineyard(page: Page, name: string) {
  await page.goto(`/admin/vineyards?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

/** Opens the emailed link in another browser, chooses a password and signs in. */
async function signInByInvitation(browser: Browser, email: string) {
  const page = await browser.newPage()
  await page.goto(await linkSentTo(email))
  await page.getByLabel('New password').fill('weald-clay-and-oak')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page).toHaveURL(/\/winemaker\/login\?set/)
  await signIn(page, email, 'weald-clay-and-oak')
  await expect(page).toHaveURL(/\/winemaker\/dashboard/)
  await page.context().close()
}

test('a winemaker who opens an admin URL is sent to the login page', async ({ page }) => {
  await page.goto('/winemaker/login')
  await signIn(page, 'winemaker@example.com', await firstPassword('winemaker'))
  await expect(page).toHaveURL(/\/winemaker\/dashboard/)
  const some = '01900000-0000-7000-8000-000000000000'
  const paths = adminPaths(routes, '').map((path) => path.replaceAll(/:\w+/g, some))
  expect(paths.length).toBeGreaterThan(25)
  const answers: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/') && response.ok()) answers.push(`${pathname} at ${page.url()}`)
  })
  for (const path of paths.filter((_, index) => process.env.LONG || index % 7 === 0)) {
    await page.goto(path)
    await page.waitForURL(({ pathname }) => pathname === '/login')
    await expect(page.getByRole('navigation', { name: 'Staff' })).toHaveCount(0)
  }
  expect(answers).toEqual([])
})

/** Returns every URL of the admin area in the route table. */
function adminPaths(entries: RouteConfigEntry[], above: string): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    const below = adminPaths(children, here)
    return (path !== undefined || index) && /^\/admin(\/|$)/.test(here) ? [here, ...below] : below
  })
}
