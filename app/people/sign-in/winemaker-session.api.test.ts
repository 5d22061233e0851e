import { beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../platform/config.server.ts'
import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { hashPassword } from '../accounts/password.server.ts'
import { authenticateWinemaker } from './winemaker-session.server.ts'

const app = await startApp()
const password = 'chalk-downland-21'
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(password)
  password_hash = hashed.ok ? hashed.value : ''
})

const makeMember = (changes = {}) => makeWinemaker(app.sql, { password_hash, ...changes })

async function call(name: string, parameters: object, headers: Record<string, string> = {}) {
  const response = await app.visit(`/api/rpc/${name}`, {
    method: 'POST',
    body: JSON.stringify(parameters),
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  return { status: response.status, headers: response.headers, rows: await response.json() }
}

const signIn = (email_param: string, password_param: string, headers = {}) =>
  call('authenticate_winemaker', { email_param, password_param }, headers)
const validate = async (session_token_param: string) =>
  (await call('validate_winemaker_session', { session_token_param })).rows

// ASVS 7.2.2
test("a winemaker signs in with the specification's fields, and the token identifies the winemaker", async () => {
  const { id, vineyard_id, name, email } = await makeMember()
  const { status, rows, headers } = await signIn(`  ${email.toUpperCase()} `, password)
  expect(status).toBe(200)
  const expected = { winemaker_id: id, vineyard_id, name, email, position: 'Cellar hand' }
  expect(rows).toEqual([{ ...expected, session_token: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(await validate(rows[0].session_token)).toEqual([expected])
})

test('the database does not store the token', async () => {
  const { email } = await makeMember()
  const { rows } = await signIn(email, password)
  const [{ stored }] = await app.sql<
    [{ stored: string }]
  >`select string_agg(s::text, ' ') as stored from winemaker_sessions s`
  expect(stored).not.toContain(rows[0].session_token)
  expect(stored).not.toContain(Buffer.from(rows[0].session_token).toString('hex'))
})

// ASVS 6.3.8
test('every wrong credential gets the same refusal', async () => {
  const { email } = await makeMember()
  const { email: disabled } = await makeMember({ is_active: false })
  const { email: invited } = await makeWinemaker(app.sql)
  const answers = [
    await signIn(email, 'chalk-downland-22'),
    await signIn('nobody@example.com', password),
    await signIn(disabled, password),
    await signIn(invited, password),
    await signIn("' or true --", password),
    await signIn('', ''),
  ]
  for (const { status, rows } of answers) expect([status, rows]).toEqual([200, []])
})

test('rejects malformed RPC parameters', async () => {
  for (const parameters of [
    {},
    { email_param: 1, password_param: 'x' },
    { email_param: 'a', password_param: 'b', more: 1 },
  ])
    expect((await call('authenticate_winemaker', parameters)).status).toBe(422)
  expect((await call('validate_winemaker_session', {})).status).toBe(422)
})

// ASVS 7.4.1
test('a token is invalid after signing out', async () => {
  const { email } = await makeMember()
  const [{ session_token }] = (await signIn(email, password)).rows
  expect((await call('logout_winemaker', { session_token_param: session_token })).rows).toHaveLength(1)
  expect(await validate(session_token)).toEqual([])
  expect((await call('logout_winemaker', { session_token_param: session_token })).rows).toEqual([])
  expect(await validate(session_token)).toEqual([])
})

test('signing out in one browser leaves the other browser signed in', async () => {
  const { email } = await makeMember()
  const [one] = (await signIn(email, password)).rows
  const [other] = (await signIn(email, password)).rows
  await call('logout_winemaker', { session_token_param: one.session_token })
  expect(await validate(other.session_token)).toHaveLength(1)
})

test('only an admin reads account data', async () => {
  const member = await makeMember()
  const readData = (headers = {}) => call('test_winemaker_data', { email_param: member.email }, headers)
  expect((await readData()).status).toBe(401)
  expect((await readData({ Authorization: 'Bearer x' })).status).toBe(401)
  expect((await readData(signedIn(member))).status).toBe(403)
  const { status, rows } = await readData(signedIn(await makeAdmin(app.sql)))
  expect(status).toBe(200)
  expect(rows).toEqual([
    {
      winemaker_id: member.id,
      vineyard_id: member.vineyard_id,
      name: member.name,
      email: member.email,
      position: 'Cellar hand',
      is_active: true,
      has_password: true,
      open_sessions: 1,
    },
  ])
})

// ASVS 15.4.2
test('rejects a sign-in if the password of the account changes while it is being checked', async () => {
  const member = await makeMember()
  const config = { production: false, limits: wide }
  const caller = { email: member.email, password, address: '10.9.9.9', browser: null }
  const [signedInAs] = await race(
    app.sql,
    (holder) => holder`update winemakers set password_hash = '$argon2id$new' where id = ${member.id}`,
    [() => authenticateWinemaker(app.sql, config, caller, app.now)],
  )
  expect(signedInAs).toEqual({ ok: false, problem: { kind: 'wrong' } })
  const open =
    await app.sql`select from winemaker_sessions where winemaker_id = ${member.id} and ended_at is null`
  expect(open).toHaveLength(0)
})

// ASVS 6.3.2
test('production rejects the demo password', async () => {
  const member = await makeMember({ is_demo: true })
  const caller = { email: member.email, password, address: '10.9.9.8', browser: null }
  const inProduction = (production: boolean) =>
    authenticateWinemaker(app.sql, { production, limits: wide }, caller, app.now)
  expect((await inProduction(true)).ok).toBe(false)
  expect((await inProduction(false)).ok).toBe(true)
})

const wide = readConfig({ LIMIT_SIGN_INS_PER_ACCOUNT: '100', LIMIT_SIGN_INS_PER_ADDRESS: '10000' }).limits
