import { generate } from 'otplib'
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../platform/config.server.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeAdmin } from '../../../test/make.ts'
import { type AdminSignedIn, signAdminIn } from './admin-session.server.ts'
import { hashPassword } from '../accounts/password.server.ts'
import {
  decryptSecret,
  encryptSecrets,
  confirmTwoStep,
  offerTwoStep,
  turnTwoStepOff,
} from './two-step.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const password = 'greensand-and-clay-7'
const accountsAtFirst = await sql`select id from admins union all select id from winemakers`
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(password)
  password_hash = hashed.ok ? hashed.value : ''
})

const [key, nextKey] = [randomBytes(32), randomBytes(32)]
const keys = [key]
const limits = readConfig({ LIMIT_SIGN_INS_PER_ACCOUNT: '100', LIMIT_SIGN_INS_PER_ADDRESS: '10000' }).limits
const makeMember = (changes = {}) => makeAdmin(sql, { password_hash, ...changes })
const codeAt = (secret: string, at: Date) => generate({ secret, epoch: at.getTime() / 1000 })

function signIn(
  { email }: { email: string },
  { code = null as string | null, typed = password, at = now, required = false, production = false } = {},
) {
  const caller = { address: '10.1.1.1', browser: 'Firefox on Linux' }
  const config = { production, limits, require_two_step: required, secrets_keys: keys }
  return signAdminIn(sql, config, { email, password: typed, code, ...caller }, at)
}

const wrong = { ok: false, problem: { kind: 'wrong' } }
const wrongCode = { ok: false, problem: { kind: 'wrong_code' } }
const hasSession = (value: AdminSignedIn) => 'access_token' in value

async function withTwoStep() {
  const admin = await makeMember()
  const offer = await offerTwoStep(sql, keys, admin)
  const secret = offer.ok ? offer.value.secret : ''
  const on = await confirmTwoStep(sql, keys, admin.id, await codeAt(secret, now), now)
  if (!on.ok) throw new Error(on.problem)
  return { ...admin, secret, recovery_codes: on.value.recovery_codes }
}

test('an admin signs in with email and password', async () => {
  const signedIn = await signIn(await makeMember())
  expect(signedIn.ok && hasSession(signedIn.value)).toBe(true)
})

// ASVS 6.3.2
test('a new database has no accounts', () => {
  expect(accountsAtFirst).toHaveLength(0)
})

// ASVS 6.3.2 6.3.8
// The last case is the demonstration's account, which does not work in production.
test('every wrong credential gets the same refusal', async () => {
  expect(await signIn(await makeMember(), { typed: 'greensand-and-clay-8' })).toEqual(wrong)
  expect(await signIn({ email: 'nobody@example.com' })).toEqual(wrong)
  expect(await signIn(await makeMember({ is_active: false }))).toEqual(wrong)
  expect(await signIn(await makeAdmin(sql))).toEqual(wrong)
  expect(await signIn(await makeMember({ is_demo: true }), { production: true })).toEqual(wrong)
})

test('refuses app codes if the stored secret is damaged, but still accepts recovery codes', async () => {
  const admin = await withTwoStep()
  for (const damaged of ['JBSWY3DP!', '', 'sealed:', 'sealed:x:y']) {
    await sql`update admins set two_step_secret = ${damaged} where id = ${admin.id}`
    expect(await signIn(admin, { code: await codeAt(admin.secret, later(60)) })).toEqual(wrongCode)
  }
  expect((await signIn(admin, { code: admin.recovery_codes[0] ?? '' })).ok).toBe(true)
})

test('after a clock that was 16 days ahead is corrected, the codes of the correct time work, but each only once', async () => {
  const admin = await withTwoStep()
  const ahead = later(16 * 86_400)
  const attempt = async (at: Date) => signIn(admin, { code: await codeAt(admin.secret, at), at })
  expect((await attempt(ahead)).ok).toBe(true)
  expect((await attempt(later(60))).ok).toBe(true)
  expect(await attempt(later(60))).toEqual(wrongCode)
  const turnOff = async (at: Date) => turnTwoStepOff(sql, keys, admin.id, await codeAt(admin.secret, at), at)
  expect((await attempt(ahead)).ok).toBe(true)
  expect((await turnOff(later(90))).ok).toBe(true)
})

test('a correct password leads to a request for a code, and a wrong password does not reveal that a code is needed', async () => {
  const admin = await withTwoStep()
  expect(await signIn(admin)).toEqual({ ok: true, value: { needs: 'code' } })
  expect(await signIn(admin, { typed: 'x' })).toEqual(wrong)
  expect(await signIn(admin, { typed: 'x', code: await codeAt(admin.secret, later(60)) })).toEqual(wrong)
  const signedIn = await signIn(admin, { code: await codeAt(admin.secret, later(60)), at: later(60) })
  expect(signedIn.ok && hasSession(signedIn.value)).toBe(true)
})

// ASVS 6.5.1
test('accepts an app code once, and no older code afterwards', async () => {
  const admin = await withTwoStep()
  const older = await codeAt(admin.secret, later(60))
  const code = await codeAt(admin.secret, later(90))
  expect((await signIn(admin, { code, at: later(90) })).ok).toBe(true)
  expect(await signIn(admin, { code, at: later(95) })).toEqual(wrongCode)
  expect(await signIn(admin, { code: older, at: later(95) })).toEqual(wrongCode)
})

// ASVS 6.5.1
test('admits one of ten concurrent sign-ins with the same code', async () => {
  const admin = await withTwoStep()
  const code = await codeAt(admin.secret, later(60))
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => signIn(admin, { code, at: later(60) })))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
})

test('the code that turned two-step sign-in on cannot be used to sign in', async () => {
  const admin = await withTwoStep()
  expect(await signIn(admin, { code: await codeAt(admin.secret, now) })).toEqual(wrongCode)
})

// ASVS 6.5.5 6.5.8
// A code is valid for 30 seconds. The codes before and after it are also accepted, because clocks differ.
test('accepts a code up to 30 seconds early or late', async () => {
  const admin = await withTwoStep()
  const code = await codeAt(admin.secret, later(600))
  expect(await signIn(admin, { code, at: later(540) })).toEqual(wrongCode)
  expect(await signIn(admin, { code, at: later(661) })).toEqual(wrongCode)
  expect((await signIn(admin, { code, at: later(630) })).ok).toBe(true)
})

// ASVS 6.4.4 6.5.1 6.5.4
test('each recovery code of an admin replaces an app code once, however it is spelled', async () => {
  const admin = await withTwoStep()
  const [first = '', second = ''] = admin.recovery_codes
  expect((await signIn(admin, { code: first.toLowerCase().replaceAll('-', ' ') })).ok).toBe(true)
  expect(await signIn(admin, { code: first })).toEqual(wrongCode)
  const other = await withTwoStep()
  expect(await signIn(other, { code: second })).toEqual(wrongCode)
  expect((await signIn(admin, { code: second })).ok).toBe(true)
})

// ASVS 2.3.1 6.3.3 8.4.2
test('where two-step sign-in is required, an admin must set up the app before signing in', async () => {
  const admin = await makeMember()
  const offered = await signIn(admin, { required: true })
  if (!offered.ok || !('needs' in offered.value) || offered.value.needs !== 'two_step')
    throw new Error('no offer')
  const { secret, address } = offered.value
  expect(new URL(address).searchParams.get('secret')).toBe(secret)
  expect(await signIn(admin, { required: true })).toEqual(offered)
  expect(await signIn(admin, { required: true, code: '000000' })).toEqual(wrongCode)
  const code = await codeAt(secret, now)
  const signedIn = await signIn(admin, { required: true, code })
  if (!signedIn.ok || !('recovery_codes' in signedIn.value)) throw new Error('no codes')
  expect(signedIn.value.recovery_codes).toHaveLength(10)
  expect(await signIn(admin, { required: true })).toEqual({ ok: true, value: { needs: 'code' } })
  expect(await signIn(admin, { required: true, code })).toEqual(wrongCode)
})

test('turning two-step sign-in off requires an unused code', async () => {
  const admin = await withTwoStep()
  expect(await turnTwoStepOff(sql, keys, admin.id, '123456', now)).toEqual({
    ok: false,
    problem: 'wrong_code',
  })
  expect(await turnTwoStepOff(sql, keys, admin.id, await codeAt(admin.secret, now), now)).toEqual({
    ok: false,
    problem: 'wrong_code',
  })
  const fresh = await codeAt(admin.secret, later(60))
  expect((await turnTwoStepOff(sql, keys, admin.id, fresh, later(60))).ok).toBe(true)
  const signedIn = await signIn(admin)
  expect(signedIn.ok && hasSession(signedIn.value)).toBe(true)
})

const storedSecret = async (id: string) => {
  const [row] = await sql<[{ two_step_secret: string }]>`select two_step_secret from admins where id = ${id}`
  return row.two_step_secret
}

// ASVS 11.2.1
test('encrypts a secret so that it can be decrypted only for its own admin', async () => {
  const [ada, bea] = [await withTwoStep(), await withTwoStep()]
  const encrypted = await storedSecret(ada.id)
  expect(encrypted).not.toContain(ada.secret)
  expect(decryptSecret(keys, encrypted, ada.id)).toBe(ada.secret)
  await sql`update admins set two_step_secret = ${encrypted} where id = ${bea.id}`
  expect(await signIn(bea, { code: await codeAt(ada.secret, later(60)), at: later(60) })).toEqual(wrongCode)
})

test('encrypts plain secrets and secrets of an older key with the current key, and the apps still work', async () => {
  const [old, before] = [await withTwoStep(), await withTwoStep()]
  await sql`update admins set two_step_secret = ${before.secret} where id = ${before.id}`
  expect((await signIn(before, { code: await codeAt(before.secret, later(60)), at: later(60) })).ok).toBe(
    true,
  )

  expect((await encryptSecrets(sql, [nextKey, key])).encrypted).toBeGreaterThanOrEqual(2)
  expect((await encryptSecrets(sql, [nextKey])).encrypted).toBe(0)
  for (const { id, secret } of [old, before])
    expect(decryptSecret([nextKey], await storedSecret(id), id)).toBe(secret)
  expect(await encryptSecrets(sql, [key])).toMatchObject({ encrypted: 0 })
  expect((await encryptSecrets(sql, [key])).lost).toBeGreaterThanOrEqual(2)
  await encryptSecrets(sql, [key, nextKey])
})

test('without an encryption key, refuses setup and app codes but accepts recovery codes', async () => {
  const admin = await withTwoStep()
  const fresh = await makeMember()
  expect(await offerTwoStep(sql, [], fresh)).toEqual({ ok: false, problem: 'no_key' })
  expect(await turnTwoStepOff(sql, [], admin.id, await codeAt(admin.secret, later(60)), later(60))).toEqual({
    ok: false,
    problem: 'wrong_code',
  })
  await encryptSecrets(sql, [nextKey, key])
  const code = admin.recovery_codes[0] ?? null
  expect(await signIn(admin, { code: await codeAt(admin.secret, later(90)), at: later(90) })).toEqual(
    wrongCode,
  )
  expect((await signIn(admin, { code })).ok).toBe(true)
  await encryptSecrets(sql, [key, nextKey])
})

test('replaces a pending secret whose key is lost', async () => {
  const admin = await makeMember()
  const [first] = [await offerTwoStep(sql, [nextKey], admin)]
  const again = await offerTwoStep(sql, keys, admin)
  const secret = again.ok ? again.value.secret : ''
  expect(first.ok && first.value.secret).not.toBe(secret)
  expect((await confirmTwoStep(sql, keys, admin.id, await codeAt(secret, now), now)).ok).toBe(true)
})
