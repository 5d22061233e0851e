import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { addException } from '../../app/bookings/sessions/closure.server.ts'
import {
  changeWebhook,
  resendDelivery,
  rotateSecret,
  sendTest,
} from '../../app/partners/webhooks/webhook.server.ts'
import { retryPause, retryPauses } from '../../app/partners/webhooks/webhook.ts'
import { book } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { storeSlots } from '../../test/make.ts'
import { accept } from '../../test/webhook-receiver.ts'
import { inDays, webhookWorld } from '../../test/webhook-world.ts'
import { webhookConfig } from '../../test/webhooks.ts'

const sql = await ownDatabase()
const { by, makeReceived, now, receivers, stop, work } = webhookWorld(sql)

test('claiming a delivery reads only a few of the many waiting deliveries', async () => {
  const { webhook } = await makeReceived(['booking.created'])
  await sql`
    insert into webhook_deliveries (webhook_id, event_type, subject_id, payload, created_at, next_attempt_at, give_up_at)
    select ${webhook.id}, 'booking.created', gen_random_uuid(), '{}', now(), now(), now() + interval '1 day'
    from generate_series(1, 5000)`
  await sql`analyze webhook_deliveries`
  const { claimed, read } = await sql.begin(async (transaction) => {
    const claimed = await transaction`select from claim_webhook_deliveries(10, 10, '1 minute', now())`
    const [counted] = await transaction<{ read: number }[]>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relid = 'webhook_deliveries'::regclass`
    return { claimed: claimed.length, read: counted?.read }
  })
  expect(claimed).toBe(10)
  expect(read).toBeLessThan(200)
})

test('an answer with status 410 immediately switches the webhook off, and the owners get an email', async () => {
  const { receiver, webhook, book, experience, deliveries } = await makeReceived(['booking.created'])
  receiver.answer = (_, response) => void response.writeHead(410).end()
  await sql`update winemakers set password_hash = '$argon2id$x' where vineyard_id = ${experience.vineyard_id}`
  await book()
  work()
  await expect.poll(async () => (await deliveries())[0]?.state).toBe('failed')
  const [state] = await sql`select disabled_because from webhooks where id = ${webhook.id}`
  expect(state).toEqual({ disabled_because: 'gone' })
  const emails = await sql`
    select to_address, payload ->> 'reason' as reason from emails
    where email_type = 'webhook_disabled' and payload ->> 'webhook_id' = ${webhook.id}`
  expect(emails).toEqual([{ to_address: `owner-${experience.vineyard_id}@example.com`, reason: 'gone' }])
  await book()
  expect(await deliveries()).toHaveLength(1)
})

test('a webhook is switched off after three days of failures, and sends the waiting deliveries when it is on again', async () => {
  const { receiver, webhook, book, deliveries, settled } = await makeReceived(['booking.created'])
  receiver.answer = (_, response) => void response.writeHead(503).end()
  await book()
  await book()
  const [first] = await deliveries()
  await sql`
    update webhook_deliveries set created_at = now() - interval '3 days', give_up_at = now() where id = ${first?.id ?? ''}`
  work()
  const state = async () =>
    (await sql`select disabled_because from webhooks where id = ${webhook.id}`)[0]?.disabled_because
  await expect.poll(state, { timeout: 5000 }).toBe('failing')
  await expect.poll(async () => (await deliveries()).map(({ state }) => state)).toEqual(['failed', 'waiting'])
  const { length: attempts } = receiver.received
  await sleep(600)
  expect(receiver.received).toHaveLength(attempts)

  receiver.answer = accept
  await changeWebhook(sql, webhook.id, { is_on: true }, { by }, now())
  await settled(['delivered', 'failed'])
  expect(await resendDelivery(sql, first?.id ?? '', { by }, now())).toMatchObject({ ok: true })
  await settled()
  expect(receiver.ids().at(-1)).toBe(first?.id)
})

/** Returns functions that claim the deliveries due at an instant and record the outcomes of their attempts. */
function attemptsAt(at: Date) {
  return {
    claim: () => sql<{ id: string; claim: string }[]>`
      select id, claim from claim_webhook_deliveries(10, 10, '1 minute', ${at})`,
    record: async ({ id, claim }: { id: string; claim: string }, problem: string | null, pause = '1 day') => {
      const [{ state }] = await sql<[{ state: string | null }]>`
        select record_webhook_attempt(${id}, ${claim}, ${sql.json({ problem })}, ${pause}::interval, ${at}) as state`
      return state
    },
  }
}

test('makes the last attempt at the deadline of a delivery, even if the pause would be longer', async () => {
  const { book } = await makeReceived(['booking.created'])
  await book()
  const begun = attemptsAt(now())
  const [delivery] = await begun.claim()
  if (!delivery) throw new Error('Nothing is due.')
  expect(await begun.record(delivery, 'refused', '4 days')).toBe('waiting')
  const [row] = await sql<[{ next_attempt_at: Date; give_up_at: Date }]>`
    select next_attempt_at, give_up_at from webhook_deliveries where id = ${delivery.id}`
  expect(row.next_attempt_at).toEqual(row.give_up_at)
  const last = attemptsAt(row.give_up_at)
  const [again] = await last.claim()
  if (!again) throw new Error('The last attempt is missing.')
  expect(await last.record(again, 'refused')).toBe('failed')
})

test('an attempt that outlasts its claim records nothing', async () => {
  const { book, deliveries } = await makeReceived(['booking.created'])
  await book()
  const [slow] = await attemptsAt(now()).claim()
  const later = attemptsAt(new Date(Date.now() + 61_000))
  const [taken] = await later.claim()
  if (!slow || !taken) throw new Error('Nothing is due.')
  expect(await later.record(slow, null)).toBeNull()
  expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
  expect(await later.record(taken, null)).toBe('delivered')
})

test('a failed delivery does not switch off a webhook that has delivered something since the event', async () => {
  const { webhook, book } = await makeReceived(['booking.created'])
  await book()
  const [delivery] = await attemptsAt(now()).claim()
  if (!delivery) throw new Error('Nothing is due.')
  await sql`update webhooks set last_success_at = ${now()} where id = ${webhook.id}`
  expect(await attemptsAt(new Date(Date.now() + 4 * 86_400_000)).record(delivery, 'refused')).toBe('failed')
  expect(await sql`select disabled_at from webhooks where id = ${webhook.id}`).toEqual([
    { disabled_at: null },
  ])
})

test('the pause before the next attempt doubles with each failure, up to four hours', () => {
  const pauses = [0, 1, 2, 5, 20].map((failures) => retryPause(failures, 0.5, retryPauses) / 1000)
  expect(pauses).toEqual([5, 10, 20, 160, 4 * 3600])
})

test('a delivery that gets status 300 does not count as delivered', async () => {
  const { receiver, book, deliveries } = await makeReceived(['booking.created'])
  receiver.answer = (_, response) => void response.writeHead(300).end()
  await book()
  work()
  await expect.poll(async () => (await deliveries())[0]?.problem).toBe('redirect')
})

test('a failing webhook gets only one delivery at a time', async () => {
  const { webhook, book } = await makeReceived(['booking.created'])
  await book()
  await book()
  await sql`update webhooks set failing_since = now() where id = ${webhook.id}`
  const { claim } = attemptsAt(now())
  expect(await claim()).toHaveLength(1)
  expect(await claim()).toHaveLength(0)
})

test('after a rotation, both secrets sign for 24 hours, and then only the new secret signs', async () => {
  const { receiver, webhook, book, settled } = await makeReceived(['booking.created'])
  work()
  const rotated = await rotateSecret(sql, webhookConfig.secrets_keys, webhook.id, { by }, now())
  const secret = rotated.ok ? rotated.value.secret : ''
  await book()
  await settled()
  const [one] = receiver.received
  if (!one) throw new Error('Nothing arrived.')
  expect(receiver.verify(secret, one)).toEqual(one.message)
  expect(receiver.verify(webhook.secret, one)).toEqual(one.message)
  const [stored] = await sql<
    [{ row: string }]
  >`select to_jsonb(w)::text as row from webhooks w where id = ${webhook.id}`
  expect(stored.row).not.toContain(secret.slice(6, 20))
  expect(stored.row).not.toContain(webhook.secret.slice(6, 20))

  await sql`update webhooks set previous_until = now() - interval '1 second' where id = ${webhook.id}`
  await book()
  await settled()
  const [, later] = receiver.received
  if (!later) throw new Error('The second message did not arrive.')
  expect(receiver.verify(secret, later)).toEqual(later.message)
  expect(() => receiver.verify(webhook.secret, later)).toThrow('No matching signature')
})

// ASVS 1.3.6 13.2.4
test('refuses private addresses when it delivers, even behind a host name', async () => {
  const { receiver, webhook, book, deliveries } = await makeReceived(['booking.created'])
  const port = new URL(receiver.url).port
  await sql`update webhooks set url = ${`http://localhost:${port}/hooks`} where id = ${webhook.id}`
  await book()
  work({ ...webhookConfig, local_webhooks: false })
  await expect.poll(async () => (await deliveries())[0]?.problem).toBe('not_public')
  expect(receiver.received).toEqual([])
})

// ASVS 12.3.2
test('refuses a certificate that no authority has signed', async () => {
  const { webhook, book, deliveries } = await makeReceived(['booking.created'])
  const pem = await readFile('test/fixtures/self-signed.pem')
  let requests = 0
  const server = createServer({ key: pem, cert: pem }, (_, response) => {
    requests++
    response.end()
  })
  receivers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await sql`
    update webhooks set url = ${`https://127.0.0.1:${(server.address() as AddressInfo).port}/`} where id = ${webhook.id}`
  await book()
  work()
  await expect.poll(async () => (await deliveries())[0]?.problem).toBe('certificate')
  expect(requests).toBe(0)
})

test('a test event is tried once, even while its webhook is off, and never counts as a failure', async () => {
  const { receiver, webhook, deliveries } = await makeReceived(['booking.created'])
  receiver.answer = (_, response) => void response.writeHead(500).end()
  await changeWebhook(sql, webhook.id, { is_on: false }, { by }, now())
  work()
  await sendTest(sql, webhook.id, { by }, now())
  await expect
    .poll(async () => (await deliveries())[0])
    .toMatchObject({ state: 'failed', attempts: 1, status_code: 500 })
  const [state] = await sql`select failing_since, disabled_because from webhooks where id = ${webhook.id}`
  expect(state).toEqual({ failing_since: null, disabled_because: 'staff' })
})

test('for each experience, one waiting delivery collects the days on which availability changed', async () => {
  const { receiver, webhook, experience, pattern, on, deliveries, settled } = await makeReceived([
    'availability.changed',
  ])
  for (const days of [8, 12, 10]) await book(sql, experience, on(inDays(days)), 2, now())
  await sql`select queue_availability_webhooks(1000, ${now()})`
  await book(sql, experience, on(inDays(20)), 2, now())
  await sql`select queue_availability_webhooks(1000, ${now()})`
  expect(await deliveries()).toHaveLength(1)
  await sql`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${webhook.id}`
  work()
  await settled()
  const { vineyard_id, id: experience_id } = experience
  expect(receiver.received.map(({ message }) => message.data)).toEqual([
    { vineyard_id, experience_id, from: inDays(8), to: inDays(20) },
  ])
  await stop()

  const [{ last }] = await sql<[{ last: string }]>`
    select max(slot_date) as last from slots where experience_id = ${experience_id}`
  const closed = { vineyard_id, starts_on: inDays(30), ends_on: inDays(31), capacity: null }
  await addException(sql, closed, { by }, now())
  await sql`update availability_patterns set valid_until = ${inDays(60)} where id = ${pattern.id}`
  await storeSlots(sql)
  await sql`select queue_availability_webhooks(1000, ${now()})`
  const payloads = await sql<{ data: object }[]>`
    select payload -> 'data' as data from webhook_deliveries where webhook_id = ${webhook.id} and state = 'waiting' order by position`
  expect(payloads.map(({ data }) => data)).toEqual([
    { vineyard_id, experience_id, from: inDays(30), to: last },
  ])
})

test('a booking that is rolled back is never announced', async () => {
  const { receiver, book: commit, experience, on, settled } = await makeReceived(['booking.created'])
  work()
  await sql
    .begin(async (transaction) => {
      await book(transaction, experience, on(inDays(8)), 2, now())
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await commit()
  await settled()
  expect(receiver.received).toHaveLength(1)
})
