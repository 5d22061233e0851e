import { beforeAll, expect, test } from 'vitest'

import type { Sql } from '../../platform/database/database.server.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeAdmin, makeVisitor, makeWinemaker, signedIn } from '../../../test/make.ts'
import { nobody } from './actor.ts'
import { findActor, makeToken } from './session.server.ts'

const now = new Date('2026-06-01T09:00:00Z')
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000)

let sql: Sql
beforeAll(async () => {
  sql = await ownDatabase()
})

const actorOf = (token: string, at = now) => findActor(sql, signedIn({ token }).Authorization, at)

// ASVS 7.2.1
test('a token identifies its owner, and a request without a token comes from nobody', async () => {
  const winemaker = await makeWinemaker(sql)
  const admin = await makeAdmin(sql)
  const visitor = await makeVisitor(sql)
  expect(await actorOf(winemaker.token)).toMatchObject({
    actor: 'winemaker',
    actor_id: winemaker.id,
    vineyard_id: winemaker.vineyard_id,
  })
  expect(await actorOf(admin.token)).toMatchObject({ actor: 'admin', actor_id: admin.id })
  expect(await actorOf(visitor.token)).toMatchObject({ actor: 'guest', actor_id: visitor.id })
  expect(await findActor(sql, undefined, now)).toEqual(nobody)
})

// ASVS 6.6.3 7.2.3 11.5.1
test('tokens have 256 random bits', () => {
  const tokens = Array.from({ length: 1000 }, makeToken)
  expect(new Set(tokens).size).toBe(1000)
  const bytes = tokens.flatMap((token) => [...Buffer.from(token, 'base64url')])
  expect(bytes).toHaveLength(32_000)
  // Each of the 256 byte values is expected about 125 times.
  const counts = Map.groupBy(bytes, (byte) => byte)
  expect(counts.size).toBe(256)
  for (const { length } of counts.values()) expect(Math.abs(length - 125)).toBeLessThan(80)
})

// ASVS 7.2.1 9.1.1 9.1.2
// There are no signed tokens. A JSON Web Token counts as an unknown token, whatever its algorithm.
test('malformed, unknown and altered tokens are invalid', async () => {
  const { token, id } = await makeWinemaker(sql)
  const bytes = Buffer.from(token, 'base64url')
  bytes[7] = (bytes[7] ?? 0) ^ 1
  const flipped = bytes.toString('base64url')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: id, role: 'admin' })).toString('base64url')}.`
  for (const text of [flipped, unsigned, makeToken(), '', 'x', `${token}x`, `${token} `, "' or true --"])
    expect(await actorOf(text), text).toBe('invalid')
  expect(await findActor(sql, token, now)).toBe('invalid')
  expect(await findActor(sql, `Basic ${token}`, now)).toBe('invalid')
  expect(await actorOf(token)).not.toBe('invalid')
})

// ASVS 7.3.1
test("a winemaker's sign-in ends after 30 idle days, and each use restarts the period", async () => {
  const { token, id } = await makeWinemaker(sql)
  await sql`update winemaker_sessions set last_used_at = ${now} where winemaker_id = ${id}`
  expect(await actorOf(token, daysLater(29))).not.toBe('invalid')
  expect(await actorOf(token, daysLater(58))).not.toBe('invalid')
  expect(await actorOf(token, daysLater(89))).toBe('invalid')
})

// ASVS 7.3.1
test("a visitor's sign-in ends after 90 idle days", async () => {
  const { token, id } = await makeVisitor(sql)
  await sql`update user_sessions set last_used_at = ${now} where user_id = ${id}`
  expect(await actorOf(token, daysLater(89))).not.toBe('invalid')
  expect(await actorOf(token, daysLater(180))).toBe('invalid')
})

// ASVS 7.3.2
// Negative control: this test fails for each kind of sign-in if is_session_open does not compare created_at.
test('a sign-in ends a fixed time after it began, however much it is used', async () => {
  const kinds = [
    { ...(await makeWinemaker(sql)), table: 'winemaker_sessions', owner: 'winemaker_id', days: 90 },
    { ...(await makeAdmin(sql)), table: 'admin_sessions', owner: 'admin_id', days: 30 },
    { ...(await makeVisitor(sql)), table: 'user_sessions', owner: 'user_id', days: 180 },
  ]
  for (const { token, id, table, owner, days } of kinds) {
    const [early, late] = [daysLater(days - 1), daysLater(days)]
    await sql`update ${sql(table)} set created_at = ${now}, last_used_at = ${early} where ${sql(owner)} = ${id}`
    expect(await actorOf(token, early), table).not.toBe('invalid')
    expect(await actorOf(token, late), table).toBe('invalid')
  }
})

// ASVS 9.2.1
test('an admin access token expires at its stated time', async () => {
  const { token, id } = await makeAdmin(sql)
  await sql`
    update admin_tokens set access_expires_at = ${now}
    where session_id in (select s.id from admin_sessions s where s.admin_id = ${id})`
  expect(await actorOf(token, new Date(now.getTime() - 1))).not.toBe('invalid')
  expect(await actorOf(token)).toBe('invalid')
})

// ASVS 7.4.2 8.3.2
test('disabling an account or changing its password ends its sign-ins immediately', async () => {
  const winemakers = [await makeWinemaker(sql), await makeWinemaker(sql)] as const
  const admins = [await makeAdmin(sql), await makeAdmin(sql)] as const
  await sql`update winemakers set is_active = false where id = ${winemakers[0].id}`
  await sql`update winemakers set password_hash = '$argon2id$new' where id = ${winemakers[1].id}`
  await sql`update admins set is_active = false where id = ${admins[0].id}`
  await sql`update admins set password_hash = '$argon2id$new' where id = ${admins[1].id}`
  for (const { token } of [...winemakers, ...admins]) expect(await actorOf(token)).toBe('invalid')
  await sql`update winemakers set is_active = true where id = ${winemakers[0].id}`
  expect(await actorOf(winemakers[0].token)).toBe('invalid')
})
