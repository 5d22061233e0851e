import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './journey.ts'

import { openSite, type Site } from '../faults/site.ts'
import { openMailServer } from '../mail-server.ts'
import { axeFindsNothing } from './axe.ts'

// Uses a separate site, because its worker sends every email. Other journeys read unsent emails in the email log.
let site: Site
let worker: ChildProcess
let post: Awaited<ReturnType<typeof openMailServer>>
test.beforeAll(async () => {
  post = await openMailServer()
  site = await openSite({ SMTP_URL: post.url })
  const env = { ...process.env, DATA_FOLDER: site.folder, DATABASE_URL: '', SMTP_URL: post.url }
  worker = fork('server/worker.ts', { env: { ...env, LOG_LEVEL: 'fatal' }, silent: true })
  await once(worker, 'message')
})
test.afterAll(async () => {
  if (worker?.kill('SIGTERM')) await once(worker, 'exit')
  await site?.close()
  await post?.goDown()
})

test('an admin finds a rejected email, previews it and sends it again', async ({ page }) => {
  const base = `http://127.0.0.1:${site.port}`
  const reader = 'lantern@example.com'
  post.mood = 'refusing'
  const linkRequest = await page.request.post(`${base}/api/links/sign_in`, { data: { email: reader } })
  expect(linkRequest.status()).toBe(202)
  await expect.poll(stateOf(reader), { timeout: 60_000 }).toBe('dead')

  await page.goto(`${base}/admin/mail?search=${encodeURIComponent(reader)}`)
  const { admin } = JSON.parse(await readFile(join(site.folder, 'first-sign-in.json'), 'utf8')) as {
    admin: string
  }
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password').fill(admin)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByText('5.7.1 Not wanted')).toBeVisible()
  await expect(page.getByText('Given up').last()).toBeVisible()
  await page.getByRole('link', { name: reader }).click()

  const preview = page.frameLocator('iframe')
  const ground = () => preview.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Your sign-in link')
  const light = await ground()
  await page.getByRole('link', { name: 'Dark' }).click()
  await expect(page.getByTitle('The email in dark mode')).toBeVisible()
  await expect.poll(ground).not.toBe(light)
  await page.getByRole('link', { name: 'Plain text' }).click()
  await expect(page.getByText('The link works once and expires after 10 minutes.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  // Axe runs last, because it injects a script into each frame, and the frame of the preview forbids scripts.
  await axeFindsNothing(page)

  post.mood = 'up'
  await page.getByRole('button', { name: `Send again to ${reader}` }).click()
  await expect(page.getByText(`The email is being sent to ${reader} again.`)).toBeVisible()
  await expect.poll(() => post.arrived.length, { timeout: 60_000 }).toBe(1)
  const [arrived] = await post.parsed()
  expect(arrived).toMatchObject({
    subject: 'Your Chalk & Vine sign-in link',
    to: [{ address: reader }],
    html: expect.stringContaining('Your sign-in link'),
    text: expect.stringMatching(/Sign in:\nhttp:\/\/localhost:\d+\/\S{20,}/),
  })
  await expect.poll(stateOf(reader), { timeout: 60_000 }).toBe('sent')
  await page.reload()
  await expect(page.getByRole('definition').filter({ hasText: /^Sent$/ })).toBeVisible()
  await expect(page.getByText('5.7.1 Not wanted')).toHaveCount(0)
})

const stateOf = (reader: string) => async () => {
  const [mail] = await site.sql<{ state: string }[]>`select state from emails where to_address = ${reader}`
  return mail?.state
}
