import { generate } from 'otplib'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVisitor, makeWinemaker, signedIn } from '../../../test/make.ts'
import { hashPassword } from '../sessions/password.server.ts'

const app = await startApp()
const present_password = 'hampshire-chalk-stream'
const new_password = 'kentish-ragstone-wall'
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(present_password)
  password_hash = hashed.ok ? hashed.value : ''
})

type Signed = { token: string }

async function call(who: Signed | null, method: string, path: string, content?: object) {
  const response = await app.visit(`/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(who && signedIn(who)) },
    ...(content && { body: JSON.stringify(content) }),
  })
  const text = await response.text()
  return { status: response.status, answer: text ? JSON.parse(text) : null }
}

const speaks = async (who: Signed) => (await call(who, 'GET', 'me')).status === 200

async function winemakerTwice() {
  const here = await makeWinemaker(app.sql, { password_hash })
  const [{ session_token }] = (
    await call(null, 'POST', 'rpc/authenticate_winemaker', {
      email_param: here.email,
      password_param: present_password,
    })
  ).answer
  return { ...here, there: { token: String(session_token) } }
}

test('whoever is signed in sees their own sessions and which one this is', async () => {
  for (const who of [await winemakerTwice(), await makeAdmin(app.sql), await makeVisitor(app.sql)]) {
    const { status, answer } = await call(who, 'GET', 'account/sessions')
    expect(status).toBe(200)
    expect(answer.filter(({ is_current }: { is_current: boolean }) => is_current)).toHaveLength(1)
    expect(answer).toHaveLength('there' in who ? 2 : 1)
  }
  expect((await call(null, 'GET', 'account/sessions')).status).toBe(401)
})

test("one's own session elsewhere can be ended, a stranger's is not there", async () => {
  const { there, ...here } = await winemakerTwice()
  const stranger = await makeWinemaker(app.sql)
  const open = (await call(here, 'GET', 'account/sessions')).answer as { id: string; is_current: boolean }[]
  const other = open.find(({ is_current }) => !is_current)
  expect((await call(stranger, 'DELETE', `account/sessions/${other?.id}`)).status).toBe(404)
  expect(await speaks(there)).toBe(true)
  expect((await call(here, 'DELETE', `account/sessions/${other?.id}`)).status).toBe(204)
  expect(await speaks(there)).toBe(false)
  expect(await speaks(here)).toBe(true)
  expect((await call(here, 'DELETE', `account/sessions/${other?.id}`)).status).toBe(404)
})

test('a new password ends every other session and keeps the one that asked', async () => {
  const { there, ...here } = await winemakerTwice()
  const changed = await call(here, 'POST', 'account/password', { present_password, new_password })
  expect(changed.status).toBe(204)
  expect(await speaks(here)).toBe(true)
  expect(await speaks(there)).toBe(false)
  const told =
    await app.sql`select payload from emails where to_address = ${here.email} and email_type = 'password_changed'`
  expect(told).toEqual([{ payload: { name: here.name } }])
  const again = await call(here, 'POST', 'account/password', { present_password, new_password })
  expect(again).toMatchObject({ status: 422, answer: { fields: [{ field: 'present_password' }] } })
})

test('an admin changes the password likewise, and the refresh token lives on', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  expect((await call(admin, 'POST', 'account/password', { present_password, new_password })).status).toBe(204)
  const { refresh_token } = admin
  expect((await call(null, 'POST', 'admin_sessions/refresh', { refresh_token })).status).toBe(200)
})

test('a wrong present password changes nothing, and guessing it is slowed down', async () => {
  const here = await makeWinemaker(app.sql, { password_hash })
  const guess = () => call(here, 'POST', 'account/password', { present_password: 'x', new_password })
  for (const _ of [1, 2, 3, 4, 5]) expect((await guess()).status).toBe(422)
  expect((await guess()).status).toBe(429)
  expect(await speaks(here)).toBe(true)
})

test('a visitor has no password to change', async () => {
  const visitor = await makeVisitor(app.sql)
  const change = await call(visitor, 'POST', 'account/password', { present_password, new_password })
  expect(change.status).toBe(403)
})

test('an admin turns two steps on and off', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const { secret, address } = (await call(admin, 'POST', 'account/two_step/offer')).answer
  expect(address).toContain(secret)
  const code = (at: Date) => generate({ secret, epoch: at.getTime() / 1000 })
  expect((await call(admin, 'POST', 'account/two_step', { code: '000000' })).status).toBe(422)
  const on = await call(admin, 'POST', 'account/two_step', { code: await code(app.now) })
  expect(on.answer.recovery_codes).toHaveLength(10)
  expect((await call(admin, 'POST', 'account/two_step/offer')).status).toBe(409)

  const signIn = { email: admin.email, password: present_password }
  expect((await call(null, 'POST', 'admin_sessions', signIn)).answer).toEqual({ needs: 'code' })
  const [recovery] = on.answer.recovery_codes
  const signed = await call(null, 'POST', 'admin_sessions', { ...signIn, code: recovery })
  expect(signed.answer).toMatchObject({ user: { id: admin.id, two_step: true } })

  const fresh = await code(new Date(app.now.getTime() + 30_000))
  expect((await call(admin, 'POST', 'account/two_step/end', { code: fresh })).status).toBe(204)
  expect((await call(null, 'POST', 'admin_sessions', signIn)).answer).toHaveProperty('access_token')
})

test('winemakers and visitors have no second step', async () => {
  for (const who of [await makeWinemaker(app.sql), await makeVisitor(app.sql)])
    expect((await call(who, 'POST', 'account/two_step/offer')).status).toBe(403)
})

test('an admin signs in over the API, refreshes and signs out', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const signed = await call(null, 'POST', 'admin_sessions', {
    email: admin.email,
    password: present_password,
  })
  expect(signed.answer).toMatchObject({ user: { email: admin.email }, expires_at: expect.any(String) })
  const next = await call(null, 'POST', 'admin_sessions/refresh', {
    refresh_token: signed.answer.refresh_token,
  })
  expect(await speaks({ token: next.answer.access_token })).toBe(true)
  const { refresh_token } = next.answer
  expect((await call(null, 'POST', 'admin_sessions/end', { refresh_token })).status).toBe(204)
  expect(await speaks({ token: next.answer.access_token })).toBe(false)
  expect((await call(null, 'POST', 'admin_sessions/refresh', { refresh_token })).status).toBe(401)
})

test('a sixth wrong guess at one account waits, from wherever it comes, and so does the owner for a moment', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const guess = (password: string) => call(null, 'POST', 'admin_sessions', { email: admin.email, password })
  for (const _ of [1, 2, 3, 4, 5]) expect((await guess('wrong')).status).toBe(401)
  expect((await guess('wrong')).status).toBe(429)
  expect((await guess(present_password)).status).toBe(429)
  const asked = app.now
  app.now = new Date(asked.getTime() + 2_000)
  expect((await guess(present_password)).status).toBe(200)
  for (const _ of [1, 2, 3, 4]) expect((await guess('wrong')).status).toBe(401)
  app.now = asked
})

test('of 40 wrong guesses at once only the free ones are looked at', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () =>
      call(null, 'POST', 'admin_sessions', { email: admin.email, password: 'wrong' }),
    ),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(35)
})
