import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVisitor, makeWinemaker, signedIn } from '../../../test/make.ts'
import { hashPassword } from '../accounts/password.server.ts'

const app = await startApp()
const current_password = 'hampshire-chalk-stream'
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(current_password)
  password_hash = hashed.ok ? hashed.value : ''
})

type Signed = { token: string }
const post = async (caller: Signed | null, path: string, content: object) => {
  const response = await app.visit(`/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(caller && signedIn(caller)) },
    body: JSON.stringify(content),
  })
  const text = await response.text()
  return { status: response.status, answer: text ? JSON.parse(text) : null }
}
const isSignedIn = async (caller: Signed) =>
  (await app.visit('/api/me', { headers: signedIn(caller) })).status === 200

// ASVS 7.4.5
test('an admin signs one winemaker out everywhere, and leaves other accounts signed in', async () => {
  const [admin, winemaker, other] = [
    await makeAdmin(app.sql),
    await makeWinemaker(app.sql),
    await makeWinemaker(app.sql),
  ]
  const ended = await post(admin, 'sign_outs', { of: { winemaker_id: winemaker.id } })
  expect(ended).toEqual({ status: 200, answer: { sessions: 1 } })
  expect([await isSignedIn(winemaker), await isSignedIn(other), await isSignedIn(admin)]).toEqual([
    false,
    true,
    true,
  ])
  expect((await post(admin, 'sign_outs', { of: { winemaker_id: crypto.randomUUID() } })).status).toBe(404)
  const [event] = await app.sql`
    select actor_id, noun, after from audit_trail where noun_id = ${winemaker.id}`
  expect(event).toEqual({ actor_id: admin.id, noun: 'sign_in', after: { sessions_ended: 1 } })
})

// ASVS 7.4.5
test('an admin signs out all accounts with one email address', async () => {
  const email = 'Shared@example.com'
  const admin = await makeAdmin(app.sql)
  const accounts = [
    await makeWinemaker(app.sql, { email }),
    await makeAdmin(app.sql, { email }),
    await makeVisitor(app.sql, { email: email.toLowerCase() }),
  ]
  expect((await post(admin, 'sign_outs', { of: { email } })).answer).toEqual({ sessions: 3 })
  for (const account of accounts) expect(await isSignedIn(account)).toBe(false)
  expect((await post(admin, 'sign_outs', { of: { email: 'nobody@example.com' } })).answer).toEqual({
    sessions: 0,
  })
})

// ASVS 7.4.5 7.5.3
test('an admin who gives the password signs everybody else out', async () => {
  const [admin, winemaker, visitor] = [
    await makeAdmin(app.sql, { password_hash }),
    await makeWinemaker(app.sql),
    await makeVisitor(app.sql),
  ]
  for (const proof of [{}, { current_password: 'wrong' }])
    expect((await post(admin, 'sign_outs', { of: 'everybody', ...proof })).status).toBe(422)
  expect([await isSignedIn(winemaker), await isSignedIn(visitor)]).toEqual([true, true])
  const ended = await post(admin, 'sign_outs', { of: 'everybody', current_password })
  expect(ended.status).toBe(200)
  expect([await isSignedIn(winemaker), await isSignedIn(visitor), await isSignedIn(admin)]).toEqual([
    false,
    false,
    true,
  ])
})

test('only admins sign other people out, and a request must say clearly whom', async () => {
  const winemaker = await makeWinemaker(app.sql)
  const whom = { of: { winemaker_id: winemaker.id } }
  expect((await post(null, 'sign_outs', whom)).status).toBe(401)
  expect((await post(await makeVisitor(app.sql), 'sign_outs', whom)).status).toBe(403)
  expect((await post(await makeWinemaker(app.sql), 'sign_outs', whom)).status).toBe(403)
  const admin = await makeAdmin(app.sql)
  for (const unclear of [
    {},
    { of: { ...whom.of, email: 'ada@example.com' } },
    { of: 'nobody' },
    { current_password },
  ])
    expect((await post(admin, 'sign_outs', unclear)).status).toBe(422)
  expect(await isSignedIn(winemaker)).toBe(true)
})

const signIn = async (email: string, former?: string) => {
  const response = await app.visit('/api/rpc/authenticate_winemaker', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(former && { 'Former-Session': former }) },
    body: JSON.stringify({ email_param: email, password_param: current_password }),
  })
  const [session] = await response.json()
  return { token: session?.session_token as string }
}

// ASVS 7.2.4
// Negative control: this test fails if authenticateWinemaker does not end the former sign-in.
test("signing in makes a new token and ends the browser's former sign-in", async () => {
  const { email, ...before } = await makeWinemaker(app.sql, { password_hash })
  const elsewhere = await signIn(email)
  const after = await signIn(email, before.token)
  expect(after.token).not.toBe(before.token)
  expect([await isSignedIn(before), await isSignedIn(after), await isSignedIn(elsewhere)]).toEqual([
    false,
    true,
    true,
  ])
})

test('a failed sign-in ends no other sign-in', async () => {
  const { email, ...before } = await makeWinemaker(app.sql)
  expect((await signIn(email, before.token)).token).toBeUndefined()
  expect(await isSignedIn(before)).toBe(true)
})

// ASVS 7.2.4
test('an admin or a visitor who signs in again ends the former sign-in of the browser', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const again = await app.visit('/api/admin_sessions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Former-Session': admin.refresh_token },
    body: JSON.stringify({ email: admin.email, password: current_password }),
  })
  expect([again.status, await isSignedIn(admin)]).toEqual([200, false])

  const visitor = await makeVisitor(app.sql)
  await post(null, 'links/sign_in', { email: visitor.email })
  const [mail] = await app.sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails where to_address = ${visitor.email}`
  const used = await app.visit('/api/links/sign_in/use', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Former-Session': visitor.token },
    body: JSON.stringify({ token: mail.link.split('#')[1] }),
  })
  expect([used.status, await isSignedIn(visitor)]).toEqual([200, false])
})
