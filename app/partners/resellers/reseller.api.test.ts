import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import {
  makeAdmin,
  makeApiKey,
  makeReseller,
  makeVineyard,
  makeWinemaker,
  signedIn,
} from '../../../test/make.ts'
import { keyAt } from '../../people/sign-in/actor.ts'
import { findKeyCaller } from '../../people/sign-in/session.server.ts'

const app = await startApp()
const { sql, visit } = app
const admin = await makeAdmin(sql)

const send = (who: { token: string }, method: string, path: string, body: unknown) =>
  visit(path, {
    method,
    headers: { ...signedIn(who), 'Content-Type': 'application/json', 'If-Match': '*' },
    body: JSON.stringify(body),
  })
const optIn = (who: { token: string }, reseller: { id: string }, vineyard_id: string, opts_in: boolean) =>
  send(who, 'PUT', `/api/resellers/${reseller.id}/opt_in`, { vineyard_id, opts_in })
const callerOf = ({ token }: { token: string }) => findKeyCaller(sql, `Bearer ${token}`, app.now)
const vineyardsOf = async (key: { token: string }) => (await callerOf(key))?.vineyard_ids
const deedsOn = async (id: string) =>
  (
    await sql`select actor, noun, vineyard_id, before, after from audit_trail where noun_id = ${id} order by id`
  ).map((row) => ({ ...row }))

async function makeEstate() {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  await sql`update vineyards set is_verified = true where id = ${vineyard_id}`
  return { market, vineyard_id, owner: await makeWinemaker(sql, { vineyard_id }) }
}

test('an admin adds a reseller and a key, and a vineyard’s opt-in and opt-out take effect immediately', async () => {
  const added = await send(admin, 'POST', '/api/resellers', {
    name: 'Downland Tours',
    email: 'it@downland.example',
  })
  expect(added.status).toBe(201)
  const reseller = await added.json()
  expect((await send(admin, 'POST', '/api/resellers', { name: 'downland tours' })).status).toBe(409)
  const made = await send(admin, 'POST', '/api/api_keys', {
    reseller_id: reseller.id,
    name: 'Website',
    permissions: ['availability:read', 'bookings:write'],
  })
  expect(made.status).toBe(201)
  const { key: token } = await made.json()
  const { vineyard_id, owner } = await makeEstate()
  expect(await callerOf({ token })).toMatchObject({
    actor: 'key',
    owner: 'reseller',
    owner_id: reseller.id,
    name: 'Website',
    vineyard_ids: [],
  })

  expect((await optIn(owner, reseller, vineyard_id, true)).status).toBe(204)
  expect((await optIn(owner, reseller, vineyard_id, true)).status).toBe(204)
  const caller = await callerOf({ token })
  expect(caller?.vineyard_ids).toEqual([vineyard_id])
  expect(caller && keyAt(caller, vineyard_id)).toMatchObject({ vineyard_id })
  expect(caller && keyAt(caller, (await makeVineyard(sql)).id)).toBe('absent')
  const list = await visit(`/api/resellers/opt_ins?vineyard_id=${vineyard_id}`, { headers: signedIn(owner) })
  expect((await list.json()).items).toMatchObject([{ id: reseller.id, opted_in_at: app.now.toISOString() }])

  expect((await optIn(owner, reseller, vineyard_id, false)).status).toBe(204)
  expect(await vineyardsOf({ token })).toEqual([])
  expect(await deedsOn(reseller.id)).toMatchObject([
    { actor: 'admin', noun: 'reseller', after: { name: 'Downland Tours' } },
    {
      actor: 'winemaker',
      noun: 'reseller_opt_in',
      vineyard_id,
      before: null,
      after: { name: 'Downland Tours' },
    },
    {
      actor: 'winemaker',
      noun: 'reseller_opt_in',
      vineyard_id,
      before: { name: 'Downland Tours' },
      after: null,
    },
  ])
})

test('a reseller can sell experiences only of verified vineyards, and none once the reseller is switched off', async () => {
  const { vineyard_id, owner } = await makeEstate()
  const reseller = await makeReseller(sql, {}, [vineyard_id])
  const key = await makeApiKey(sql, { reseller_id: reseller.id })
  expect(await vineyardsOf(key)).toEqual([vineyard_id])
  await sql`update vineyards set is_verified = false where id = ${vineyard_id}`
  expect(await vineyardsOf(key)).toEqual([])
  await sql`update vineyards set is_verified = true where id = ${vineyard_id}`

  expect((await send(admin, 'PATCH', `/api/resellers/${reseller.id}`, { is_active: false })).status).toBe(200)
  expect((await visit('/api/bookings', { headers: signedIn(key) })).status).toBe(401)
  const other = await makeEstate()
  expect((await optIn(other.owner, reseller, other.vineyard_id, true)).status).toBe(404)
  // A vineyard that opted in before still sees the reseller, and can opt out.
  const list = await visit(`/api/resellers/opt_ins?vineyard_id=${vineyard_id}`, { headers: signedIn(owner) })
  expect((await list.json()).items).toContainEqual(
    expect.objectContaining({ id: reseller.id, is_active: false }),
  )
  expect((await optIn(owner, reseller, vineyard_id, false)).status).toBe(204)
})

// ASVS 8.4.1
test('a reseller sees only the bookings made with its own keys', async () => {
  const { market, vineyard_id } = await makeEstate()
  const reseller = await makeReseller(sql, {}, [vineyard_id])
  const [sold, reading] = [
    await makeApiKey(sql, { reseller_id: reseller.id, revoked_at: app.now }),
    await makeApiKey(sql, { reseller_id: reseller.id }),
  ]
  const [ours, walkIn] = [
    await book(sql, market.experience, market.on('2026-06-06'), 2, app.now),
    await book(sql, market.experience, market.on('2026-06-07'), 2, app.now),
  ]
  await sql`update bookings set channel = 'reseller', api_key_id = ${sold.id} where id = ${ours}`
  const list = async (key: { token: string }) => {
    const answer = await (await visit('/api/bookings', { headers: signedIn(key) })).json()
    return [answer.total, answer.items.map(({ id }: { id: string }) => id)]
  }
  expect(await list(reading)).toEqual([1, [ours]])
  expect(await list(await makeApiKey(sql, { vineyard_id }))).toEqual([
    2,
    expect.arrayContaining([ours, walkIn]),
  ])
  const rival = await makeReseller(sql, {}, [vineyard_id])
  expect(await list(await makeApiKey(sql, { reseller_id: rival.id }))).toEqual([0, []])
  const statusOf = async (id: string) =>
    (await visit(`/api/bookings/${id}`, { headers: signedIn(reading) })).status
  expect([await statusOf(ours), await statusOf(walkIn)]).toEqual([200, 404])
})

test('staff see which key changed a booking, and a key that lost access to the vineyard changes nothing', async () => {
  const { market, vineyard_id, owner } = await makeEstate()
  const reseller = await makeReseller(sql, {}, [vineyard_id])
  const key = await makeApiKey(sql, { reseller_id: reseller.id, name: 'Website' })
  const booking = await book(sql, market.experience, market.on('2026-06-06'), 2, app.now)
  const change = (of: { id: string }) => sql`
    insert into booking_events (booking_id, kind, actor, actor_id, changes, happened_at)
    values (${booking}, 'status', 'key', ${of.id}, '{"status": ["pending", "cancelled"]}', ${app.now})`
  await change(key)
  await optIn(owner, reseller, vineyard_id, false)
  const refused = { code: 'CV002' }
  await expect(change(key)).rejects.toMatchObject(refused)
  const stranger = await makeApiKey(sql)
  await expect(change(stranger)).rejects.toMatchObject(refused)
  await optIn(owner, reseller, vineyard_id, true)
  await send(admin, 'PATCH', `/api/resellers/${reseller.id}`, { is_active: false })
  await expect(change(key)).rejects.toMatchObject(refused)
  await sql`update api_keys set revoked_at = ${app.now} where id = ${key.id}`

  const name = `API key Website of ${reseller.name}`
  const history = await visit(`/api/bookings/${booking}/events`, { headers: signedIn(owner) })
  expect(await history.json()).toContainEqual(expect.objectContaining({ actor: 'key', actor_name: name }))
  const audit = await visit('/api/audit_events?noun=booking', { headers: signedIn(admin) })
  expect((await audit.json()).items).toMatchObject([{ actor: 'key', actor_name: name, noun_id: booking }])
})

test('only admins manage resellers and their keys, and only admins and owners opt in for a vineyard', async () => {
  const { vineyard_id, owner } = await makeEstate()
  const reseller = await makeReseller(sql)
  const manager = await makeWinemaker(sql, { vineyard_id, role: 'manager' })
  const made = { reseller_id: reseller.id, name: 'Website', permissions: ['webhooks'] }
  expect((await send(owner, 'POST', '/api/api_keys', made)).status).toBe(404)
  expect((await send(admin, 'POST', '/api/api_keys', { ...made, vineyard_id })).status).toBe(422)
  const { id } = await makeApiKey(sql, { reseller_id: reseller.id })
  const revoke = (who: { token: string }) =>
    visit(`/api/api_keys/${id}`, { method: 'DELETE', headers: signedIn(who) })
  expect((await revoke(owner)).status).toBe(404)
  const listed = await visit('/api/api_keys', { headers: signedIn(owner) })
  expect(await listed.json()).toEqual({ items: [] })
  expect((await optIn(manager, reseller, vineyard_id, true)).status).toBe(403)
  expect((await optIn(owner, reseller, (await makeVineyard(sql)).id, true)).status).toBe(404)
  expect((await optIn(admin, reseller, vineyard_id, true)).status).toBe(204)
  expect((await revoke(admin)).status).toBe(204)
})
