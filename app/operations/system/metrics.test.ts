import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeApiKey, makeBookable, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { reseller } from '../../../test/octo.ts'
import { makeWebhook } from '../../../test/webhooks.ts'

const app = await startApp({ env: { TRUSTED_PROXIES: 'loopback private' }, processes: 1 })
const { sql, visit } = app
const minutes = (count: number) => new Date(Date.parse('2026-06-01T09:00:00Z') + count * 60_000)

/** Returns the values of all metrics, by name and labels. */
async function readMetrics(): Promise<Record<string, number>> {
  const text = await (await visit('/metrics')).text()
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

/** Returns by how much metrics changed during `work`, because test files share the counters of one process. */
async function changesOf(names: RegExp, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readMetrics()
  await work()
  return Object.fromEntries(
    Object.entries(await readMetrics()).flatMap(([name, value]) => {
      const change = value - (before[name] ?? 0)
      return names.test(name) && change !== 0 ? [[name, change]] : []
    }),
  )
}

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  visit(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('counts bookings, refusals, holds, and waiting emails and deliveries', async () => {
  const { experience, path, answers, pattern, date } = await makeBookable(sql, { pattern: { capacity: 5 } })
  const { vineyard_id } = experience
  await makeWebhook(sql, vineyard_id, 'https://receiver.example/', ['booking.created'])
  const staff = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const slot = `${pattern.id}-${date}`
  const hold = { experience_id: experience.id, slot, number_of_guests: 1, minutes: 60 }

  const changes = await changesOf(/^chalk_(bookings|holds|emails|webhook_deliveries)/, async () => {
    app.now = minutes(0)
    expect((await app.submit(path, answers())).status).toBe(302)
    expect((await app.submit(path, { ...answers(), guests: '4' })).status).toBe(409)
    expect((await send('/api/holds', hold, staff)).status).toBe(201)
    app.now = minutes(10)
  })
  expect(changes).toEqual({
    'chalk_bookings_total{channel="public"}': 1,
    'chalk_bookings_refused_total{reason="full"}': 1,
    chalk_holds_total: 1,
    chalk_holds: 1,
    'chalk_emails{state="waiting"}': 1,
    'chalk_emails_waiting{older_than_seconds="0"}': 1,
    'chalk_emails_waiting{older_than_seconds="60"}': 1,
    'chalk_emails_waiting{older_than_seconds="300"}': 1,
    'chalk_webhook_deliveries{state="waiting"}': 1,
  })
  await sql`
    update slot_spans k set written_until = date '2026-06-01' + e.booking_horizon_days + 6
    from experiences e where e.id = k.experience_id`
  expect(await readMetrics()).toMatchObject({
    chalk_slots_spare_days: 6,
    chalk_email_oldest_waiting_seconds: 600,
    chalk_webhook_oldest_due_seconds: 600,
    chalk_webhooks_failing: 0,
  })
})

test('reports emails as stuck when emails to two addresses are waiting', async () => {
  await sql`delete from emails`
  const wait = (to_address: string, since: number) => sql`
    insert into emails ${sql({ email_type: 'password_reset', to_address, payload: {}, created_at: minutes(since) })}`
  app.now = minutes(30)
  await wait('full@example.com', 0)
  await wait('Full@example.com', 5)
  const ages = async () => {
    const { chalk_email_oldest_waiting_seconds: oldest, chalk_emails_stuck_seconds: stuck } =
      await readMetrics()
    return { oldest, stuck }
  }
  expect(await ages()).toEqual({ oldest: 1800, stuck: 0 })
  await wait('other@example.com', 10)
  expect(await ages()).toEqual({ oldest: 1800, stuck: 1200 })
})

test('counts holds, bookings and refusals of resellers, except in the sandbox', async () => {
  app.now = minutes(0)
  const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' }
  const play = async (is_test: boolean) => {
    const vineyard = await makeVineyard(sql, { is_verified: true, is_sandbox: is_test, is_visible: !is_test })
    const { experience } = await makeBookable(sql, {
      experience: {
        vineyard_id: vineyard.id,
        is_instant: true,
        sold_by_resellers: true,
        max_group_size: 4,
      },
      pattern: { capacity: 3 },
    })
    const request = (guests: number, availabilityId = '2026-06-06T14:30:00+01:00') => ({
      productId: experience.id,
      optionId: 'DEFAULT',
      availabilityId,
      unitItems: Array.from({ length: guests }, () => ({ unitId: 'guest' })),
    })
    const { token } = await makeApiKey(sql, { vineyard_id: vineyard.id, is_test })
    const octo = reseller(visit, vineyard.id, token)
    const held = await octo.call('POST', '/bookings', request(3))
    expect(held).toMatchObject({ status: 200 })
    await octo.refusal('POST', '/bookings', request(1))
    await octo.refusal('POST', '/bookings', request(5))
    await octo.refusal('POST', '/bookings', request(1, '2026-06-06T03:00:00+01:00'))
    const path = `/bookings/${held.body.uuid}`
    await octo.refusal('POST', `${path}/confirm`, { contact, unitItems: request(5).unitItems })
    expect((await octo.call('POST', `${path}/confirm`, { contact })).status).toBe(200)
    await octo.call('POST', `${path}/cancel`, {})
    const released = await octo.call('POST', '/bookings', request(1))
    await octo.call('POST', `/bookings/${released.body.uuid}/cancel`, {})
    await octo.refusal('POST', `/bookings/${released.body.uuid}/confirm`, { contact })
  }
  const counters = /^chalk_(bookings|holds)_.*total/
  expect(await changesOf(counters, () => play(true))).toEqual({})
  expect(await changesOf(counters, () => play(false))).toEqual({
    'chalk_bookings_total{channel="reseller"}': 1,
    'chalk_bookings_refused_total{reason="full"}': 1,
    'chalk_bookings_refused_total{reason="gone"}': 1,
    'chalk_bookings_refused_total{reason="group_size"}': 2,
    'chalk_bookings_refused_total{reason="ended"}': 1,
    chalk_holds_total: 2,
  })
})

test('a gauge that fails does not look like an outage of the database', async () => {
  const state = async () => {
    const { chalk_database_up: up, chalk_database_gauges_complete: complete } = await readMetrics()
    return { up, complete }
  }
  expect(await state()).toEqual({ up: 1, complete: 1 })
  await sql`alter table calendar_sources rename to calendar_sources_away`
  expect(await state()).toEqual({ up: 1, complete: 0 })
  expect(app.expectErrors()).toEqual([expect.stringContaining('Could not read metrics from the database')])
  await sql`alter table calendar_sources_away rename to calendar_sources`
  expect(await state()).toEqual({ up: 1, complete: 1 })
})

test('shows metrics to trusted IPv4 and IPv6 addresses', async () => {
  const statusFor = async (address: string) =>
    (await visit('/metrics', { headers: { 'X-Forwarded-For': address } })).status
  const addresses = ['::1', 'fd00::5', '127.0.0.1', '10.0.0.7', '2001:db8::1', '203.0.113.9']
  expect(await Promise.all(addresses.map(statusFor))).toEqual([200, 200, 200, 200, 404, 404])
})
