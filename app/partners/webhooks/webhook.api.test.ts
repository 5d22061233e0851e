import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeApiKey, makeReseller, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { maxWebhooks } from './webhook.ts'

const app = await startApp()
const { sql } = app
const site = await startApp({ env: { LOCAL_WEBHOOKS: 'yes' } })

const url = 'https://hooks.example.com/chalk?key=opensesame'
const event_types = ['booking.created', 'booking.cancelled']

async function makeOwner(on = app) {
  const market = await makeDailyExperience(on.sql)
  const { vineyard_id } = market.experience
  const owner = await makeWinemaker(on.sql, { vineyard_id })
  return { ...market, vineyard_id, owner, call: caller(owner, on) }
}

const caller =
  (who: { token: string }, on = app) =>
  async (method: string, path: string, json?: object) => {
    const response = await on.visit(`/api/${path}`, {
      method,
      headers: { ...signedIn(who), ...(json && { 'Content-Type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    return { status: response.status, json: text ? JSON.parse(text) : null }
  }

test('an owner adds a webhook, whose secret is shown once and is stored encrypted', async () => {
  const { vineyard_id, call } = await makeOwner()
  const added = await call('POST', 'webhooks', { vineyard_id, url, event_types })
  expect(added.status).toBe(201)
  const { id, secret } = added.json
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const { json: webhook } = await call('GET', `webhooks/${id}`)
  expect(webhook).toMatchObject({
    id,
    url,
    event_types,
    disabled_at: null,
    last_success_at: null,
    waiting: 0,
  })
  expect(JSON.stringify(webhook)).not.toContain(secret.slice(6))
  const [stored] = await sql`select to_jsonb(w)::text as row from webhooks w where id = ${id}`
  expect(stored?.row).not.toContain(secret.slice(6))
  // The URL may contain a secret of the other program, so the audit log must not have it.
  const [noted] = await sql`select to_jsonb(a)::text as row from audit_trail a where noun_id = ${id}`
  expect(noted?.row).toContain('hooks.example.com')
  expect(noted?.row).not.toMatch(/sesame|whsec|sealed/)

  const rotated = await call('POST', `webhooks/${id}/secret`)
  expect([rotated.status, rotated.json.secret === secret]).toEqual([201, false])
  expect((await call('GET', `webhooks/${id}`)).json.previous_until).toBe('2026-06-02T09:00:00.000Z')
})

// ASVS 4.2.5
test('refuses addresses that are insecure, not public, or at the port of another service', async () => {
  const { vineyard_id, call } = await makeOwner()
  for (const address of [
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://hooks.example.com:22/',
    'https://user:word@hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks',
    `https://hooks.example.com/${'x'.repeat(2000)}`,
  ]) {
    const refused = await call('POST', 'webhooks', { vineyard_id, url: address, event_types })
    expect([address, refused.status, refused.json.fields?.[0]?.field]).toEqual([address, 422, 'url'])
  }
  for (const fields of [
    { event_types: [] },
    { event_types: ['test'] },
    { event_types: ['booking.created', 'booking.created'] },
  ])
    expect((await call('POST', 'webhooks', { vineyard_id, url, ...fields })).status).toBe(422)
  const { json } = await call('POST', 'webhooks', { vineyard_id, url, event_types })
  const changed = await call('PUT', `webhooks/${json.id}`, {
    url: 'https://10.0.0.8/',
    event_types,
    is_on: true,
  })
  expect(changed.status).toBe(422)
})

// ASVS 13.2.4
test('allows http URLs of this machine, and of no other, if LOCAL_WEBHOOKS is set', async () => {
  const { vineyard_id, call } = await makeOwner(site)
  for (const address of [
    'http://localhost:4000/hooks',
    'http://127.0.0.1:4000/',
    'https://hooks.example.com/',
  ])
    expect((await call('POST', 'webhooks', { vineyard_id, url: address, event_types })).status).toBe(201)
  for (const address of ['http://10.0.0.8/', 'http://hooks.example.com/'])
    expect((await call('POST', 'webhooks', { vineyard_id, url: address, event_types })).status).toBe(422)
})

test('allows ten test events an hour for each webhook', async () => {
  const { vineyard_id, call } = await makeOwner()
  const { json } = await call('POST', 'webhooks', { vineyard_id, url, event_types })
  const began = app.now
  const statuses = []
  for (let n = 0; n < 11; n++) {
    app.now = new Date(began.getTime() + n * 60_000)
    statuses.push((await call('POST', `webhooks/${json.id}/test`)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429])
  app.now = new Date(began.getTime() + 61 * 60_000)
  expect((await call('POST', `webhooks/${json.id}/test`)).status).toBe(202)
  app.now = began
})

test('a program manages the webhooks of its vineyard only if its key has the permission', async () => {
  const { vineyard_id } = await makeOwner()
  const keyWith = async (permission: string) =>
    caller(await makeApiKey(sql, { vineyard_id, permissions: [permission] }))
  const program = await keyWith('webhooks')
  const added = await program('POST', 'webhooks', { vineyard_id, url, event_types })
  expect(added.status).toBe(201)
  expect((await program('GET', `webhooks?vineyard_id=${vineyard_id}`)).json.items).toHaveLength(1)
  expect((await program('POST', `webhooks/${added.json.id}/test`)).status).toBe(202)
  expect((await (await keyWith('bookings:read'))('GET', `webhooks/${added.json.id}`)).status).toBe(403)
  const [noted] = await sql`select actor from audit_trail where noun_id = ${added.json.id}`
  expect(noted).toEqual({ actor: 'key' })
  const { id: elsewhere } = await makeVineyard(sql)
  expect((await program('POST', 'webhooks', { vineyard_id: elsewhere, url, event_types })).status).toBe(404)

  const stranger = await makeOwner()
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/secret'],
    ['POST', '/test'],
  ] as const)
    expect((await stranger.call(method, `webhooks/${added.json.id}${path}`)).status).toBe(404)
  const manager = await makeWinemaker(sql, { vineyard_id, role: 'manager' })
  expect((await caller(manager)('GET', `webhooks/${added.json.id}`)).status).toBe(403)
})

test('a reseller gets booking events only about its own bookings, and sees only its own webhooks', async () => {
  const { vineyard_id, call, experience, on } = await makeOwner()
  await sql`update vineyards set is_verified = true where id = ${vineyard_id}`
  const reseller = await makeReseller(sql, {}, [vineyard_id])
  const key = await makeApiKey(sql, { reseller_id: reseller.id })
  const program = caller(key)
  const wanted = { vineyard_id, url, event_types: ['booking.created', 'availability.changed'] }
  const { json: theirs } = await program('POST', 'webhooks', wanted)
  const { json: own } = await call('POST', 'webhooks', wanted)
  const listed = async (who: typeof call) =>
    (await who('GET', `webhooks?vineyard_id=${vineyard_id}`)).json.items.map(({ id }: { id: string }) => id)
  expect([await listed(program), await listed(call)]).toEqual([[theirs.id], [own.id]])
  for (const [who, id] of [
    [call, theirs.id],
    [program, own.id],
  ] as const) {
    expect((await who('PUT', `webhooks/${id}`, { url, event_types, is_on: false })).status).toBe(404)
    expect((await who('DELETE', `webhooks/${id}`)).status).toBe(404)
    expect((await who('GET', `webhook_deliveries?webhook_id=${id}`)).json.total).toBe(0)
  }
  const { id: elsewhere } = await makeVineyard(sql)
  expect((await program('POST', 'webhooks', { ...wanted, vineyard_id: elsewhere })).status).toBe(404)

  await book(sql, experience, on('2026-06-06'), 2, app.now)
  const sold = await book(sql, experience, on('2026-06-06'), 2, app.now)
  await sql`delete from webhook_deliveries`
  await sql`update bookings set channel = 'reseller', api_key_id = ${key.id} where id = ${sold}`
  await sql`
    insert into booking_events (booking_id, kind, actor, changes, happened_at)
    select id, 'created', 'system', '{}', ${app.now} from bookings where experience_id = ${experience.id}`
  const counts = async () =>
    sql`select webhook_id, event_type, count(*)::int as count from webhook_deliveries group by 1, 2 order by 3`
  expect(await counts()).toEqual([
    { webhook_id: theirs.id, event_type: 'booking.created', count: 1 },
    { webhook_id: own.id, event_type: 'booking.created', count: 2 },
  ])

  const announce = () => sql`select queue_availability_webhooks(1000, ${app.now})`
  const changes = async () =>
    (await counts()).filter(({ event_type }) => event_type === 'availability.changed')
  await announce()
  expect(await changes()).toHaveLength(2)
  await sql`delete from webhook_deliveries`
  await sql`delete from reseller_vineyards where reseller_id = ${reseller.id}`
  await book(sql, experience, on('2026-06-06'), 2, app.now)
  await announce()
  expect((await changes()).map(({ webhook_id }) => webhook_id)).toEqual([own.id])
  // The reseller can still see and remove its webhook, which now announces only the reseller's earlier bookings.
  expect(await listed(program)).toEqual([theirs.id])
  expect((await counts()).filter(({ webhook_id }) => webhook_id === theirs.id)).toEqual([])
  expect((await program('GET', `webhooks/${theirs.id}`)).status).toBe(200)
  expect((await program('POST', 'webhooks', wanted)).status).toBe(404)
  expect((await program('PUT', `webhooks/${theirs.id}`, { url, event_types, is_on: true })).status).toBe(404)
  expect((await program('DELETE', `webhooks/${theirs.id}`)).status).toBe(204)
  expect(await listed(program)).toEqual([])
})

test('concurrent requests cannot add more webhooks than the limit', async () => {
  const { vineyard_id, call } = await makeOwner()
  const added = await Promise.all(
    Array.from({ length: maxWebhooks + 3 }, () =>
      call('POST', 'webhooks', { vineyard_id, url, event_types }),
    ),
  )
  expect(added.filter(({ status }) => status === 201)).toHaveLength(maxWebhooks)
  expect(added.filter(({ status }) => status === 409)).toHaveLength(3)
})

test('lists deliveries with their payload, and resends a delivery unless it is waiting or its webhook is switched off', async () => {
  const { vineyard_id, call, experience, on } = await makeOwner()
  const { json: added } = await call('POST', 'webhooks', { vineyard_id, url, event_types })
  const booking = await book(sql, experience, on('2026-06-06'), 2, app.now)
  const list = await call('GET', `webhook_deliveries?webhook_id=${added.id}`)
  expect(list.json).toMatchObject({
    total: 1,
    items: [
      { event_type: 'booking.created', state: 'waiting', attempts: 0, payload: { type: 'booking.created' } },
    ],
  })
  expect(JSON.stringify(list.json)).not.toContain(booking)
  const [{ id }] = list.json.items
  const again = () => call('POST', `webhook_deliveries/${id}/send_again`)
  expect((await again()).status).toBe(409)
  await sql`update webhook_deliveries set state = 'failed', attempts = 9, failures = 9 where id = ${id}`
  expect((await call('GET', `webhook_deliveries?webhook_id=${added.id}&state=failed`)).json.total).toBe(1)
  expect((await call('GET', `webhook_deliveries?webhook_id=${added.id}&state=delivered`)).json.total).toBe(0)
  await call('PUT', `webhooks/${added.id}`, { url, event_types, is_on: false })
  expect((await again()).status).toBe(409)
  await call('PUT', `webhooks/${added.id}`, { url, event_types, is_on: true })
  expect((await again()).status).toBe(202)
  expect((await call('GET', `webhook_deliveries/${id}`)).json).toMatchObject({
    id,
    state: 'waiting',
    next_attempt_at: app.now.toISOString(),
  })
  const stranger = await makeOwner()
  expect((await stranger.call('GET', `webhook_deliveries?webhook_id=${added.id}`)).json.total).toBe(0)
  expect((await stranger.call('POST', `webhook_deliveries/${id}/send_again`)).status).toBe(404)
  expect((await call('DELETE', `webhooks/${added.id}`)).status).toBe(204)
  expect((await call('GET', `webhook_deliveries/${id}`)).status).toBe(404)
})

test('a booking can be made while a webhook of its vineyard is being removed', async () => {
  const { vineyard_id, call, experience, on } = await makeOwner()
  const { json: added } = await call('POST', 'webhooks', { vineyard_id, url, event_types })
  const remover = await sql.reserve()
  await remover`begin`
  await remover`delete from webhooks where id = ${added.id}`
  const booking = book(sql, experience, on('2026-06-06'), 2, app.now)
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        ).length,
    )
    .toBe(1)
  await remover`commit`
  remover.release()
  expect(await booking).toMatch(/-/)
})

test('deletes deliveries after 30 days', async () => {
  const { vineyard_id, call, experience, on } = await makeOwner()
  const { json: added } = await call('POST', 'webhooks', { vineyard_id, url, event_types })
  await book(sql, experience, on('2026-06-06'), 2, app.now)
  const deleteOld = async (now: string) =>
    (await sql`select delete_old_webhook_deliveries(30, 1000, ${now}) as gone`)[0]?.gone
  await sql`delete from webhook_deliveries where webhook_id <> ${added.id}`
  expect(await deleteOld('2026-07-01T08:59:59Z')).toBe(0)
  expect(await deleteOld('2026-07-01T09:00:00Z')).toBe(1)
})
