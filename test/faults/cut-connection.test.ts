import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { startApp } from '../app.ts'
import { makeBookable } from '../make.ts'
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const app = await startApp()
let proxy: DatabaseProxy
let proxied: Sql
let visit: typeof app.visit
beforeAll(async () => {
  proxy = await openDatabaseProxy(app.sql.url)
  proxied = connect(proxy.url, { max: 4, connect_timeout_seconds: 2 })
  visit = app.visitOn(proxied)
})
afterAll(async () => {
  await proxied.end({ timeout: 1 })
  await proxy.close()
})

type Bookable = Awaited<ReturnType<typeof makeBookable>>

const book = ({ experience, date }: Bookable, key: string, name = 'Ada Lovelace') =>
  visit('/api/bookings', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({
      vineyard_id: experience.vineyard_id,
      experience_id: experience.id,
      booking_date: date,
      start_time: '14:30',
      number_of_guests: 1,
      guest_name: name,
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      total_price: experience.price_per_person,
    }),
  })

const bookingsOf = (key: string) =>
  app.sql<{ id: string; mails: number }[]>`
    select b.id, (select count(*)::int from emails m where m.booking_id = b.id) as mails
    from bookings b where b.idempotency_key = ${key}`

for (const when of ['before', 'after'] as const)
  test(`a booking succeeds once when its connection is cut ${when} the commit`, async () => {
    const bookable = await makeBookable(app.sql)
    const key = randomUUID()
    const cuts = proxy.cuts
    proxy.cutNext({ text: key, when })
    const answer = await book(bookable, key)
    expect(proxy.cuts, 'the connection was cut').toBe(cuts + 1)
    expect(answer.status).toBe(201)
    const { id } = await answer.json()
    expect(await bookingsOf(key)).toEqual([{ id, mails: 1 }])

    const again = await book(bookable, key)
    expect([again.status, (await again.json()).id]).toEqual([201, id])
    expect(await bookingsOf(key)).toHaveLength(1)
  })

test('each of many concurrent requests makes its own booking, although one answer of the database is lost', async () => {
  const bookable = await makeBookable(app.sql, { pattern: { capacity: 40 } })
  const keys = Array.from({ length: 12 }, () => randomUUID())
  const cuts = proxy.cuts
  proxy.cutNext({ text: keys[5] ?? '', when: 'after' })
  const answers = await Promise.all(keys.map((key, n) => book(bookable, key, `Ada ${n}`)))
  expect(proxy.cuts).toBe(cuts + 1)
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 201))
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id))
  expect(await Promise.all(keys.map(async (key) => (await bookingsOf(key)).map(({ id }) => id)))).toEqual(
    ids.map((id) => [id]),
  )
})

test('a form redirects to its booking, although the answer of the database was lost', async () => {
  const bookable = await makeBookable(app.sql)
  const answers = bookable.answers()
  proxy.cutNext({ text: answers.idempotency_key, when: 'after' })
  const answer = await visit(bookable.path, { method: 'POST', body: new URLSearchParams(answers) })
  const [booking] = await bookingsOf(answers.idempotency_key)
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    302,
    `/booking-confirmation/${booking?.id}`,
  ])
})

test('the API answers 503 while the database is unreachable, and a retry with the same key finds the booking', async () => {
  const bookable = await makeBookable(app.sql)
  const key = randomUUID()
  proxy.cutNext({ text: key, when: 'after' })
  proxy.away = true
  const answer = await book(bookable, key)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(app.expectErrors()).toHaveLength(1)
  const [{ id } = { id: 'none' }] = await bookingsOf(key)

  proxy.away = false
  const later = await book(bookable, key)
  expect([later.status, (await later.json()).id]).toEqual([201, id])
})

test('after all cuts, the consistency check finds no fault', async () => {
  expect(await findInconsistencies(app.sql, app.now)).toEqual([])
})
