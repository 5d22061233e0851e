import { expect, test } from 'vitest'

import { findMailed } from '../../../test/one-time-links.ts'
import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { signedIn } from '../../../test/make.ts'

const app = await startApp({ now: '2026-05-20T09:00:00Z' })
const { sql, visit, submit } = app
const market = await makeDailyExperience(sql)
const started = app.now

async function bookAs(email: string, day: string): Promise<string> {
  const id = await book(sql, market.experience, market.on(day), 2, app.now)
  await sql`update bookings set guest_email = ${email} where id = ${id}`
  return id
}

/** Asks for a link as a browser without JavaScript does. Returns the path of the link. */
async function linkFor(email: string): Promise<string> {
  const asked = await submit('/sign-in', { email })
  expect(asked.status).toBe(200)
  return findMailed(sql, email)
}

/** Opens the list of a link. Returns the cookie that the browser then sends, and the cookie's attributes. */
async function openList(link: string) {
  const opened = await submit(link, {})
  expect([opened.status, opened.headers.get('Location')]).toEqual([302, '/my-bookings'])
  const [pair = '', ...attributes] = (opened.headers.get('Set-Cookie') ?? '').split('; ')
  return { cookie: { Cookie: pair }, attributes }
}

const listWith = async (cookie: HeadersInit) => (await visit('/my-bookings', { headers: cookie })).text()

// ASVS 3.3.2 3.3.4
test('without JavaScript, an emailed link lists the bookings of its address for 30 minutes', async () => {
  const email = 'ines@example.com'
  const own = await bookAs(email.toUpperCase(), '2026-06-06')
  const other = await bookAs('somebody@example.com', '2026-06-06')
  const link = await linkFor(email)
  expect(link).toMatch(/^\/my-bookings\/[\w-]{43}$/)
  const page = await visit(link)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Show my bookings')

  const { cookie, attributes } = await openList(link)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Lax'])
  const html = await listWith(cookie)
  expect(html).toContain(`href="/booking/${own}"`)
  expect(html).toContain('Cellar tour')
  expect(html).toContain('The list closes at <!-- -->10:30 AM')
  expect(html).not.toContain(other)

  app.now = new Date(started.getTime() + 30 * 60_000 - 1)
  expect(await listWith(cookie)).toContain(own)
  app.now = new Date(started.getTime() + 30 * 60_000)
  expect(await listWith(cookie)).not.toContain(own)
  app.now = started
})

test('the list leaves out bookings that were made with a test key', async () => {
  const email = 'many@example.com'
  const [tried, shown] = [await bookAs(email, '2026-06-06'), await bookAs(email, '2026-06-06')]
  await sql`update bookings set is_test = true where id = ${tried}`
  const html = await listWith((await openList(await linkFor(email))).cookie)
  expect(html).toContain(shown)
  expect(html).not.toContain(tried)
})

test('the button closes the list at once, in the browser and on the server', async () => {
  const own = await bookAs('close@example.com', '2026-06-07')
  const { cookie } = await openList(await linkFor('close@example.com'))
  expect(await listWith(cookie)).toContain(own)
  const body = new URLSearchParams({ intent: 'close' })
  const closed = await visit('/my-bookings', { method: 'POST', body, headers: cookie })
  expect([closed.status, closed.headers.get('Location')]).toEqual([302, '/my-bookings'])
  expect(closed.headers.get('Set-Cookie')).toBe('bookings=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  expect(await listWith(cookie)).not.toContain(own)
  expect(await sql`select from booking_lists where email = 'close@example.com'`).toHaveLength(0)
})

// ASVS 6.5.1 6.5.5
test('a link opens a list once, and only within ten minutes', async () => {
  const link = await linkFor('once@example.com')
  await openList(link)
  expect((await submit(link, {})).status).toBe(410)
  expect((await visit(link)).status).toBe(404)
  const late = await linkFor('late@example.com')
  app.now = new Date(started.getTime() + 10 * 60_000)
  const refused = await submit(late, {})
  expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([410, null])
  expect(await refused.text()).toContain('This link has been used or has expired.')
  app.now = started
})

test('if two browsers open a link at the same time, only one of them gets the list', async () => {
  const link = await linkFor('race@example.com')
  const answers = await Promise.all([submit(link, {}), submit(link, {})])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 410])
})

// ASVS 8.2.2
test('the token of a list does not open the account, and other tokens do not open the list', async () => {
  const own = await bookAs('bound@example.com', '2026-06-08')
  const link = await linkFor('bound@example.com')
  const token = link.split('/').at(-1) ?? ''
  const use = (path: string) =>
    visit(`/api/links/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
  expect((await use('sign_in/use')).status).toBe(410)
  const { cookie } = await openList(link)
  const held = cookie.Cookie.split('=')[1] ?? ''
  expect((await visit('/api/me/bookings', { headers: signedIn({ token: held }) })).status).toBe(401)
  expect((await visit('/api/me/bookings', { headers: cookie })).status).toBe(401)
  expect(await listWith({ Cookie: `bookings=${token}` })).not.toContain(own)
  // Without a usable cookie the page does not query the database.
  expect((await app.visitWithoutDatabase('/my-bookings')).status).toBe(200)
})

// ASVS 6.3.8
test('a request for a link gets the same answer for every valid address, and an invalid address stays in the form', async () => {
  await bookAs('known@example.com', '2026-06-09')
  const texts = await Promise.all(
    ['known@example.com', 'nobody@example.com'].map(async (email) =>
      (await (await submit('/sign-in', { email })).text())
        .replaceAll(email, '')
        .replaceAll(/nonce="[^"]*"/g, ''),
    ),
  )
  expect(texts[0]).toContain('We can’t send a link to')
  expect(texts[0]).toBe(texts[1])

  const wrong = await submit('/sign-in', { email: 'not an address' })
  expect(wrong.status).toBe(422)
  const html = await wrong.text()
  expect(html).toContain('value="not an address"')
  expect(html).toContain('That does not look like an email address.')
})

// ASVS 6.3.1
test('a mailbox gets at most three links in a row, whether for a list of bookings or for signing in', async () => {
  for (const _ of [1, 2, 3])
    expect((await submit('/sign-in', { email: 'often@example.com' })).status).toBe(200)
  const more = await submit('/sign-in', { email: 'often@example.com' })
  expect(more.status).toBe(429)
  expect(await more.text()).toMatch(/Too many attempts\.[^]*value="often@example.com"/)
  const scripted = await visit('/api/links/sign_in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'often@example.com' }),
  })
  expect(scripted.status).toBe(429)
})

// ASVS 3.3.1 3.3.3 3.3.5
test('over https, browsers send the cookie only to this host and only over encrypted connections', async () => {
  const live = await startApp({ env: { SITE_URL: 'https://vines.example.com' } })
  await live.submit('/sign-in', { email: 'ada@example.com' })
  const opened = await live.submit(await findMailed(live.sql, 'ada@example.com'), {})
  expect(opened.headers.get('Set-Cookie')).toMatch(
    /^__Host-bookings=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('without the database, the list answers 503 with a message and the form keeps the typed address', async () => {
  const { cookie } = await openList(await linkFor('away@example.com'))
  const away = await app.visitWithoutDatabase('/my-bookings', { headers: cookie })
  expect([away.status, await away.text()]).toEqual([
    503,
    expect.stringContaining('Your bookings could not be loaded.'),
  ])
  const asked = await app.submitWithoutDatabase('/sign-in', { email: 'away@example.com' })
  expect([asked.status, await asked.text()]).toEqual([
    503,
    expect.stringContaining('value="away@example.com"'),
  ])
  app.expectErrors()
})

test('the list warns about two bookings at the same time, and each of them names the other', async () => {
  const email = 'twice@example.com'
  const ids = [await bookAs(email, '2026-06-20'), await bookAs(email, '2026-06-20')]
  const alone = await bookAs(email, '2026-06-21')
  const { cookie } = await openList(await linkFor(email))
  const named = [
    ...(await listWith(cookie)).replaceAll('<!-- -->', '').matchAll(/at the same time: ([\w-]+)\./g),
  ]
  const references = await sql<
    { reference: string }[]
  >`select reference from bookings where id = any(${ids}::uuid[])`
  expect(named.map(([, reference]) => reference).toSorted()).toEqual(
    references.map(({ reference }) => reference).toSorted(),
  )
  await sql`update bookings set status = 'cancelled' where id = ${ids[0] ?? alone}`
  expect(await listWith(cookie)).not.toContain('at the same time')
})
