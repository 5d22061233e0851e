import { createHash } from 'node:crypto'

import { accountSubject } from '../../app/people/sign-in/sign-in-limits.ts'
import { expect, test } from './journey.ts'
import { generate } from 'otplib'

import { axeFindsNothing } from './axe.ts'
import { makeAdminLink } from './printed.ts'
import { comeFromOwnAddress, openMenu, signIn } from './signing-in.ts'
import { onSiteDatabase } from './site-database.ts'

test.beforeEach(comeFromOwnAddress)

test('an admin turns on two-step sign-in, signs in elsewhere with a recovery code, and ends that sign-in', async ({
  page,
  browser,
}, { project }) => {
  const email = `two-${project.name}@example.com`
  const { link } = await makeAdminLink(email)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/links/read', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto(link)
  await page.getByLabel('New password').fill('sussex-wealden-iron')
  const set = page.getByRole('button', { name: 'Set the password' })
  const position = await set.boundingBox()
  answered.resolve()
  await expect(page.getByText(`two-${project.name}`)).toBeVisible()
  // The button has not moved. If it moved between a press and its release, the press would be lost.
  expect(await set.boundingBox()).toEqual(position)
  await set.click()
  await signIn(page, email, 'sussex-wealden-iron')
  await page.getByRole('link', { name: 'Your account is protected only by a password' }).click()
  // A wrong password is reported beside its field, which keeps the typed text.
  const forApp = page.getByRole('region', { name: 'Two-step sign-in' }).getByLabel('Current password')
  await forApp.fill('not the one')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect(page.getByText('That is not your current password.')).toBeVisible()
  await expect(forApp).toHaveValue('not the one')
  await axeFindsNothing(page)
  await forApp.fill('sussex-wealden-iron')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const secret = (await page.locator('.code').first().innerText()).replaceAll(' ', '')
  await axeFindsNothing(page)
  await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }))
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const recovery = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{4}-\w{4}-/ })
    .first()
    .innerText()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await signIn(other, email, 'sussex-wealden-iron')
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('alert')).toContainText('That code is wrong')
  await other.getByLabel('Code').fill(recovery)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/admin\/dashboard/)

  // Ending another sign-in needs the password.
  await page.goto('/account?as=admin')
  const sessions = page.getByRole('region', { name: 'Where you’re signed in' })
  await sessions.getByRole('button', { name: /^Sign out/ }).click()
  await expect(sessions.getByLabel('Current password')).toBeFocused()
  await sessions.getByLabel('Current password').fill('not the one')
  await sessions.getByRole('button', { name: /^Sign out/ }).click()
  await expect(sessions.getByText('That is not your current password.')).toBeVisible()
  await sessions.getByLabel('Current password').fill('sussex-wealden-iron')
  await axeFindsNothing(page)
  await sessions.getByRole('button', { name: /^Sign out/ }).click()
  await expect(sessions.getByText(/^Signed out: /)).toBeVisible()
  await expect(sessions.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/\/login\?/)

  const removing = page.getByRole('region', { name: 'Two-step sign-in' })
  await removing.getByLabel('Current password').fill('not the one')
  await removing.getByLabel('Code', { exact: true }).fill('000000')
  await removing.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await expect(removing.getByText('That is not your current password.')).toBeVisible()
  await expect(removing.getByLabel('Code', { exact: true })).toHaveValue('000000')
  await elsewhere.close()
})

test('password guessing does not lock out a browser that signed in before', async ({
  page,
  context,
  browser,
}, { project, retry }) => {
  const [email, password] = [`known-${project.name}-${retry}@example.com`, 'sussex-wealden-iron']
  await page.goto((await makeAdminLink(email)).link)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await signIn(page, email, password)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).locator('visible=true').click()
  await expect(page).toHaveURL(/\/login/)

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto('/login')
  const guess = (n: number) =>
    page.request.post('/api/admin_sessions', {
      headers: { 'X-Forwarded-For': `203.0.113.${n}` },
      data: { email, password: 'not the one' },
    })
  for (let n = 1; n <= 8; n++) await guess(n)
  // The first pause takes only two seconds. The test prolongs it, because a slow browser needs longer to sign in.
  const key = createHash('sha256').update(accountSubject('admin', email)).digest()
  const paused = await onSiteDatabase(
    (sql) => sql`
      update attempts set next_at = now() + interval '10 minutes' where key = ${key} and next_at > now() - interval '5 minutes'
      returning true`,
  )
  expect(paused).toHaveLength(1)
  expect((await guess(9)).status()).toBe(429)

  await signIn(stranger, email, password)
  await expect(stranger.getByRole('alert')).toContainText('Too many attempts.')
  // The known browser signs in from another client address.
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.10' })
  await page.goto('/login')
  await signIn(page, email, password)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
})
