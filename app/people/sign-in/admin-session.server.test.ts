import { beforeAll, expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { makeAdmin, makeWinemaker } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { endAdminSession, refreshAdminSession } from './admin-session.server.ts'
import { findActor, makeToken } from './session.server.ts'

const sql = await ownDatabase()
let now = new Date()
beforeAll(async () => {
  const [{ at }] = await sql<[{ at: Date }]>`select now() as at`
  now = at
})
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const refresh = (token: string, at = now) => refreshAdminSession(sql, token, { production: false }, at)
const isValid = async (token: string, at = now) => (await findActor(sql, `Bearer ${token}`, at)) !== 'invalid'

async function refreshed(token: string, at = now) {
  const next = await refresh(token, at)
  if (!next.ok) throw new Error(`refused: ${next.problem}`)
  return next.value
}

test('refreshing returns a new pair of tokens for the same admin, valid for ten minutes', async () => {
  const admin = await makeAdmin(sql)
  const next = await refreshed(admin.refresh_token)
  expect(next.user).toEqual({ id: admin.id, name: admin.name, email: admin.email, two_step: false })
  expect(next.refresh_token).not.toBe(admin.refresh_token)
  expect(next.access_token).not.toBe(next.refresh_token)
  expect(new Date(next.expires_at)).toEqual(after(600))
  expect(await isValid(next.access_token, after(599))).toBe(true)
  expect(await isValid(next.access_token, after(600))).toBe(false)
  expect(await isValid(next.refresh_token)).toBe(false)
})

test('a hundred concurrent refreshes with one token get the same pair and keep the admin signed in', async () => {
  const { refresh_token, session_id } = await makeAdmin(sql)
  const outcomes = await race(
    sql,
    (holder) => holder`select from admin_sessions where id = ${session_id} for update`,
    Array.from({ length: 40 }, () => () => refreshed(refresh_token)),
  )
  const more = await Promise.all(Array.from({ length: 60 }, () => refreshed(refresh_token)))
  expect(new Set([...outcomes, ...more].map((pair) => pair.refresh_token)).size).toBe(1)
  expect(new Set([...outcomes, ...more].map((pair) => pair.access_token)).size).toBe(1)
  const [{ pairs }] = await sql<[{ pairs: number }]>`
    select count(*)::int as pairs from admin_tokens where session_id = ${session_id}`
  expect(pairs).toBe(2)
  await refreshed(outcomes[0]?.refresh_token ?? '', after(60))
})

test('refreshing again within ten seconds returns the same pair', async () => {
  const { refresh_token } = await makeAdmin(sql)
  const first = await refreshed(refresh_token)
  expect(await refreshed(refresh_token, after(9))).toEqual(first)
})

test('reusing the previous refresh token after ten seconds ends the sign-in', async () => {
  const { refresh_token } = await makeAdmin(sql)
  const next = await refreshed(refresh_token)
  expect(await refresh(refresh_token, after(11))).toEqual({ ok: false, problem: 'reused' })
  expect(await isValid(next.access_token)).toBe(false)
  expect(await refresh(next.refresh_token, after(11))).toEqual({ ok: false, problem: 'ended' })
})

test('reusing an older refresh token ends the sign-in even within ten seconds', async () => {
  const { refresh_token } = await makeAdmin(sql)
  const second = await refreshed(refresh_token)
  const third = await refreshed(second.refresh_token)
  expect(await refresh(refresh_token, after(1))).toEqual({ ok: false, problem: 'reused' })
  expect(await isValid(third.access_token)).toBe(false)
  expect((await refresh(third.refresh_token, after(1))).ok).toBe(false)
})

test('if a thief refreshes a stolen token first, the refresh by the owner ends the sign-in', async () => {
  const stolen = await makeAdmin(sql)
  const thief = await refreshed(stolen.refresh_token)
  const deeper = await refreshed(thief.refresh_token, after(600))
  expect(await refresh(stolen.refresh_token, after(700))).toEqual({ ok: false, problem: 'reused' })
  expect((await refresh(deeper.refresh_token, after(700))).ok).toBe(false)
})

// ASVS 9.2.2
test('a refresh with an access token, or an altered or unknown token, is refused and does not end the sign-in', async () => {
  const { token, refresh_token } = await makeAdmin(sql)
  const bytes = Buffer.from(refresh_token, 'base64url')
  bytes[31] = (bytes[31] ?? 0) ^ 4
  for (const wrong of [bytes.toString('base64url'), makeToken(), token, '', (await makeWinemaker(sql)).token])
    expect(await refresh(wrong)).toEqual({ ok: false, problem: 'ended' })
  expect((await refresh(refresh_token)).ok).toBe(true)
})

// ASVS 7.4.1
test('signing out invalidates both tokens and leaves other sign-ins open', async () => {
  const { token, refresh_token } = await makeAdmin(sql)
  const other = await makeAdmin(sql)
  await endAdminSession(sql, refresh_token, now)
  expect(await isValid(token)).toBe(false)
  expect(await refresh(refresh_token)).toEqual({ ok: false, problem: 'ended' })
  expect(await isValid(other.token)).toBe(true)
})

// ASVS 7.3.2
test('refreshing does not extend a sign-in beyond 30 days', async () => {
  const { refresh_token } = await makeAdmin(sql)
  const twelve = await refreshed(refresh_token, after(12 * 86_400))
  const twentyFour = await refreshed(twelve.refresh_token, after(24 * 86_400))
  expect((await refresh(twentyFour.refresh_token, after(30 * 86_400 - 60))).ok).toBe(true)
  const last = await refreshed(twentyFour.refresh_token, after(30 * 86_400 - 59))
  expect(await refresh(last.refresh_token, after(30 * 86_400 + 60))).toEqual({ ok: false, problem: 'ended' })
})

// ASVS 7.3.1
test('a sign-in ends after 14 days without a refresh', async () => {
  const { refresh_token } = await makeAdmin(sql)
  const refreshedSession = await refreshed(refresh_token, after(13 * 86_400))
  expect((await refresh(refreshedSession.refresh_token, after(26 * 86_400))).ok).toBe(true)
  const { refresh_token: left } = await makeAdmin(sql)
  expect(await refresh(left, after(15 * 86_400))).toEqual({ ok: false, problem: 'ended' })
})

test("refuses to refresh the demo admin's tokens in production", async () => {
  const { refresh_token } = await makeAdmin(sql, { is_demo: true })
  expect((await refreshAdminSession(sql, refresh_token, { production: true }, now)).ok).toBe(false)
  expect((await refresh(refresh_token)).ok).toBe(true)
})

test('the database stores no token in plain text', async () => {
  const { token, refresh_token } = await makeAdmin(sql)
  const next = await refreshed(refresh_token)
  const [{ stored }] = await sql<
    [{ stored: string }]
  >`select string_agg(t::text, ' ') as stored from admin_tokens t`
  for (const secret of [token, refresh_token, next.access_token, next.refresh_token]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  }
})
