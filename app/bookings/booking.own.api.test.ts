import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { makeVisitor, signedIn } from '../../test/make.ts'

const app = await startApp({ now: '2026-05-20T09:00:00Z' })
const { sql, visit } = app
const market = await makeDailyExperience(sql)

/** Creates a booking with this email address for a guest without an account. */
async function bookAs(email: string, day: string) {
  const id = await book(sql, market.experience, market.on(day), 2, app.now)
  await sql`update bookings set guest_email = ${email} where id = ${id}`
  return id
}

/** Signs in on a device with a new emailed link. */
async function signInByLink(email: string): Promise<{ token: string }> {
  const post = (path: string, content: object) =>
    visit(`/api/links/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(content),
    })
  await post('sign_in', { email })
  const [{ link }] = await sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails where to_address = ${email} order by created_at desc, id limit 1`
  const answer = await post('sign_in/use', { token: link.split('#')[1] })
  return { token: (await answer.json()).session_token }
}

async function listedFor(visitor: { token: string }): Promise<string[]> {
  const answer = await visit('/api/me/bookings', { headers: signedIn(visitor) })
  return (await answer.json()).items.map(({ id }: { id: string }) => id)
}

test('lists the bookings of an email address on every device that signed in with a link that was emailed to this address', async () => {
  const email = 'ines@example.com'
  const first = await bookAs(email.toUpperCase(), '2026-06-06')
  await bookAs('somebody@example.com', '2026-06-06')
  const telephone = await signInByLink(email)
  expect(await listedFor(telephone)).toEqual([first])

  app.now = new Date('2026-05-20T10:00:00Z')
  const laptop = await signInByLink(email)
  expect(laptop.token).not.toBe(telephone.token)
  expect(await listedFor(laptop)).toEqual([first])

  // My bookings also shows the bookings whose ids the browser has stored.
  const ids = new URLSearchParams([['id', first]])
  expect(await (await visit('/my-bookings', { method: 'POST', body: ids })).text()).toContain('Cellar tour')
})

test('does not list bookings of an email address that was not verified', async () => {
  await bookAs('ada@example.com', '2026-06-07')
  expect(await listedFor(await makeVisitor(sql))).toEqual([])
})
