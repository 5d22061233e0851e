import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeBookable, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { maxKeys } from './api-key.server.ts'

const app = await startApp()
const { sql, visit } = app
const setNow = (at: string) => {
  app.now = new Date(at)
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const statusOf = async (key: string, path: string, init: RequestInit = {}) =>
  (await visit(path, { ...init, headers: { ...bearer(key), 'Content-Type': 'application/json' } })).status

async function makeOwner() {
  const { experience } = await makeBookable(sql)
  const owner = await makeWinemaker(sql, { vineyard_id: experience.vineyard_id })
  return { owner, vineyard_id: experience.vineyard_id, experience }
}

const make = (owner: { token: string }, fields: Record<string, unknown>) =>
  visit('/api/api_keys', {
    method: 'POST',
    headers: { ...signedIn(owner), 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Web shop', permissions: ['bookings:read'], ...fields }),
  })

test('an owner makes a key that is shown once, and a program uses it to read that vineyard’s bookings', async () => {
  const { owner, vineyard_id } = await makeOwner()
  const made = await make(owner, { vineyard_id })
  expect(made.status).toBe(201)
  const { id, key } = await made.json()
  expect(key).toMatch(/^cv_live_[\w-]{43}$/)

  const list = await visit(`/api/api_keys?vineyard_id=${vineyard_id}`, { headers: signedIn(owner) })
  const text = await list.text()
  expect(text).not.toContain(key)
  expect(JSON.parse(text).items).toMatchObject([
    { id, name: 'Web shop', ending: key.slice(-4), last_used_at: null },
  ])
  const [stored] = await sql`select to_jsonb(k)::text as text from api_keys k where id = ${id}`
  expect(stored?.text).not.toContain(key)
  const [noted] = await sql`select to_jsonb(a)::text as text from audit_trail a where noun_id = ${id}`
  expect(noted?.text).toContain('Web shop')
  expect(noted?.text).not.toMatch(/key_hash/)

  const foreign = await makeOwner()
  const bookings = await visit('/api/bookings', { headers: bearer(key) })
  expect([bookings.status, (await bookings.json()).total]).toEqual([200, 0])
  expect(await statusOf(key, `/api/bookings?vineyard_id=${foreign.vineyard_id}`)).toBe(200)
  const [used] = await sql`select last_used_at from api_keys where id = ${id}`
  expect(used?.last_used_at).not.toBeNull()
})

test('a key has access only to endpoints that name one of its permissions', async () => {
  const { owner, vineyard_id, experience } = await makeOwner()
  const { key } = await (await make(owner, { vineyard_id })).json()
  const refusal = async (path: string, init: RequestInit = {}) => {
    const response = await visit(path, {
      ...init,
      headers: { ...bearer(key), 'Content-Type': 'application/json' },
    })
    return [response.status, (await response.json()).error]
  }
  const closed = [403, 'API keys cannot be used here.']
  for (const path of [
    '/api/me',
    '/api/customers',
    '/api/bookings/file',
    `/api/api_keys?vineyard_id=${vineyard_id}`,
    '/api/nothing',
  ])
    expect(await refusal(path), path).toEqual(closed)
  expect(await refusal('/api/bookings', { method: 'POST', body: '{}' })).toEqual([
    403,
    'This API key lacks the permission bookings:write.',
  ])
  expect(await refusal(`/api/experiences/${experience.id}`, { method: 'DELETE' })).toEqual(closed)
  expect(await refusal('/api/experiences')).toEqual([
    403,
    'This API key lacks the permission availability:read.',
  ])
  const both = { permissions: ['availability:read', 'bookings:read'] }
  const { key: wider } = await (await make(owner, { vineyard_id, ...both })).json()
  expect(await statusOf(wider, `/api/experiences/${experience.id}`)).toBe(200)
  expect(await statusOf(`${wider.slice(0, -1)}_`, '/api/experiences')).toBe(401)
})

// ASVS 6.5.6
test('a revoked or expired key is refused at once', async () => {
  const { owner, vineyard_id } = await makeOwner()
  const { id, key } = await (await make(owner, { vineyard_id })).json()
  const revoke = (who: { token: string }) =>
    visit(`/api/api_keys/${id}`, { method: 'DELETE', headers: signedIn(who) })
  expect((await revoke((await makeOwner()).owner)).status).toBe(404)
  expect(await statusOf(key, '/api/bookings')).toBe(200)
  expect((await revoke(owner)).status).toBe(204)
  expect((await revoke(owner)).status).toBe(204)
  expect(await statusOf(key, '/api/bookings')).toBe(401)

  const soon = await (await make(owner, { vineyard_id, days: 1 })).json()
  setNow('2026-06-02T08:59:59Z')
  expect(await statusOf(soon.key, '/api/bookings')).toBe(200)
  setNow('2026-06-02T09:00:00Z')
  expect(await statusOf(soon.key, '/api/bookings')).toBe(401)
  expect((await make(owner, { vineyard_id, days: 0 })).status).toBe(422)
})

test('of a vineyard’s staff, only owners can make keys, for their own vineyard and at most 20', async () => {
  const { owner, vineyard_id } = await makeOwner()
  const manager = await makeWinemaker(sql, { vineyard_id, role: 'manager' })
  expect((await make(manager, { vineyard_id })).status).toBe(403)
  expect((await make(owner, { vineyard_id: (await makeVineyard(sql)).id })).status).toBe(404)
  for (const fields of [{ permissions: [] }, { permissions: ['all'] }, { name: '' }])
    expect((await make(owner, { vineyard_id, ...fields })).status).toBe(422)
  const made = await Promise.all(Array.from({ length: maxKeys + 3 }, () => make(owner, { vineyard_id })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(maxKeys)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(3)
})

// ASVS 14.2.1
test('a key works only in the Authorization header, and only if it is unaltered', async () => {
  const { owner, vineyard_id } = await makeOwner()
  const { key } = await (await make(owner, { vineyard_id })).json()
  expect(await statusOf(key, '/api/bookings')).toBe(200)
  expect((await visit(`/api/bookings?api_key=${key}&access_token=${key}`)).status).toBe(401)
  expect(
    (await visit('/api/bookings', { headers: { Authorization: `Basic ${btoa(`${key}:`)}` } })).status,
  ).toBe(401)
  for (const wrong of [
    key.toUpperCase(),
    key.replace('cv_live_', 'CV_LIVE_'),
    key.replace('cv_live_', 'cv_test_'),
    key.replace('cv_live_', ''),
    `${key} `.repeat(2).trim(),
    key + 'A'.repeat(7000),
  ])
    expect(await statusOf(wrong, '/api/bookings')).toBe(401)
})
