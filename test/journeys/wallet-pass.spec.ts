import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

import { freePort } from '../faults/site.ts'
import { makePassCertificates, readPass, verifyPass } from '../pass-certificates.ts'
import { arrive } from './arrive.ts'
import { axeFindsNothing } from './axe.ts'
import { expect, type Page, test } from './journey.ts'
import { makeEstate, weekendAhead } from './own-estate.ts'
import { end, startProgram } from './site.ts'
import { onSiteDatabase, siteFolder } from './site-database.ts'

// The site of all journeys has no certificate for passes, but this journey's site has one.
const certificates = await makePassCertificates()
let base = ''
let site: ChildProcess
test.beforeAll(async () => {
  const port = String(await freePort())
  base = `http://127.0.0.1:${port}`
  const env = {
    PASS_CERTIFICATE: certificates.certificate + certificates.issuer,
    PASS_KEY: certificates.key,
  }
  site = await startProgram('server/main.ts', { base, folder: siteFolder(), port, env })
})
test.afterAll(() => end(site))

const button = 'Add to Apple Wallet'

/** Makes a booking and returns its id and reference. */
async function makeBooking() {
  const { vineyard } = await makeEstate([{ name: 'Ines', day: weekendAhead().saturday, guests: 2 }])
  return onSiteDatabase(async (sql) => {
    const [booking] = await sql<[{ id: string; reference: string }]>`
      select id, reference from bookings where vineyard_id = ${vineyard.id}`
    return booking
  })
}

/** Presses the button, and expects a signed pass of the booking. */
async function addsPass(page: Page, reference: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: button }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(`${reference.toLowerCase()}.pkpass`)
  const files = readPass(await readFile(await download.path()))
  expect(JSON.parse(String(files['pass.json'])).serialNumber).toBe(reference)
  await verifyPass(files, certificates.issuer)
}

test('a guest adds the ticket to Apple Wallet, and a cancelled booking cannot be added @phone', async ({
  page,
}) => {
  const { id, reference } = await makeBooking()
  await arrive(page, `${base}/booking-confirmation/${id}`)
  await addsPass(page, reference)
  await axeFindsNothing(page)
  await arrive(page, `${base}/booking/${id}?cancel=yes`)
  await expect(page.getByRole('link', { name: button })).toBeVisible()
  await onSiteDatabase((sql) => sql`update bookings set status = 'cancelled' where id = ${id}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This booking is cancelled' })).toBeVisible()
  await expect(page.getByRole('link', { name: button })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest adds the ticket to Apple Wallet @phone', async ({ page }) => {
    const { id, reference } = await makeBooking()
    await page.goto(`${base}/booking/${id}`)
    await addsPass(page, reference)
  })
})
