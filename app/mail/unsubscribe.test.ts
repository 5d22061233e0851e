import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeVineyard, makeWinemaker } from '../../test/make.ts'
import { sendDailySheets, thankGuests } from '../bookings/scheduled-jobs.server.ts'
import type { Unsubscribable } from './unsubscribe.ts'

const app = await startApp()
const { sql, visit } = app
const afterVisit = new Date('2026-06-07T11:00:00Z')
const onTheDay = new Date('2026-06-06T08:00:00Z')

async function pathOf(email_type: Unsubscribable, address: string): Promise<string> {
  const [{ token }] = await sql<
    [{ token: string }]
  >`select unsubscribe_token(${email_type}, ${address}) as token`
  return `/unsubscribe/${token}`
}

/** Sends the request of a mailbox provider whose user presses "Unsubscribe": no cookies, no origin and no other fields. */
const oneClick = (path: string) =>
  visit(path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })

/** Creates a past visit of a guest with this address, and returns whether the guest is sent a thank-you email. */
async function isThanked(guest_email: string): Promise<boolean> {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on('2026-06-06'), 2, app.now)
  await sql`update bookings set guest_email = ${guest_email}, status = 'completed' where id = ${id}`
  await thankGuests(sql, afterVisit)
  return (await sql`select from emails where booking_id = ${id} and email_type = 'thank_you'`).length === 1
}

test('one-click unsubscribing stops thank-you emails of all vineyards until the guest subscribes again', async () => {
  expect(await isThanked('Ada@example.com')).toBe(true)
  const path = await pathOf('thank_you', 'ada@example.com')
  const answer = await oneClick(path)
  expect([answer.status, answer.headers.get('Location')]).toEqual([200, null])
  expect((await oneClick(path)).status).toBe(200)
  expect(await isThanked('ada@example.com')).toBe(false)
  expect(await isThanked('bea@example.com')).toBe(true)

  await app.submit(path, { intent: 'subscribe' })
  expect(await isThanked('ada@example.com')).toBe(true)
})

// ASVS 3.5.3
test('the page asks before it unsubscribes, works without JavaScript, and is neither cached nor indexed', async () => {
  const path = await pathOf('thank_you', 'cleo@example.com')
  const page = await visit(path)
  const html = await page.text()
  expect([page.status, page.headers.get('Cache-Control'), page.headers.get('Referrer-Policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(html).toContain('thank-you emails after a visit')
  expect(html).toMatch(/<form[^>]*method="post"/)
  expect(html).toContain('noindex')
  // Mail scanners open every link, so opening the page must not unsubscribe.
  expect(await isThanked('cleo@example.com')).toBe(true)
  const response = await visit(path, { method: 'POST', body: new URLSearchParams({ intent: 'unsubscribe' }) })
  expect(await response.text()).toContain('You’ve been unsubscribed')
  expect(await isThanked('cleo@example.com')).toBe(false)
})

test('an invalid link changes nothing', async () => {
  const path = await pathOf('thank_you', 'dora@example.com')
  const swapped = path.endsWith('A') ? `${path.slice(0, -2)}BA` : `${path.slice(0, -2)}AA`
  for (const wrong of [swapped, '/unsubscribe/x', `/unsubscribe/${'A'.repeat(43)}`, '/unsubscribe/%ff']) {
    expect([404, 400], wrong).toContain((await visit(wrong)).status)
    expect([404, 400], wrong).toContain((await oneClick(wrong)).status)
  }
  expect(await isThanked('dora@example.com')).toBe(true)
})

/** Books a visit for today, and returns the addresses that get the vineyard's daily email. */
async function readersOf(vineyard_id: string): Promise<string[]> {
  const { experience, on } = await makeDailyExperience(sql, { experience: { vineyard_id } })
  await book(sql, experience, on('2026-06-06'), 2, app.now)
  await sql`delete from emails where email_type = 'vineyard_daily_sheet'`
  await sendDailySheets(sql, onTheDay)
  const rows = await sql<{ to_address: string }[]>`
    select to_address from emails where email_type = 'vineyard_daily_sheet' and payload ->> 'vineyardId' = ${vineyard_id}`
  return rows.map(({ to_address }) => to_address)
}

test("unsubscribing changes the preference in a winemaker's account", async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const { email } = await makeWinemaker(sql, { vineyard_id })
  expect(await readersOf(vineyard_id)).toEqual([email])
  await oneClick(await pathOf('vineyard_daily_sheet', email))
  expect(await sql`select unwanted_mails from winemakers where email = ${email}`).toEqual([
    { unwanted_mails: ['vineyard_daily_sheet'] },
  ])
  expect(await readersOf(vineyard_id)).toEqual([])
  await sql`update winemakers set unwanted_mails = '{}' where email = ${email}`
  expect(await readersOf(vineyard_id)).toEqual([email])
})

test('sends no daily email to an unsubscribed address of a vineyard without staff', async () => {
  const { id: vineyard_id } = await makeVineyard(sql, { email: 'cellar@example.com' })
  expect(await readersOf(vineyard_id)).toEqual(['cellar@example.com'])
  await oneClick(await pathOf('vineyard_daily_sheet', 'cellar@example.com'))
  expect(await readersOf(vineyard_id)).toEqual([])
})
