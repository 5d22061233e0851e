import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'

const day = '2026-06-06'
const app = await startApp({ now: `${day}T15:00:00Z` })
const { sql, visit } = app
beforeEach(() => {
  app.now = new Date(`${day}T15:00:00Z`)
})

type Key = ReturnType<typeof randomUUID>

/** Creates a booking of two guests at £18.50 each, and a winemaker of its vineyard. */
async function makeBooked() {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const as = signedIn(winemaker)
  const booking_id = await book(sql, market.experience, market.on(day), 2, new Date('2026-06-01T09:00:00Z'))
  const send = async (path: string, body: object, key = randomUUID(), headers = as) => {
    const answer = await visit(`/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const add = (entry: object, key?: Key) => send('/payments', { booking: booking_id, ...entry }, key)
  const pay = (amount?: number, key?: Key) => add({ entry: 'payment', kind: 'cash', amount }, key)
  const correct = (corrects: number, key?: Key) =>
    send('/payments/corrections', { booking: booking_id, corrects }, key)
  const read = async (path: string, headers = as) => (await visit(`/api${path}`, { headers })).json()
  const money = () => read(`/payments?booking=${booking_id}`)
  const { experience } = market
  return { booking_id, vineyard_id, winemaker, as, send, add, pay, correct, read, money, experience }
}

const inconsistencies = () => sql`select * from consistency_faults(${app.now})`

test('a payment without an amount takes the whole amount due, and a second payment finds nothing due', async () => {
  const { pay, money, booking_id } = await makeBooked()
  expect(await pay()).toMatchObject({ status: 201, body: { total_price: 37, taken: 37, due: 0 } })
  expect(await pay()).toMatchObject({
    status: 409,
    body: { title: 'Nothing is due any more.', available: 0 },
  })
  expect(await money()).toMatchObject({
    due: 0,
    items: [{ entry: 'payment', kind: 'cash', amount: 37, actor_name: 'Wyn Maker', corrects: null }],
  })
  expect(await sql`select total_price from bookings where id = ${booking_id}`).toEqual([{ total_price: 37 }])
  expect(await inconsistencies()).toEqual([])
})

test('staff at the gate take payments by reference, and see neither the id of the booking nor the till', async () => {
  const { booking_id, vineyard_id, send } = await makeBooked()
  const gate = signedIn(await makeWinemaker(sql, { vineyard_id, role: 'gate' }))
  const [{ reference }] = await sql<
    [{ reference: string }]
  >`select reference from bookings where id = ${booking_id}`
  const paid = await send(
    '/payments',
    { booking: reference, entry: 'payment', kind: 'card' },
    randomUUID(),
    gate,
  )
  expect(paid).toMatchObject({ status: 201, body: { due: 0 } })
  expect(JSON.stringify(paid.body)).not.toContain(booking_id)
  expect((await visit('/api/till', { headers: gate })).status).toBe(403)
})

test('two concurrent requests for the whole amount due take the money once', async () => {
  const { pay, booking_id, money } = await makeBooked()
  const outcomes = await race(
    sql,
    (holder) => holder`select from bookings where id = ${booking_id} for update`,
    [() => pay(), () => pay()],
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await money()).taken).toBe(37)
})

test('if payments of two bookings use the same key at the same time, only one payment is recorded', async () => {
  const [one, other] = [await makeBooked(), await makeBooked()]
  const key = randomUUID()
  const outcomes = await race(sql, (holder) => holder`lock table payments in exclusive mode`, [
    () => one.pay(10, key),
    () => other.pay(10, key),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(await inconsistencies()).toEqual([])
})

test('repeating a key records one payment, and is refused if the details differ', async () => {
  const { pay, money, add, correct } = await makeBooked()
  const key = randomUUID()
  const first = await pay(10, key)
  expect(await pay(10, key)).toEqual(first)
  expect((await pay(11, key)).status).toBe(422)
  expect((await add({ entry: 'payment', kind: 'card', amount: 10 }, key)).status).toBe(422)
  expect((await add({ entry: 'refund', kind: 'cash', amount: 10 }, key)).status).toBe(422)
  expect((await (await makeBooked()).pay(10, key)).status).toBe(422)
  expect((await correct((await money()).items[0].id, key)).status).toBe(422)
  expect((await money()).taken).toBe(10)
})

test('part payments, discounts and refunds change the amount due, each within its limit', async () => {
  const { pay, add, money } = await makeBooked()
  await pay(10.1)
  expect(await add({ entry: 'discount', amount: 3.7, reason: 'Wine club' })).toMatchObject({
    body: { due: 23.2 },
  })
  expect(await pay(23.21)).toMatchObject({
    status: 409,
    body: { title: 'Only £23.20 is due.', available: 23.2 },
  })
  expect((await pay(23.2)).body.due).toBe(0)
  const refund = (amount: number) => add({ entry: 'refund', kind: 'card', amount, reason: 'Rain' })
  expect((await refund(33.31)).body.title).toBe('Only £33.30 is left to refund.')
  expect((await refund(5)).body.due).toBe(5)
  expect((await refund(28.31)).body.title).toBe('Only £28.30 is left to refund.')
  expect((await add({ entry: 'discount', amount: 34, reason: 'Rain' })).status).toBe(409)
  expect(await money()).toMatchObject({ discounts: 3.7, taken: 33.3, refunds: 5, due: 5 })
  expect(await inconsistencies()).toEqual([])
})

test('records money that staff had already taken, even beyond the amount due', async () => {
  const { add } = await makeBooked()
  const taken_at = `${day}T13:30:00.000Z`
  const late = await add({ entry: 'payment', kind: 'card', amount: 40, beyond_due: true, taken_at })
  expect(late).toMatchObject({ status: 201, body: { due: -3, items: [{ taken_at }] } })
  const old = await add({
    entry: 'payment',
    kind: 'card',
    amount: 1,
    beyond_due: true,
    taken_at: '2026-05-01T09:00:00.000Z',
  })
  expect(old.status).toBe(422)
  const early = {
    entry: 'payment',
    kind: 'card',
    amount: 1,
    beyond_due: true,
    taken_at: '2026-06-07T09:00:00.000Z',
  }
  expect((await add(early)).body.items.at(-1).taken_at).toBe(app.now.toISOString())
})

test('refunds and discounts may not exceed their limits, even with beyond_due', async () => {
  const { add, money } = await makeBooked()
  const beyond = { amount: 38, beyond_due: true }
  expect((await add({ entry: 'refund', kind: 'cash', ...beyond })).body.title).toBe(
    'There is no money to refund.',
  )
  expect((await add({ entry: 'discount', reason: 'Rain', ...beyond })).body.title).toBe(
    'The discount can be £37.00 at most.',
  )
  expect((await money()).items).toEqual([])
})

test('a mistake is corrected once by an entry of the opposite amount, and entries never change', async () => {
  const { pay, correct, add, money } = await makeBooked()
  await pay()
  const { id } = (await money()).items[0]
  await add({ entry: 'refund', kind: 'cash', amount: 1 })
  expect((await correct(id)).body.title).toBe('This money was refunded. Undo the refund first.')
  await correct((await money()).items[1].id)
  expect(await correct(id)).toMatchObject({ status: 201, body: { taken: 0, due: 37 } })
  expect((await correct(id)).body.title).toBe('This entry was corrected already.')
  const { items } = await money()
  expect(items.at(-1)).toMatchObject({ amount: -37, corrects: id, kind: 'cash' })
  expect((await correct(items.at(-1).id)).status).toBe(404)
  expect((await (await makeBooked()).correct(id)).status).toBe(404)
  await expect(sql`update payments set amount = 1 where id = ${id}`).rejects.toThrow('append-only')
  await expect(sql`update payments set reason = 'Erased' where id = ${id}`).rejects.toThrow('append-only')
  await expect(sql`delete from payments where id = ${id}`).rejects.toThrow('append-only')
  await expect(sql`truncate payments`).rejects.toThrow('append-only')
  expect(await inconsistencies()).toEqual([])
})

test('nothing is due for a cancelled booking or a no-show, and the money taken can be refunded', async () => {
  const { send, pay, money, add, correct, booking_id } = await makeBooked()
  await pay(20)
  expect((await send(`/bookings/${booking_id}/attendance`, { attendance: 'no_show' })).status).toBe(200)
  expect(await money()).toMatchObject({ taken: 20, due: 0 })
  expect((await pay()).status).toBe(409)
  await send(`/bookings/${booking_id}/attendance`, { attendance: null })
  await send(`/bookings/${booking_id}/status`, { status: 'cancelled' })
  expect(await add({ entry: 'refund', kind: 'cash' })).toMatchObject({ body: { refunds: 20, due: 0 } })
  expect(await correct((await money()).items.at(-1).id)).toMatchObject({ status: 201, body: { refunds: 0 } })
})

test('refuses incomplete entries, and entries for bookings of other vineyards', async () => {
  const { add, read, booking_id, vineyard_id } = await makeBooked()
  const refused = async (entry: object) => (await add(entry)).body.fields?.[0]?.field
  expect(await refused({ entry: 'payment', amount: 1 })).toBe('kind')
  expect(await refused({ entry: 'discount', amount: 1 })).toBe('reason')
  expect(await refused({ entry: 'discount', amount: 1, reason: 'Club', kind: 'cash' })).toBe('kind')
  expect(await refused({ entry: 'payment', kind: 'cash', amount: 0 })).toBe('amount')
  expect(await refused({ entry: 'payment', kind: 'cash', amount: 1.005 })).toBe('amount')
  const other = signedIn(await makeWinemaker(sql))
  const elsewhere = await visit('/api/payments', {
    method: 'POST',
    headers: { ...other, 'Content-Type': 'application/json' },
    body: JSON.stringify({ booking: booking_id, entry: 'payment', kind: 'cash' }),
  })
  expect(elsewhere.status).toBe(404)
  expect((await read(`/payments?booking=${booking_id}`, other)).title).toMatch(/^Booking not found/)
  expect((await add({ entry: 'payment', kind: 'cash' }, 'once' as Key)).status).toBe(400)
  for (const path of ['/till', '/till/csv'])
    expect((await read(`${path}?vineyard_id=${vineyard_id}`, other)).title).toBe('Vineyard not found')
})

test('refuses a payment by a winemaker who was disabled during the request', async () => {
  const { pay, winemaker, booking_id } = await makeBooked()
  const [outcome] = await race(
    sql,
    async (holder) => {
      await holder`select from bookings where id = ${booking_id} for update`
      await holder`update winemakers set is_active = false where id = ${winemaker.id}`
    },
    [() => pay()],
  )
  expect(outcome?.status).toBe(401)
  expect(await sql`select from payments where booking_id = ${booking_id}`).toHaveLength(0)
})

test('the history and the audit log record each entry', async () => {
  const { pay, read, booking_id } = await makeBooked()
  await pay(7)
  const events = await read(`/bookings/${booking_id}/events`)
  expect(events.at(-1)).toMatchObject({
    kind: 'money',
    actor: 'winemaker',
    changes: { taken: [0, 7], due: [37, 30] },
  })
  const audit = await read(`/audit_events?noun_id=${booking_id}`, signedIn(await makeAdmin(sql)))
  expect(audit.items[0]).toMatchObject({ noun: 'booking', after: { taken: 7, due: 30 } })
})

test('the till adds up a day by person and kind, and a correction counts on the day on which it is made', async () => {
  const { add, pay, correct, read, money, vineyard_id, experience, send, booking_id } = await makeBooked()
  await pay(10)
  await add({ entry: 'payment', kind: 'card', amount: 20 })
  await add({ entry: 'refund', kind: 'card', amount: 5 })
  await add({ entry: 'discount', amount: 2, reason: 'Club' })
  const admin = await makeAdmin(sql)
  await send(
    '/payments',
    { booking: booking_id, entry: 'payment', kind: 'cash', amount: 1 },
    randomUUID(),
    signedIn(admin),
  )
  const till = await read(`/till?day=${day}`)
  expect(
    till.lines.map(({ name, kind, taken, refunds, discounts }: Record<string, unknown>) => [
      name,
      kind,
      taken,
      refunds,
      discounts,
    ]),
  ).toEqual([
    ['Addie Min', 'cash', 1, 0, 0],
    ['Wyn Maker', 'card', 20, 5, 0],
    ['Wyn Maker', 'cash', 10, 0, 0],
    ['Wyn Maker', null, 0, 0, 2],
  ])
  expect(till.entries).toHaveLength(5)

  // In London the time is 00:30 on the next day.
  app.now = new Date('2026-06-06T23:30:00Z')
  await correct((await money()).items[0].id)
  expect((await read(`/till?day=${day}`)).lines).toEqual(till.lines)
  expect(await read('/till')).toMatchObject({ day: '2026-06-07', lines: [{ kind: 'cash', taken: -10 }] })
  const file = await (
    await visit(`/api/till/csv?day=${day}`, { headers: signedIn(await makeAdmin(sql)) })
  ).json()
  expect(file.title).toBe('Vineyard not found')
  const csv = await (
    await visit(`/api/till/csv?vineyard_id=${vineyard_id}&day=${day}`, { headers: signedIn(admin) })
  ).text()
  expect(csv.split('\r\n')).toHaveLength(7)
  expect(csv).toContain('Refund,Card,-5,')

  const report = await read(`/reports?from=${day}&until=2026-06-07&experience_id=${experience.id}`)
  expect(report.total).toMatchObject({ earned: 0, expected: 37, money_taken: 16 })
  expect(report.lines.map((line: { money_taken: number }) => line.money_taken)).toEqual([26, -10])
})
