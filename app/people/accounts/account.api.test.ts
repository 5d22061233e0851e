import { generate } from 'otplib'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVisitor, makeWinemaker, signedIn } from '../../../test/make.ts'
import { readConfig } from '../../platform/config.server.ts'
import { changePassword } from './account.server.ts'
import { hashPassword } from './password.server.ts'

const app = await startApp()
const current_password = 'hampshire-chalk-stream'
const new_password = 'kentish-ragstone-wall'
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(current_password)
  password_hash = hashed.ok ? hashed.value : ''
})

type Signed = { token: string }

async function call(caller: Signed | null, method: string, path: string, content?: object) {
  const response = await app.visit(`/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(caller && signedIn(caller)) },
    ...(content && { body: JSON.stringify(content) }),
  })
  const text = await response.text()
  return { status: response.status, answer: text ? JSON.parse(text) : null }
}

const isSignedIn = async (caller: Signed) => (await call(caller, 'GET', 'me')).status === 200

async function winemakerTwice() {
  const here = await makeWinemaker(app.sql, { password_hash })
  const [{ session_token }] = (
    await call(null, 'POST', 'rpc/authenticate_winemaker', {
      email_param: here.email,
      password_param: current_password,
    })
  ).answer
  return { ...here, there: { token: String(session_token) } }
}

// ASVS 7.5.2
test("lists the caller's open sign-ins and marks the current one", async () => {
  for (const caller of [await winemakerTwice(), await makeAdmin(app.sql), await makeVisitor(app.sql)]) {
    const { status, answer } = await call(caller, 'GET', 'account/sessions')
    expect(status).toBe(200)
    expect(answer.filter(({ is_current }: { is_current: boolean }) => is_current)).toHaveLength(1)
    expect(answer).toHaveLength('there' in caller ? 2 : 1)
  }
  expect((await call(null, 'GET', 'account/sessions')).status).toBe(401)
})

async function sessionsOf(caller: Signed) {
  const { answer } = await call(caller, 'GET', 'account/sessions')
  const open = answer as { id: string; is_current: boolean }[]
  const end = (at: { id: string } | undefined) => `account/sessions/${at?.id}/end`
  return {
    own: end(open.find(({ is_current }) => is_current)),
    other: end(open.find(({ is_current }) => !is_current)),
  }
}

// ASVS 7.5.2 7.4.1
test('staff need their password to end another sign-in, but not to end the current one', async () => {
  const { there, ...here } = await winemakerTwice()
  const stranger = await makeWinemaker(app.sql)
  const { own, other } = await sessionsOf(here)
  expect((await call(stranger, 'POST', other, { current_password })).status).toBe(404)
  for (const body of [{}, { current_password: 'wrong' }])
    expect(await call(here, 'POST', other, body)).toMatchObject({
      status: 422,
      answer: { fields: [{ field: 'current_password' }] },
    })
  expect(await isSignedIn(there)).toBe(true)
  expect((await call(here, 'POST', other, { current_password })).status).toBe(204)
  expect(await isSignedIn(there)).toBe(false)
  expect(await isSignedIn(here)).toBe(true)
  expect((await call(here, 'POST', other, { current_password })).status).toBe(404)
  expect((await call(here, 'POST', own, {})).status).toBe(204)
  expect(await isSignedIn(here)).toBe(false)
})

// ASVS 7.5.2
test('people who give their password can end all their other sign-ins at once', async () => {
  const { there, ...here } = await winemakerTwice()
  expect((await call(here, 'POST', 'account/other_sessions/end', {})).status).toBe(422)
  expect(await isSignedIn(there)).toBe(true)
  const ended = await call(here, 'POST', 'account/other_sessions/end', { current_password })
  expect(ended).toEqual({ status: 200, answer: { sessions: 1 } })
  expect([await isSignedIn(there), await isSignedIn(here)]).toEqual([false, true])
})

// ASVS 7.5.2
// Negative control: this test fails if the API does not ask visitors for a recent sign-in.
test('a visitor who signed in long ago must sign in again before ending other sign-ins', async () => {
  const [here, there] = [await makeVisitor(app.sql), await makeVisitor(app.sql)]
  await app.sql`update user_sessions set user_id = ${here.id} where user_id = ${there.id}`
  const { own, other } = await sessionsOf(here)
  const signedInAt = (at: Date) =>
    app.sql`update user_sessions set created_at = ${at} where user_id = ${here.id}`
  await signedInAt(new Date(app.now.getTime() - 15 * 60_000))
  for (const path of [other, 'account/other_sessions/end'])
    expect(await call(here, 'POST', path, {})).toMatchObject({
      status: 403,
      answer: { title: 'Please sign in again first. Then you can sign out your other browsers.' },
    })
  expect(await isSignedIn(there)).toBe(true)
  await signedInAt(new Date(app.now.getTime() - 14 * 60_000))
  expect((await call(here, 'POST', other, {})).status).toBe(204)
  expect((await call(here, 'POST', own, {})).status).toBe(204)
})

test('a visitor ends another sign-in without a password', async () => {
  const [here, there] = [await makeVisitor(app.sql), await makeVisitor(app.sql)]
  await app.sql`update user_sessions set user_id = ${here.id} where user_id = ${there.id}`
  const { other } = await sessionsOf(here)
  expect((await call(here, 'POST', other, {})).status).toBe(204)
  expect(await isSignedIn(there)).toBe(false)
})

// ASVS 6.2.2 6.3.7 7.4.3
test('changing the password ends every sign-in but the current one', async () => {
  const { there, ...here } = await winemakerTwice()
  const changed = await call(here, 'POST', 'account/password', { current_password, new_password })
  expect(changed.status).toBe(204)
  expect(await isSignedIn(here)).toBe(true)
  expect(await isSignedIn(there)).toBe(false)
  const emails =
    await app.sql`select payload from emails where to_address = ${here.email} and email_type = 'password_changed'`
  expect(emails).toEqual([{ payload: { name: here.name } }])
  const again = await call(here, 'POST', 'account/password', { current_password, new_password })
  expect(again).toMatchObject({ status: 422, answer: { fields: [{ field: 'current_password' }] } })
})

test('an admin who changes the password keeps the refresh token', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  expect((await call(admin, 'POST', 'account/password', { current_password, new_password })).status).toBe(204)
  const { refresh_token } = admin
  expect((await call(null, 'POST', 'admin_sessions/refresh', { refresh_token })).status).toBe(200)
})

// ASVS 6.2.3 6.3.1
test('rejects a wrong current password and limits the attempts', async () => {
  const here = await makeWinemaker(app.sql, { password_hash })
  const guess = () => call(here, 'POST', 'account/password', { current_password: 'x', new_password })
  for (const _ of [1, 2, 3, 4, 5]) expect((await guess()).status).toBe(422)
  expect((await guess()).status).toBe(429)
  expect(await isSignedIn(here)).toBe(true)
})

test('a visitor has no password to change', async () => {
  const visitor = await makeVisitor(app.sql)
  const change = await call(visitor, 'POST', 'account/password', { current_password, new_password })
  expect(change.status).toBe(403)
})

// ASVS 6.3.7 7.4.3
// Negative control: this test fails if turning two-step sign-in on or off does not end the other sign-ins.
test('turning two-step sign-in on or off ends every sign-in but the current one', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const signIn = async (code?: string) => {
    const credentials = { email: admin.email, password: current_password, ...(code && { code }) }
    return { token: String((await call(null, 'POST', 'admin_sessions', credentials)).answer.access_token) }
  }
  const first = await signIn()
  const { secret } = (await call(admin, 'POST', 'account/two_step/offer', { current_password })).answer
  const code = (seconds: number) => generate({ secret, epoch: app.now.getTime() / 1000 + seconds })
  const on = await call(admin, 'POST', 'account/two_step', { code: await code(0) })
  expect([on.status, await isSignedIn(first), await isSignedIn(admin)]).toEqual([200, false, true])
  const second = await signIn(on.answer.recovery_codes[0])
  expect(await isSignedIn(second)).toBe(true)
  const off = { current_password, code: await code(30) }
  expect((await call(admin, 'POST', 'account/two_step/end', off)).status).toBe(204)
  expect([await isSignedIn(second), await isSignedIn(admin)]).toEqual([false, true])
  const emails = await app.sql`
    select payload from emails where to_address = ${admin.email} and email_type = 'two_step_changed'
    order by payload ->> 'is_on' desc`
  expect(emails).toEqual([
    { payload: { name: admin.name, is_on: true } },
    { payload: { name: admin.name, is_on: false } },
  ])
})

test('a sign-in that ends while the password is being changed stays ended', async () => {
  const { there, ...here } = await winemakerTwice()
  await app.sql`update winemaker_sessions set ended_at = ${app.now} where id = ${here.session_id}`
  const changed = await changePassword(
    app.sql,
    readConfig({}),
    { actor: 'winemaker', actor_id: here.id, vineyard_id: here.vineyard_id },
    { current: current_password, wanted: new_password, session_id: here.session_id },
    app.now,
  )
  expect([changed.ok, await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false, false])
})

// ASVS 6.5.6
test('an admin turns two-step sign-in on and off', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const { secret, address } = (await call(admin, 'POST', 'account/two_step/offer', { current_password }))
    .answer
  expect(address).toContain(secret)
  const code = (at: Date) => generate({ secret, epoch: at.getTime() / 1000 })
  expect((await call(admin, 'POST', 'account/two_step', { code: '000000' })).status).toBe(422)
  const on = await call(admin, 'POST', 'account/two_step', { code: await code(app.now) })
  expect(on.answer.recovery_codes).toHaveLength(10)
  expect((await call(admin, 'POST', 'account/two_step/offer', { current_password })).status).toBe(409)

  const signIn = { email: admin.email, password: current_password }
  expect((await call(null, 'POST', 'admin_sessions', signIn)).answer).toEqual({ needs: 'code' })
  const [recovery] = on.answer.recovery_codes
  const signed = await call(null, 'POST', 'admin_sessions', { ...signIn, code: recovery })
  expect(signed.answer).toMatchObject({ user: { id: admin.id, two_step: true } })

  const fresh = await code(new Date(app.now.getTime() + 30_000))
  expect((await call(admin, 'POST', 'account/two_step/end', { current_password, code: fresh })).status).toBe(
    204,
  )
  expect((await call(null, 'POST', 'admin_sessions', signIn)).answer).toHaveProperty('access_token')
})

test('winemakers and visitors cannot turn two-step sign-in on', async () => {
  for (const caller of [await makeWinemaker(app.sql), await makeVisitor(app.sql)])
    expect((await call(caller, 'POST', 'account/two_step/offer', { current_password })).status).toBe(403)
})

/** Creates an admin with two-step sign-in, and a function that returns the authenticator app's code `seconds` from now. */
async function adminWithTwoSteps() {
  const admin = await makeAdmin(app.sql, { password_hash })
  const { secret } = (await call(admin, 'POST', 'account/two_step/offer', { current_password })).answer
  const code = (seconds: number) => generate({ secret, epoch: app.now.getTime() / 1000 + seconds })
  await call(admin, 'POST', 'account/two_step', { code: await code(0) })
  return { admin, code }
}

// ASVS 7.5.1
test('turning two-step sign-in on or off requires the password', async () => {
  const fresh = await makeAdmin(app.sql, { password_hash })
  const { admin, code } = await adminWithTwoSteps()
  const removal = { code: await code(30) }
  for (const [caller, path, body] of [
    [fresh, 'account/two_step/offer', { current_password: 'wrong' }],
    [admin, 'account/two_step/end', { ...removal, current_password: 'wrong' }],
  ] as const)
    expect(await call(caller, 'POST', path, body), path).toMatchObject({
      status: 422,
      answer: {
        title: 'That is not your current password.',
        fields: [{ field: 'current_password' }],
      },
    })
  for (const [caller, path, body] of [
    [fresh, 'account/two_step/offer', {}],
    [admin, 'account/two_step/end', removal],
  ] as const)
    expect((await call(caller, 'POST', path, body)).status, path).toBe(422)
  const [{ two_step_secret }] = await app.sql<[{ two_step_secret: string | null }]>`
    select two_step_secret from admins where id = ${fresh.id}`
  expect(two_step_secret).toBeNull()
  expect((await call(admin, 'GET', 'me')).answer).toMatchObject({ two_step: true })
})

// ASVS 6.3.1
test('after five wrong codes, even the right code is refused for a while', async () => {
  const adding = await makeAdmin(app.sql, { password_hash })
  await call(adding, 'POST', 'account/two_step/offer', { current_password })
  const { admin: removing, code } = await adminWithTwoSteps()
  for (const [caller, path, body] of [
    [adding, 'account/two_step', {}],
    [removing, 'account/two_step/end', { current_password }],
  ] as const) {
    const guesses = Array.from({ length: 30 }, (_, n) =>
      call(caller, 'POST', path, { ...body, code: String(100_000 + n) }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(
      statuses.filter((status) => status === 422),
      path,
    ).toHaveLength(5)
    expect(
      statuses.filter((status) => status === 429),
      path,
    ).toHaveLength(25)
  }
  const right = { current_password, code: await code(30) }
  const held = await app.visit('/api/account/two_step/end', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signedIn(removing) },
    body: JSON.stringify(right),
  })
  expect([held.status, Number(held.headers.get('Retry-After')) > 0]).toEqual([429, true])
})
