import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeAdmin, makeWinemaker } from '../../test/make.ts'
import { makeLink } from '../people/accounts/one-time-link.server.ts'
import { hashPassword } from '../people/accounts/password.server.ts'
import { makeToken } from '../people/sign-in/session.server.ts'

const app = await startApp()
const password = 'hampshire-chalk-stream'
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(password)
  password_hash = hashed.ok ? hashed.value : ''
})

type From = { address: string; browser?: string }

function post(path: string, body: object, { address, browser }: From) {
  return app.visit(`/api/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      ...(browser && { 'Browser-Token': browser }),
    },
    body: JSON.stringify(body),
  })
}

const accounts = {
  winemaker: {
    make: () => makeWinemaker(app.sql, { password_hash }),
    /** Returns 'in' after a sign-in, 'wrong' after a wrong password, or 'wait' while the caller must wait. */
    signIn: async (email: string, password: string, from: From) => {
      const answer = await post(
        'rpc/authenticate_winemaker',
        { email_param: email, password_param: password },
        from,
      )
      if (answer.status === 429) return 'wait'
      return (await answer.json()).length === 1 ? 'in' : 'wrong'
    },
  },
  admin: {
    make: () => makeAdmin(app.sql, { password_hash }),
    signIn: async (email: string, password: string, from: From) => {
      const { status } = await post('admin_sessions', { email, password }, from)
      return status === 429 ? 'wait' : status === 200 ? 'in' : 'wrong'
    },
  },
}
let strangers = 0
/** Returns a new address each time, like an attacker who has many addresses. */
const stranger = (): From => ({ address: `203.0.${++strangers >> 8}.${strangers & 255}` })

/** Guesses passwords from new addresses until the account is locked for unknown callers. */
async function lockOut(signIn: (typeof accounts)['admin']['signIn'], email: string) {
  for (let guess = 0; guess < 8; guess++) await signIn(email, 'wrong', stranger())
  expect(await signIn(email, password, stranger())).toBe('wait')
}

for (const [role, { make, signIn }] of Object.entries(accounts)) {
  test(`a ${role} who signed in before is not locked out by strangers' guesses`, async () => {
    const { email } = await make()
    const home = { address: '198.51.100.7', browser: makeToken() }
    expect(await signIn(email, password, home)).toBe('in')
    for (let attack = 0; attack < 5; attack++) {
      await lockOut(signIn, email)
      expect(await signIn(email, password, { address: home.address })).toBe('in')
      expect(await signIn(email, password, { ...stranger(), browser: home.browser })).toBe('in')
    }
    // The account does not know another browser. Another account does not know this browser.
    expect(await signIn(email, password, { ...stranger(), browser: makeToken() })).toBe('wait')
    const { email: other } = await make()
    await lockOut(signIn, other)
    expect(await signIn(other, password, home)).toBe('wait')
  })

  test(`a known browser or address of a ${role} may guess no more often than anybody else`, async () => {
    const { email } = await make()
    const home = { address: '198.51.100.8', browser: makeToken() }
    expect(await signIn(email, password, home)).toBe('in')
    for (const from of [home, { address: home.address }]) {
      for (let guess = 0; guess < 5; guess++) expect(await signIn(email, 'wrong', from)).toBe('wrong')
      expect(await signIn(email, 'wrong', from)).toBe('wait')
    }
  })

  test(`a new password for a ${role} clears the failed attempts, so that the owner of the account can sign in`, async () => {
    const account = await make()
    await lockOut(signIn, account.email)
    const whom =
      role === 'admin'
        ? { purpose: 'admin' as const, admin_id: account.id }
        : { purpose: 'winemaker' as const, winemaker_id: account.id }
    const config = { site_url: 'http://site.test' }
    const { link } = await makeLink({ sql: app.sql, config } as never, 'password_reset', whom, app.now)
    const home = { address: '198.51.100.9', browser: makeToken() }
    const wanted = 'kentish-ragstone-wall'
    const token = link.split('#')[1]
    expect((await post('links/password/use', { token, password: wanted }, home)).status).toBe(200)
    expect(await signIn(account.email, wanted, stranger())).toBe('in')
    await lockOut(signIn, account.email)
    expect(await signIn(account.email, wanted, home)).toBe('in')
  })
}

test('callers are stored as hashes, and are forgotten after 180 days or when the account gets a new email address', async () => {
  const { id, email } = await accounts.winemaker.make()
  const home = { address: '198.51.100.10', browser: makeToken() }
  const signIn = () => accounts.winemaker.signIn(email, password, home)
  const known = async () => (await app.sql`select kind from known_callers where winemaker_id = ${id}`).length
  await signIn()
  expect(await known()).toBe(2)
  const [{ text }] = await app.sql<
    [{ text: string }]
  >`select string_agg(k::text, ' ') as text from known_callers k`
  expect(text).not.toContain(home.address)
  expect(text).not.toContain(home.browser)

  const later = (days: number) => new Date(app.now.getTime() + days * 86_400_000)
  await app.sql`select delete_expired_credentials(${later(179)})`
  expect(await known()).toBe(2)
  await app.sql`select delete_expired_credentials(${later(180)})`
  expect(await known()).toBe(0)

  await signIn()
  await app.sql`update winemakers set email = ${`new-${email}`} where id = ${id}`
  expect(await known()).toBe(0)
})
