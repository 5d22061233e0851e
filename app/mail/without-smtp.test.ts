import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeVineyard } from '../../test/make.ts'
import { lifetimeSentence } from '../people/accounts/link-lifetimes.ts'

const env = { SMTP_URL: 'smtp://127.0.0.1:9' }
const [silent, sending] = [await startApp(), await startApp({ env })]

/** Returns the visible text of a page. */
async function textOf(app: typeof silent, path: string): Promise<string> {
  const page = await (await app.visit(path)).text()
  return page
    .replaceAll(/<(script|style|head)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
}

async function makeBookingIn(app: typeof silent) {
  const { experience, on } = await makeDailyExperience(app.sql)
  const id = await book(app.sql, experience, on('2026-06-06'), 2, app.now)
  return { experience, confirmation: `/booking-confirmation/${id}`, change: `/booking/${id}/change` }
}

test('promises an email on the confirmation page only if a mail server is configured', async () => {
  const text = await textOf(silent, (await makeBookingIn(silent)).confirmation)
  expect(text).toContain('we cannot send you an email at the moment')
  expect(text).toContain('Keep the link to this page')
  expect(text).not.toMatch(/will confirm it to|We are sending an email|We have emailed|email your booking/)

  const other = await textOf(sending, (await makeBookingIn(sending)).confirmation)
  expect(other).toContain('will confirm it to ada@example.com')
  expect(other).toContain('We are sending an email to ada@example.com')
})

test('the booking form, the change page and the terms say whether the site can send emails', async () => {
  for (const [app, expected] of [
    [silent, 'We cannot send emails at the moment'],
    [sending, 'by email'],
  ] as const) {
    const { experience, change } = await makeBookingIn(app)
    const form = await textOf(app, `/book-now/${experience.vineyard_id}?experience=${experience.id}`)
    expect(form).toContain(expected)
    expect(form.includes('We email your booking and a link to cancel it.')).toBe(app === sending)
    expect(await textOf(app, change)).toContain(
      app === silent ? expected : 'email you the new calendar entry',
    )
    expect(await textOf(app, '/terms')).toContain(
      app === silent ? 'Your booking’s page will say so' : 'We will email you',
    )
  }
})

test('a page asks for an address for an opening alert only if the site can send it', async () => {
  for (const app of [silent, sending]) {
    const { id } = await makeVineyard(app.sql)
    for (const path of [`/vineyard/${id}`, `/vineyard/${id}/opening-alert`]) {
      const html = await (await app.visit(path)).text()
      expect(html.includes('it cannot tell you'), path).toBe(app === silent)
      expect(html.includes(`action="/vineyard/${id}/opening-alert"`), path).toBe(app === sending)
    }
  }
})

test('the pages of a site without a mail server have the attribute data-no-email, so that no toast says "emailed"', async () => {
  const bodyOf = async (app: typeof silent) => /<body[^>]*>/.exec(await (await app.visit('/')).text())?.[0]
  expect(await bodyOf(silent)).toContain('data-no-email')
  expect(await bodyOf(sending)).not.toContain('data-no-email')
})

test('a sign-in link is valid for as long as its email says', async () => {
  await silent.visit('/api/links/sign_in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ines@example.com' }),
  })
  const [mail] = await silent.sql<[{ minutes: number; lasts: number }]>`
    select (m.payload ->> 'minutes')::int as minutes, extract(epoch from l.expires_at - l.created_at)::int / 60 as lasts
    from emails m, one_time_links l where m.to_address = 'ines@example.com' and l.email = m.to_address`
  expect(lifetimeSentence('sign_in_link')).toBe(`${mail.minutes} minutes`)
  expect(mail.lasts).toBe(mail.minutes)
})
