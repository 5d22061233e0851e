import type { ChildProcess } from 'node:child_process'

import { freePort } from '../faults/site.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, type Page, test } from './journey.ts'
import { signInByEmail } from './printed.ts'
import { end, startProgram } from './site.ts'
import { siteFolder } from './site-database.ts'

// Passkeys belong to a host name. The site of all journeys has only an IP address, but this journey's site has a host
// name.
let base = ''
let site: ChildProcess
test.beforeAll(async () => {
  const port = String(await freePort())
  base = `http://localhost:${port}`
  site = await startProgram('server/main.ts', { base, folder: siteFolder(), port })
})
test.afterAll(() => end(site))

/** Gives the page a device that checks its owner, such as a phone with a fingerprint reader. */
async function addDevice(page: Page, isUserVerified = true) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  const setVerified = (is: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: is })
  return { setVerified }
}

async function signInByLink(page: Page, email: string) {
  await page.goto(`${base}/sign-in`)
  await signInByEmail(page, email)
}

test('a visitor adds a passkey after signing in, signs in with one press, and removes the passkey @phone', async ({
  page,
}, { project }) => {
  const device = await addDevice(page)
  await signInByLink(page, `passkey-${project.name}@example.com`)
  await expect(
    page.getByRole('heading', { name: 'Sign in with your face, finger or screen lock next time?' }),
  ).toBeVisible()
  await axeFindsNothing(page, 'main')
  await page.getByRole('button', { name: 'Yes, add a passkey' }).click()
  await expect(page).toHaveURL(/\/my-bookings$/)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)

  await device.setVerified(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('Your device did not confirm who you are.')
  await device.setVerified(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/my-bookings$/)

  await page.getByRole('link', { name: 'Your account' }).click()
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys.getByRole('listitem')).toContainText('Last used')
  await axeFindsNothing(page, 'main')
  await passkeys.getByRole('button', { name: /^Remove/ }).click()
  await expect(passkeys.getByRole('status')).toHaveText('The passkey has been removed.')
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey does not work here.')
})

test('a visitor who answers “Not now” is not asked again', async ({ page }) => {
  await addDevice(page)
  await signInByLink(page, 'not-now@example.com')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL(/\/my-bookings$/)
  await page.getByRole('button', { name: 'Log out' }).click()
  await signInByLink(page, 'not-now@example.com')
  await expect(page).toHaveURL(/\/my-bookings$/)
})
