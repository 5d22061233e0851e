import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { linkCalls } from '../../../test/one-time-links.ts'
import { makeAdmin, makeVisitor, makeWinemaker, signedIn } from '../../../test/make.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { somePasswordHash } from '../../../test/team.ts'
import { printLink } from '../../mail/queue-email.server.ts'
import { hashPassword } from './password.server.ts'

const app = await startApp()
const password = 'tenterden-hop-garden'
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(password)
  password_hash = hashed.ok ? hashed.value : ''
})

const { post, mailed, lastMailed } = linkCalls(app)

// ASVS 6.4.6
test('an invited winemaker sets a password with the link and signs in', async () => {
  const admin = await makeAdmin(app.sql)
  const { vineyard_id } = await makeWinemaker(app.sql)
  const invited = { vineyard_id, name: 'Nell Vintner', email: 'nell@example.com', position: 'Cellar door' }
  const { status, answer } = await post('winemakers', invited, signedIn(admin))
  expect([status, answer]).toEqual([201, { id: expect.any(String) }])

  const token = await lastMailed('nell@example.com')
  const set = await post('links/password/use', { token, password })
  expect(set).toMatchObject({ status: 200, answer: { door: 'winemaker', email: 'nell@example.com' } })
  const signIn = await post('rpc/authenticate_winemaker', {
    email_param: 'nell@example.com',
    password_param: password,
  })
  expect(signIn.answer).toMatchObject([{ vineyard_id, name: 'Nell Vintner', position: 'Cellar door' }])
  expect(await changesMailedTo('nell@example.com')).toEqual([])

  const [noted] =
    await app.sql`select actor_id, after from audit_trail where noun = 'winemaker' and noun_id = ${answer.id}`
  expect(noted).toMatchObject({ actor_id: admin.id, after: { email: 'nell@example.com' } })
})

test('prints a usable link only outside production and only without SMTP', async () => {
  const print = vi.spyOn(console, 'info').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  const { email } = await makeWinemaker(app.sql)
  await post('links/password', { email })
  const [printed] = print.mock.calls.flat().map(String)
  const link = printed?.split('The email’s link: ')[1] ?? ''
  expect(link).toMatch(/^http:\/\/site\.test\/set-password#/)
  const used = await post('links/password/use', { token: new URL(link).hash.slice(1), password })
  expect(used).toMatchObject({ status: 200, answer: { email } })
  print.mockClear()
  printLink({ production: true, smtp_url: undefined }, link)
  printLink({ production: false, smtp_url: 'smtp://127.0.0.1' }, link)
  expect(print).not.toHaveBeenCalled()
})

test('rejects an invitation to an address that has an account, and sends no email', async () => {
  const admin = await makeAdmin(app.sql)
  const { vineyard_id, email } = await makeWinemaker(app.sql, { password_hash: somePasswordHash })
  const again = { vineyard_id, name: 'Somebody', email: email.toUpperCase() }
  expect((await post('winemakers', again, signedIn(admin))).status).toBe(409)
  const nowhere = { ...again, email: 'else@example.com', vineyard_id: admin.id }
  expect((await post('winemakers', nowhere, signedIn(admin))).status).toBe(422)
  expect(await mailed('else@example.com')).toEqual([])
})

test('an invitation can be sent again until it is accepted', async () => {
  const admin = await makeAdmin(app.sql)
  const invited = await makeWinemaker(app.sql)
  const send = () => post(`winemakers/${invited.id}/invitation`, {}, signedIn(admin))
  expect((await send()).status).toBe(204)
  const token = await lastMailed(invited.email)
  expect((await post('links/password/use', { token, password })).status).toBe(200)
  expect((await send()).status).toBe(409)
})

// ASVS 6.4.1
test('an invitation works for seven days, and no two links are alike', async () => {
  const admin = await makeAdmin(app.sql)
  const invited = await makeWinemaker(app.sql)
  const made = app.now
  for (const _ of [1, 2])
    expect((await post(`winemakers/${invited.id}/invitation`, {}, signedIn(admin))).status).toBe(204)
  const [first, second] = await mailed(invited.email)
  expect(Buffer.from(first ?? '', 'base64url').length).toBeGreaterThanOrEqual(16)
  expect(first).not.toBe(second)
  const use = async (days: number) => {
    app.now = new Date(made.getTime() + days * 86_400_000)
    return (await post('links/password/use', { token: second, password })).status
  }
  expect([await use(7), await use(6.99)]).toEqual([410, 200])
  app.now = made
})

/** Returns the payloads of the `password_changed` emails to an address. */
const changesMailedTo = async (email: string) =>
  (
    await app.sql`select payload from emails where to_address = ${email} and email_type = 'password_changed'`
  ).map(({ payload }) => payload)

// ASVS 6.3.7 7.4.3
test('resetting a password ends all sign-ins, invalidates every other link and emails the owner of the account', async () => {
  const member = await makeWinemaker(app.sql, { password_hash })
  for (const _ of [1, 2]) expect((await post('links/password', { email: member.email })).status).toBe(202)
  const [older = '', newer = ''] = await mailed(member.email)
  const set = await post('links/password/use', { token: newer, password: 'another-good-one' })
  expect(set.status).toBe(200)
  expect((await post('links/password/use', { token: older, password })).status).toBe(410)
  expect((await app.visit('/api/me', { headers: signedIn(member) })).status).toBe(401)
  const signIn = (password_param: string) =>
    post('rpc/authenticate_winemaker', { email_param: member.email, password_param })
  expect((await signIn(password)).answer).toEqual([])
  expect((await signIn('another-good-one')).answer).toHaveLength(1)
  expect(await changesMailedTo(member.email)).toEqual([{ name: member.name }])
})

test("an address with a winemaker's and an admin's account gets a link for each account", async () => {
  const { email } = await makeWinemaker(app.sql, { password_hash })
  await makeAdmin(app.sql, { email, password_hash })
  await post('links/password', { email })
  const doors = await Promise.all(
    (await mailed(email)).map(
      async (token) => (await post('links/password/use', { token, password })).answer.door,
    ),
  )
  expect(doors.toSorted()).toEqual(['admin', 'winemaker'])
})

// ASVS 6.3.8
test('the response does not reveal whether an account exists, and no email goes to unknown addresses', async () => {
  const member = await makeWinemaker(app.sql, { password_hash })
  const disabled = await makeWinemaker(app.sql, { password_hash, is_active: false })
  const answers = await Promise.all(
    [member.email, disabled.email, 'nobody@example.com'].map((email) => post('links/password', { email })),
  )
  for (const { status, answer } of answers) expect([status, answer]).toEqual([202, null])
  expect(await mailed(disabled.email)).toEqual([])
  expect(await mailed('nobody@example.com')).toEqual([])
})

// ASVS 6.4.1 6.5.1 9.2.1
test('a password link works once, within an hour, and only if it is unaltered', async () => {
  const member = await makeWinemaker(app.sql, { password_hash })
  await post('links/password', { email: member.email })
  const token = await lastMailed(member.email)
  const use = (with_token: string) => post('links/password/use', { token: with_token, password })
  const bytes = Buffer.from(token, 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  expect((await use(bytes.toString('base64url'))).status).toBe(410)
  const made = app.now
  app.now = new Date(made.getTime() + 3_600_000)
  expect((await use(token)).status).toBe(410)
  app.now = new Date(made.getTime() + 3_599_000)
  const both = await Promise.all([use(token), use(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
  app.now = made
})

test('a refused password does not use up the link', async () => {
  const member = await makeWinemaker(app.sql)
  await post('links/password', { email: member.email })
  const token = await lastMailed(member.email)
  for (const refused of ['short', 'aaaaaaaaaaaa', '1234567890', 'password1234', 'x'.repeat(201)])
    expect((await post('links/password/use', { token, password: refused })).status, refused).toBe(422)
  expect((await post('links/password/use', { token, password })).status).toBe(200)
})

// ASVS 9.2.2
test('sign-in links cannot set passwords, and password links cannot sign visitors in', async () => {
  const member = await makeWinemaker(app.sql, { password_hash })
  await post('links/password', { email: member.email })
  expect((await post('links/sign_in/use', { token: await lastMailed(member.email) })).status).toBe(410)
  await post('links/sign_in', { email: 'guest@example.com' })
  const token = await lastMailed('guest@example.com')
  expect((await post('links/password/use', { token, password })).status).toBe(410)
  expect((await post('links/sign_in/use', { token })).status).toBe(200)
})

// ASVS 6.5.5
test("a visitor's sign-in link works for ten minutes", async () => {
  const made = app.now
  const use = async (seconds: number) => {
    app.now = made
    const email = `after-${seconds}@example.com`
    await post('links/sign_in', { email })
    app.now = new Date(made.getTime() + seconds * 1000)
    const { status } = await post('links/sign_in/use', { token: await lastMailed(email) })
    app.now = made
    return status
  }
  expect([await use(599), await use(600)]).toEqual([200, 410])
})

// ASVS 6.4.3
test('a password set by a link leaves two-step sign-in on', async () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const admin = await makeAdmin(app.sql, {
    password_hash,
    two_step_secret: secret,
    two_step_since: app.now.toISOString(),
  })
  await post('links/password', { email: admin.email })
  expect((await post('links/password/use', { token: await lastMailed(admin.email), password })).status).toBe(
    200,
  )
  const signedInAs = await post('admin_sessions', { email: admin.email, password })
  expect(signedInAs.answer).toEqual({ needs: 'code' })
})

test('a visitor who signs in with an emailed link gets the earlier bookings of the email address', async () => {
  const market = await makeDailyExperience(app.sql)
  const booking = await book(app.sql, market.experience, market.on('2026-06-06'), 2, app.now)
  await app.sql`update bookings set guest_email = 'Ines@example.com' where id = ${booking}`
  await post('links/sign_in', { email: 'ines@example.com' })
  const { status, answer } = await post('links/sign_in/use', { token: await lastMailed('ines@example.com') })
  expect([status, answer]).toEqual([
    200,
    {
      session_token: expect.any(String),
      user: { id: expect.any(String), email: 'ines@example.com' },
      joined: 1,
    },
  ])
  const [{ user_id }] = await app.sql<
    [{ user_id: string }]
  >`select user_id from bookings where id = ${booking}`
  expect(user_id).toBe(answer.user.id)
  const me = await app.visit('/api/me', { headers: signedIn({ token: answer.session_token }) })
  expect(await me.json()).toMatchObject({ actor: 'guest', email: 'ines@example.com' })
})

test('signing in takes no bookings from another account', async () => {
  const market = await makeDailyExperience(app.sql)
  const owner = await makeVisitor(app.sql)
  const booking = await book(app.sql, market.experience, market.on('2026-06-07'), 2, app.now)
  await app.sql`update bookings set user_id = ${owner.id}, guest_email = 'shared@example.com' where id = ${booking}`
  await post('links/sign_in', { email: 'shared@example.com' })
  const { answer } = await post('links/sign_in/use', { token: await lastMailed('shared@example.com') })
  expect(answer.joined).toBe(0)
})

// ASVS 2.4.1 6.6.3
// Negative control: if linkLimits does not limit the mailbox, the fourth link is sent.
test('limits the links that are sent to a mailbox, and says how long to wait', async () => {
  const ask = () => post('links/sign_in', { email: 'often@example.com' })
  for (const _ of [1, 2, 3]) expect((await ask()).status).toBe(202)
  const held = await ask()
  expect(held.status).toBe(429)
  expect(held.headers.get('Retry-After')).toBe('120')
  expect(held.answer.error).toBe('Too many attempts. Please wait 2 minutes and try again.')
  expect(await mailed('often@example.com')).toHaveLength(3)
})
