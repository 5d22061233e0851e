import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAuthenticator } from '../../../test/authenticator.ts'
import { race, untilWaiting } from '../../../test/race.ts'
import { makeAdmin, makeVisitor, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { sql } = app
const started = app.now
type By = { token: string } | undefined

async function send(method: string, path: string, by: By, content?: object, headers: HeadersInit = {}) {
  const answer = await app.visit(`/api/passkeys${path}`, {
    method,
    headers: {
      ...(by && signedIn(by)),
      ...(content && { 'Content-Type': 'application/json' }),
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150',
      ...headers,
    },
    ...(content && { body: JSON.stringify(content) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : null }
}

const offer = async (by: By) => (await send('POST', '/offer', by)).body.challenge as string
const offerSignIn = async () => (await send('POST', '/sign_in/offer', undefined)).body.challenge as string
const signIn = (content: object) => send('POST', '/sign_in', undefined, content)

/** Creates a visitor who has just signed in and has a passkey on one device. */
async function makeOwner() {
  const visitor = await makeVisitor(sql)
  await sql`update user_sessions set created_at = ${app.now}, last_used_at = ${app.now} where user_id = ${visitor.id}`
  const device = makeAuthenticator(visitor.id)
  const added = await send('POST', '', visitor, device.register(await offer(visitor)))
  expect(added).toEqual({ status: 201, body: { id: expect.any(String) } })
  return { visitor, device, id: added.body.id as string }
}

// ASVS 6.3.7
test('a visitor adds a passkey, signs in with it without an email address, and removes it', async () => {
  const { visitor, device, id } = await makeOwner()
  const listed = await send('GET', '', visitor)
  expect(listed.body).toEqual({
    items: [{ id, name: 'Chrome on Linux', created_at: app.now.toISOString(), last_used_at: null }],
    may_ask: false,
  })
  const signed = device.sign(await offerSignIn())
  const entered = await signIn(signed)
  expect(entered).toMatchObject({ status: 200, body: { user: { id: visitor.id, email: visitor.email } } })
  const by = { token: entered.body.session_token }
  expect((await send('GET', '', by)).body.items[0].last_used_at).toBe(app.now.toISOString())

  expect((await send('DELETE', `/${id}`, by)).status).toBe(204)
  // A visitor who has added a passkey is not asked again.
  expect((await send('GET', '', by)).body).toEqual({ items: [], may_ask: false })
  expect((await send('DELETE', `/${id}`, by)).status).toBe(404)
  expect((await signIn(device.sign(await offerSignIn()))).status).toBe(422)
  const mails = await sql`
    select payload from emails where to_address = ${visitor.email} and email_type = 'passkey_changed' order by created_at, id`
  expect(mails.map(({ payload }) => payload.is_added).toSorted()).toEqual([false, true])
})

// ASVS 6.7.2
test('a challenge can be signed once, within five minutes, by the visitor who asked for it', async () => {
  const { visitor, device } = await makeOwner()
  const challenge = await offerSignIn()
  expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
  expect((await signIn(device.sign(challenge))).status).toBe(200)
  const again = await signIn(device.sign(challenge))
  expect([again.status, again.body.title]).toEqual([
    410,
    'That took too long, or was sent twice. Please try again.',
  ])

  const late = await offerSignIn()
  app.now = new Date(started.getTime() + 5 * 60_000)
  expect((await signIn(device.sign(late))).status).toBe(410)
  app.now = started

  const other = await makeOwner()
  const theirs = await offer(other.visitor)
  const fresh = makeAuthenticator(visitor.id)
  expect((await send('POST', '', visitor, fresh.register(theirs))).status).toBe(410)
  expect((await signIn(device.sign(theirs))).status).toBe(410)
  // If somebody else tries to use a challenge, the challenge still works for its owner.
  const own = makeAuthenticator(other.visitor.id)
  expect((await send('POST', '', other.visitor, own.register(theirs))).status).toBe(201)
  expect((await signIn(device.sign('A'.repeat(43)))).status).toBe(410)
})

test('refuses an answer for another site, without user verification, of another kind or signed by another device', async () => {
  const { visitor, device } = await makeOwner()
  const wrong = [{ origin: 'https://evil.example' }, { host: 'evil.example' }, { verifies: false }]
  for (const claims of wrong) {
    expect((await signIn(device.sign(await offerSignIn(), claims))).status).toBe(422)
    const added = makeAuthenticator(visitor.id).register(await offer(visitor), claims)
    expect((await send('POST', '', visitor, added)).status).toBe(422)
  }
  expect((await signIn(device.sign(await offerSignIn(), { type: 'webauthn.create' }))).status).toBe(410)
  const stranger = makeAuthenticator(visitor.id)
  const forged = { ...stranger.sign(await offerSignIn()), id: device.id }
  expect((await signIn(forged)).status).toBe(422)
  const handle = { ...device.sign(await offerSignIn()), user_handle: 'AAAA' }
  expect((await signIn(handle)).status).toBe(422)
  expect((await send('GET', '', visitor)).body.items).toHaveLength(1)
})

test('refuses a sign-in if the counter of the passkey has not grown', async () => {
  const { device } = await makeOwner()
  expect((await signIn(device.sign(await offerSignIn(), { counter: 5 }))).status).toBe(200)
  for (const counter of [5, 4, 0])
    expect((await signIn(device.sign(await offerSignIn(), { counter }))).status).toBe(422)
  expect((await signIn(device.sign(await offerSignIn(), { counter: 6 }))).status).toBe(200)
})

// ASVS 7.5.1
test('adding a passkey requires a sign-in of the last 15 minutes', async () => {
  const { visitor } = await makeOwner()
  app.now = new Date(started.getTime() + 15 * 60_000)
  const refused = await send('POST', '/offer', visitor)
  expect([refused.status, refused.body.title]).toEqual([
    403,
    'Please sign in again first. Then you can add a passkey.',
  ])
  app.now = started
})

// ASVS 8.2.2
test('only visitors have passkeys, and each visitor sees only their own', async () => {
  const { id } = await makeOwner()
  expect((await send('DELETE', `/${id}`, await makeVisitor(sql))).status).toBe(404)
  for (const by of [await makeWinemaker(sql), await makeAdmin(sql)])
    expect((await send('POST', '/offer', by)).status).toBe(403)
  expect((await send('GET', '', undefined)).status).toBe(401)
})

test('the visitor is asked about passkeys until the question is answered', async () => {
  const visitor = await makeVisitor(sql)
  expect((await send('GET', '', visitor)).body).toEqual({ items: [], may_ask: true })
  expect((await send('POST', '/asked', visitor)).status).toBe(204)
  expect((await send('GET', '', visitor)).body).toEqual({ items: [], may_ask: false })
})

test('an account has at most ten passkeys, and no passkey twice', async () => {
  const { visitor, device } = await makeOwner()
  expect((await send('POST', '', visitor, device.register(await offer(visitor)))).status).toBe(409)
  await fill(visitor.id, 9)
  const one = makeAuthenticator(visitor.id)
  const refused = await send('POST', '', visitor, one.register(await offer(visitor)))
  expect([refused.status, refused.body.title]).toEqual([
    409,
    'You have as many passkeys as an account may have. Please remove one first.',
  ])
})

/** Adds `count` unusable passkeys to an account. */
const fill = (user_id: string, count: number) => sql`
  insert into passkeys (user_id, credential_id, public_key, counter)
  select ${user_id}, sha256(n::text::bytea || ${user_id}::text::bytea), '\\x00', 0 from generate_series(1, ${count}) n`

test('two passkeys that are added at once do not exceed the limit of ten', async () => {
  const { visitor } = await makeOwner()
  await fill(visitor.id, 8)
  const add = async () =>
    (await send('POST', '', visitor, makeAuthenticator(visitor.id).register(await offer(visitor)))).status
  const statuses = await race(
    sql,
    (holder) => holder`select from users where id = ${visitor.id} for no key update`,
    [
      add,
      // A visitor has one challenge at a time, so the second challenge is made after the first was used.
      async () => {
        await untilWaiting(sql, 1)
        return add()
      },
    ],
  )
  expect(statuses.toSorted()).toEqual([201, 409])
  expect((await send('GET', '', visitor)).body.items).toHaveLength(10)
})

test('of two concurrent sign-ins with the same counter, only one succeeds', async () => {
  const { device, id } = await makeOwner()
  const signed = [
    device.sign(await offerSignIn(), { counter: 7 }),
    device.sign(await offerSignIn(), { counter: 7 }),
  ]
  const statuses = await race(
    sql,
    (holder) => holder`select from passkeys where id = ${id} for update`,
    signed.map((content) => async () => (await signIn(content)).status),
  )
  expect(statuses.toSorted()).toEqual([200, 422])
})

test('offers require user verification, and an offer to add a passkey names the account and lists its passkeys', async () => {
  const { visitor, device } = await makeOwner()
  const { body: asked } = await send('POST', '/offer', visitor)
  expect(asked).toMatchObject({
    rp: { id: 'site.test', name: 'Chalk & Vine' },
    user: {
      id: Buffer.from(visitor.id.replaceAll('-', ''), 'hex').toString('base64url'),
      name: visitor.email,
    },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: 300_000,
  })
  expect(asked.excludeCredentials.map((one: { id: string }) => one.id)).toEqual([device.id])
  expect(asked.pubKeyCredParams.map((one: { alg: number }) => one.alg)).toEqual([-8, -7, -257])
  const { body: offered } = await send('POST', '/sign_in/offer', undefined)
  expect(offered).toMatchObject({ rpId: 'site.test', userVerification: 'required', timeout: 300_000 })
  // A list of passkeys would show strangers which accounts have a passkey.
  expect(offered.allowCredentials ?? []).toEqual([])
})

test('nobody can add somebody else’s passkey, or sign in to another account with their own passkey', async () => {
  const [owner, stranger] = [await makeOwner(), await makeOwner()]
  const stolen = { ...makeAuthenticator(stranger.visitor.id).register(await offer(stranger.visitor)) }
  const mimic = makeAuthenticator(stranger.visitor.id, undefined, owner.device.id)
  const taken = await send('POST', '', stranger.visitor, mimic.register(await offer(stranger.visitor)))
  expect([taken.status, taken.body.title]).toEqual([409, 'Your account already has this passkey.'])
  // The id outside the signed part differs from the id inside it.
  const renamed = { ...stolen, id: owner.device.id }
  expect((await send('POST', '', stranger.visitor, renamed)).status).not.toBe(201)
  const own = stranger.device.sign(await offerSignIn())
  const handle = owner.device.sign(await offerSignIn()).user_handle
  expect((await signIn({ ...own, user_handle: handle })).status).toBe(422)
  expect((await signIn(owner.device.sign(await offerSignIn()))).body.user.id).toBe(owner.visitor.id)
})

test('refuses fields that are not base64url, are too long or are unknown', async () => {
  const { visitor, device } = await makeOwner()
  const refusals = async (by: By, path: string, content: Record<string, unknown>) => {
    const wrong = Object.keys(content)
      .filter((name) => name !== 'transports')
      .flatMap((name) => [
        { ...content, [name]: 'a+b/c=' },
        { ...content, [name]: 'A'.repeat(20_001) },
      ])
    for (const given of [...wrong, { ...content, more: true }, { ...content, id: '' }]) {
      const answer = await send('POST', path, by, given)
      expect([answer.status, answer.body.fields?.length > 0], JSON.stringify(given).slice(0, 80)).toEqual([
        422,
        true,
      ])
    }
  }
  const made = makeAuthenticator(visitor.id).register(await offer(visitor))
  await refusals(visitor, '', made)
  for (const transports of [Array(11).fill('usb'), ['USB!'], 'usb'])
    expect((await send('POST', '', visitor, { ...made, transports })).status).toBe(422)
  const signed = device.sign(await offerSignIn())
  await refusals(undefined, '/sign_in', signed)
  // None of the refused requests used up a challenge.
  expect((await send('POST', '', visitor, made)).status).toBe(201)
  expect((await signIn(signed)).status).toBe(200)
})

// ASVS 7.2.4
test('a sign-in with a passkey ends the former sign-in of the browser', async () => {
  const { visitor, device } = await makeOwner()
  const former = { 'Former-Session': visitor.token }
  const signed = device.sign(await offerSignIn())
  expect((await send('POST', '/sign_in', undefined, signed, former)).status).toBe(200)
  expect((await send('GET', '', visitor)).status).toBe(401)
})

// ASVS 6.3.1
test('successful sign-ins from one address do not slow down this address', async () => {
  const { device } = await makeOwner()
  const from = { 'X-Forwarded-For': '10.9.9.8' }
  for (let n = 0; n < 22; n++) {
    const { status, body } = await send('POST', '/sign_in/offer', undefined, undefined, from)
    expect(status).toBe(200)
    expect((await send('POST', '/sign_in', undefined, device.sign(body.challenge), from)).status).toBe(200)
  }
})

// ASVS 6.3.1
test('slows down an address that starts many sign-ins', async () => {
  const from = { 'X-Forwarded-For': '10.9.9.9' }
  const statuses = []
  for (let n = 0; n < 21; n++)
    statuses.push((await send('POST', '/sign_in/offer', undefined, undefined, from)).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(statuses[20]).toBe(429)
})
