import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findInconsistencies } from '../../app/consistency-checks/inconsistencies.server.ts'
import { connect, type Sql } from '../../app/platform/database.server.ts'
import { startApp } from '../app.ts'
import { makeBookable } from '../make.ts'
import { type Line, openLine } from './line.ts'

const app = await startApp()
let line: Line
let far: Sql
let visit: typeof app.visit
beforeAll(async () => {
  line = await openLine(app.sql.url)
  far = connect(line.url, { max: 4, connect_timeout_seconds: 2 })
  visit = app.visitOn(far)
})
afterAll(async () => {
  await far.end({ timeout: 1 })
  await line.close()
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

const kept = (key: string) =>
  app.sql<{ id: string; mails: number }[]>`
    select b.id, (select count(*)::int from emails m where m.booking_id = b.id) as mails
    from bookings b where b.idempotency_key = ${key}`

for (const when of ['before', 'after'] as const)
  test(`a booking whose line is cut ${when} its commit is answered as made, and made once`, async () => {
    const bookable = await makeBookable(app.sql)
    const key = randomUUID()
    const cuts = line.cuts
    line.cutNext({ holds: key, when })
    const answer = await book(bookable, key)
    expect(line.cuts, 'the line was cut').toBe(cuts + 1)
    expect(answer.status).toBe(201)
    const { id } = await answer.json()
    expect(await kept(key)).toEqual([{ id, mails: 1 }])

    const again = await book(bookable, key)
    expect([again.status, (await again.json()).id]).toEqual([201, id])
    expect(await kept(key)).toHaveLength(1)
  })

test('of a batch whose answer is lost everybody is told of their own booking', async () => {
  const bookable = await makeBookable(app.sql, { pattern: { capacity: 40 } })
  const keys = Array.from({ length: 12 }, () => randomUUID())
  const cuts = line.cuts
  // The first goes alone, the others after it in one batch.
  line.cutNext({ holds: keys[5] ?? '', when: 'after' })
  const answers = await Promise.all(keys.map((key, n) => book(bookable, key, `Ada ${n}`)))
  expect(line.cuts).toBe(cuts + 1)
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 201))
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id))
  expect(await Promise.all(keys.map(async (key) => (await kept(key)).map(({ id }) => id)))).toEqual(
    ids.map((id) => [id]),
  )
})

test('a form whose answer is lost leads to its booking all the same', async () => {
  const bookable = await makeBookable(app.sql)
  const answers = bookable.answers()
  line.cutNext({ holds: answers.idempotency_key, when: 'after' })
  const answer = await visit(bookable.path, { method: 'POST', body: new URLSearchParams(answers) })
  const [booking] = await kept(answers.idempotency_key)
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    302,
    `/booking-confirmation/${booking?.id}`,
  ])
})

test('while the line stays cut a booking is not said to be refused, and its key finds it later', async () => {
  const bookable = await makeBookable(app.sql)
  const key = randomUUID()
  line.cutNext({ holds: key, when: 'after' })
  line.away = true
  const answer = await book(bookable, key)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(app.expectErrors()).toHaveLength(1)
  const [{ id } = { id: 'none' }] = await kept(key)

  line.away = false
  const later = await book(bookable, key)
  expect([later.status, (await later.json()).id]).toEqual([201, id])
})

test('after all of this the ledger holds', async () => {
  expect(await findInconsistencies(app.sql, app.now)).toEqual([])
})
