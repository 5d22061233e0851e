import { expect, test } from 'vitest'

import { hashPassword } from '../people/accounts/password.server.ts'
import { startApp } from '../../test/app.ts'
import { makeAdmin, makeApiKey, makeBookable, makeVisitor, makeWinemaker, signedIn } from '../../test/make.ts'

const app = await startApp({ env: { LIMIT_MESSAGES: '1' } })
const password = 'hampshire-chalk-stream'
const hashed = await hashPassword(password)
const password_hash = hashed.ok ? hashed.value : ''

/** Returns the security events that `work` causes. */
async function eventsOf(work: () => Promise<unknown>) {
  app.lines.length = 0
  await work()
  return app.lines.filter(({ security_event }) => security_event !== undefined)
}

const call = (path: string, content: object, headers: Record<string, string> = {}, method = 'POST') =>
  app.visit(`/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(content),
  })

// ASVS 16.3.1
test('logs each sign-in of staff, successful or not, with the account and the kind of proof', async () => {
  const winemaker = await makeWinemaker(app.sql, { password_hash })
  const admin = await makeAdmin(app.sql, { password_hash })
  const asWinemaker = (password_param: string) =>
    call('rpc/authenticate_winemaker', { email_param: winemaker.email, password_param })
  const asAdmin = (typed: string) => call('admin_sessions', { email: admin.email, password: typed })
  const proof = { security_event: 'sign_in', with: ['password'] }
  expect(await eventsOf(() => asWinemaker(password))).toEqual([
    { ...proof, actor: 'winemaker', outcome: 'succeeded', account: winemaker.id },
  ])
  expect(await eventsOf(() => asWinemaker('wrong'))).toEqual([
    { ...proof, actor: 'winemaker', outcome: 'wrong', account: undefined },
  ])
  expect(await eventsOf(() => asAdmin(password))).toEqual([
    { ...proof, actor: 'admin', outcome: 'succeeded', account: admin.id },
  ])
  expect(await eventsOf(() => asAdmin('wrong'))).toMatchObject([
    { ...proof, actor: 'admin', outcome: 'wrong' },
    { security_event: 'request_refused', reason: 'not_signed_in' },
  ])
  for (let n = 0; n < 5; n++) await asWinemaker('wrong')
  expect(await eventsOf(() => asWinemaker(password))).toMatchObject([
    { ...proof, actor: 'winemaker', outcome: 'limited' },
    { security_event: 'request_refused', reason: 'too_many', status: 429 },
  ])
})

// ASVS 16.3.1
test("logs visitors' links, changed passwords, wrong proofs and sign-outs", async () => {
  const visitor = await makeVisitor(app.sql)
  expect(await eventsOf(() => call('links/sign_in', { email: visitor.email }))).toEqual([
    { security_event: 'link_requested', sets: 'session', limited: false },
  ])
  const [mail] = await app.sql<[{ link: string }]>`
    select payload ->> 'link' as link from emails where to_address = ${visitor.email}`
  const use = () => call('links/sign_in/use', { token: mail.link.split('#')[1] })
  const link = { security_event: 'sign_in', actor: 'visitor', with: ['link'] }
  expect(await eventsOf(use)).toEqual([{ ...link, outcome: 'succeeded' }])
  expect(await eventsOf(use)).toEqual([{ ...link, outcome: 'wrong' }])

  const winemaker = await makeWinemaker(app.sql, { password_hash })
  const change = (current_password: string) =>
    call('account/password', { current_password, new_password: 'kentish-ragstone-wall' }, signedIn(winemaker))
  const changed = {
    security_event: 'password_set',
    actor: 'winemaker',
    with: ['password'],
    account: winemaker.id,
  }
  expect((await eventsOf(() => change('wrong')))[0]).toEqual({ ...changed, outcome: 'wrong' })
  expect(await eventsOf(() => change(password))).toEqual([{ ...changed, outcome: 'succeeded' }])
  const refused = await eventsOf(() =>
    call('account/other_sessions/end', { current_password: password }, signedIn(winemaker)),
  )
  expect(refused[0]).toMatchObject({
    security_event: 'proof_refused',
    outcome: 'wrong',
    account: winemaker.id,
  })
  expect(
    await eventsOf(() => call('rpc/logout_winemaker', { session_token_param: winemaker.token })),
  ).toEqual([{ security_event: 'sign_out', actor: 'winemaker', account: winemaker.id }])
})

// ASVS 16.3.2
test('logs each refused permission with the account and the path', async () => {
  const winemaker = await makeWinemaker(app.sql)
  const refused = await eventsOf(() => app.visit('/api/persons/export', { method: 'POST' }))
  expect(refused).toMatchObject([{ reason: 'not_signed_in', status: 401, actor: 'nobody' }])
  expect(await eventsOf(() => call('persons/export', {}, signedIn(winemaker)))).toEqual([
    {
      security_event: 'request_refused',
      reason: 'not_allowed',
      status: 403,
      method: 'POST',
      path: '/api/persons/export',
      actor: 'winemaker',
      account: winemaker.id,
    },
  ])
  const visitor = await makeVisitor(app.sql)
  expect(await eventsOf(() => call('persons/export', {}, signedIn(visitor)))).toMatchObject([
    { reason: 'not_allowed', actor: 'visitor' },
  ])
  const key = await makeApiKey(app.sql)
  expect(await eventsOf(() => call('persons/export', {}, signedIn(key)))).toMatchObject([
    { reason: 'not_allowed', actor: 'key' },
  ])
})

// ASVS 16.3.3
test('logs invalid input, broken rules, exceeded limits and forms submitted from other sites', async () => {
  const admin = await makeAdmin(app.sql)
  const { path, answers } = await makeBookable(app.sql)
  const form = (changes: Record<string, string>) => app.submit(path, { ...answers(), ...changes })
  const reasonsOf = async (work: () => Promise<unknown>) =>
    (await eventsOf(work)).map(({ reason, status }) => [reason, status])
  expect(await reasonsOf(() => call('winemakers', { name: 7 }, signedIn(admin)))).toEqual([['input', 422]])
  expect(await reasonsOf(() => form({ guests: '-3' }))).toEqual([['input', 422]])
  expect(await reasonsOf(() => app.visit('/api/me', { method: 'DELETE' }))).toEqual([['malformed', 405]])
  expect(
    await reasonsOf(() =>
      app.visit(path, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'cross-site' },
        body: new URLSearchParams(answers()),
      }),
    ),
  ).toEqual([['not_allowed', 403]])
  const message = () =>
    app.visit('/contact', {
      method: 'POST',
      headers: { 'X-Forwarded-For': '203.0.113.7' },
      body: new URLSearchParams({}),
    })
  await message()
  expect(await reasonsOf(message)).toEqual([['too_many', 429]])
  const winemaker = await makeWinemaker(app.sql, { password_hash })
  expect(await reasonsOf(() => call(`winemakers/${winemaker.id}/invitation`, {}, signedIn(admin)))).toEqual([
    ['rule', 409],
  ])
  expect(await eventsOf(() => app.visit('/contact'))).toEqual([])
})

// Negative control: this test fails if logRefusals does not count the refusals, because all 50 are then logged.
test('logs 20 refusals of a kind in a second, and later logs how many further refusals it left out', async () => {
  const start = app.now
  app.now = new Date(start.getTime() + 60_000)
  const knock = () => app.visit('/api/team')
  const flood = await eventsOf(() => Promise.all(Array.from({ length: 50 }, knock)))
  expect(flood).toHaveLength(20)
  app.now = new Date(start.getTime() + 61_000)
  expect(await eventsOf(knock)).toMatchObject([{ reason: 'not_signed_in', unlogged: 30 }])
  app.now = start
})

test('no event contains an address, a name, a token or typed text', async () => {
  const visitor = await makeVisitor(app.sql, { email: 'zqada@example.com' })
  const events = await eventsOf(async () => {
    await call('rpc/authenticate_winemaker', { email_param: 'zqada@example.com', password_param: 'zqsecret' })
    await call('links/sign_in', { email: 'zqada@example.com' })
    await call('contact_messages', { name: 'zqname', nothing: 'zqtext' })
    await call('persons/export', { email: 'zqada@example.com' }, signedIn(visitor))
  })
  expect(events.length).toBeGreaterThanOrEqual(4)
  expect(JSON.stringify(events)).not.toMatch(/zq|10\.\d+\.\d+/)
  expect(JSON.stringify(events)).not.toContain(visitor.id)
  expect(JSON.stringify(events)).not.toContain(visitor.token)
})
