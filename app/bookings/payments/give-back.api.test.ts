import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeWinemaker, signedIn } from '../../../test/make.ts'
import { eraseOldData } from '../../staff/personal-data/retention.server.ts'
import { callOff } from '../sessions/call-off.server.ts'

const day = '2026-06-06'
const app = await startApp({ now: `${day}T15:00:00Z` })
const { sql, visit } = app
beforeEach(() => {
  app.now = new Date(`${day}T15:00:00Z`)
})

/** Creates a booking of four guests at £18.50 each at 2:30 PM today, and staff who call the API. */
async function makeBooked() {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const id = await book(sql, market.experience, market.on(day), 4, new Date('2026-06-01T09:00:00Z'))
  const send = async (path: string, body: object, headers = signedIn(winemaker), key = randomUUID()) => {
    const answer = await visit(`/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const read = async (path: string, headers = signedIn(winemaker)) =>
    (await visit(`/api${path}`, { headers })).json()
  return {
    ...market,
    id,
    vineyard_id,
    winemaker,
    send,
    read,
    add: (entry: object) => send('/payments', { booking: id, ...entry }),
    set: (status: string) => send(`/bookings/${id}/status`, { status }),
    mark: (attendance: string | null) => send(`/bookings/${id}/attendance`, { attendance }),
    listed: async () =>
      (await read('/till')).to_give_back.map(({ amount }: { amount: number }) => amount) as number[],
    earned: async () => (await read(`/reports?from=${day}&until=${day}`)).total.earned as number,
  }
}

const cash = { entry: 'payment', kind: 'cash' }

test('lists the money of a cancelled booking until staff refund or keep it', async () => {
  const { add, set, send, read, listed, earned, id } = await makeBooked()
  await add({ ...cash, amount: 30 })
  expect(await listed()).toEqual([])
  await set('cancelled')
  expect(await listed()).toEqual([30])
  expect((await read('/dashboard')).to_give_back).toMatchObject([
    { booking_id: id, guest_name: 'Ada Lovelace', status: 'cancelled', amount: 30 },
  ])
  expect((await add({ entry: 'keep', amount: 31, reason: 'Late' })).body.title).toBe(
    'You can keep at most £30.00.',
  )
  expect((await add({ entry: 'keep', amount: 10 })).body.fields[0].field).toBe('reason')
  const kept = await add({ entry: 'keep', amount: 10, reason: 'Cancelled an hour before' })
  expect(kept.body).toMatchObject({ kept: 10, due: -20 })
  expect([await listed(), await earned()]).toEqual([[20], 10])
  expect((await read(`/bookings/${id}/events`)).at(-1)).toMatchObject({
    kind: 'money',
    changes: { kept: [0, 10], due: [-30, -20] },
  })
  expect((await add({ entry: 'refund', kind: 'card' })).body).toMatchObject({ refunds: 20, due: 0 })
  expect(await listed()).toEqual([])
  expect((await add({ entry: 'keep', reason: 'Late' })).body.title).toBe('There is no money to refund.')

  const { items } = await read(`/payments?booking=${id}`)
  await send('/payments/corrections', { booking: id, corrects: items[1].id })
  expect([await listed(), await earned()]).toEqual([[10], 0])
  const till = await read(`/till?day=${day}`)
  expect(till.entries.map(({ entry }: { entry: string }) => entry)).toEqual(['payment', 'refund'])
})

test('the money of a no-show counts as earned until staff refund it', async () => {
  const { add, mark, read, listed, earned, id } = await makeBooked()
  await add({ ...cash, amount: 30 })
  await mark('no_show')
  expect(await read(`/payments?booking=${id}`)).toMatchObject({ kept: 30, due: 0 })
  expect([await listed(), await earned()]).toEqual([[], 30])
  expect((await read('/dashboard')).this_week).toMatchObject({ guests: 0, earned: 30, expected: 0 })
  expect((await read('/customers')).items).toMatchObject([{ guests: 0, spent: 30 }])
  expect((await add({ entry: 'refund', kind: 'cash' })).body).toMatchObject({ kept: 0, due: 0 })
  expect(await earned()).toBe(0)
})

test('money beyond the amount due is listed as money to refund, and counts as earned once staff keep it', async () => {
  const { add, set, listed, earned } = await makeBooked()
  await add({ ...cash, amount: 80, beyond_due: true })
  expect(await listed()).toEqual([6])
  expect((await add({ entry: 'refund', kind: 'cash', amount: 1 })).body.due).toBe(-5)
  await add({ entry: 'keep', reason: 'A tip' })
  await set('completed')
  expect([await listed(), await earned()]).toEqual([[], 79])
})

test('the money of a called-off booking is listed as soon as its guest can no longer choose another time', async () => {
  const { add, listed, read, vineyard_id, winemaker, id } = await makeBooked()
  await add({ ...cash, amount: 30 })
  const by = { actor: 'winemaker', actor_id: winemaker.id, vineyard_id } as const
  const session = { vineyard_id, day, slots: null, reason: 'weather', message: '' } as const
  app.now = new Date(`${day}T09:00:00Z`)
  await callOff(sql, session, { by }, app.now)
  expect((await read(`/payments?booking=${id}`)).due).toBe(-30)
  app.now = new Date(`${day}T13:29:59Z`)
  expect(await listed()).toEqual([])
  app.now = new Date(`${day}T13:30:00Z`)
  expect(await listed()).toEqual([30])
})

test('all roles can record and correct a sale without a booking, and the till includes the sale', async () => {
  const { vineyard_id, send, read } = await makeBooked()
  const gate = signedIn(await makeWinemaker(sql, { vineyard_id, role: 'gate' }))
  const key = randomUUID()
  const sale = { kind: 'card', amount: 24.5, words: 'Two bottles of Bacchus' }
  expect((await send('/sales', sale, gate, key)).status).toBe(201)
  expect((await send('/sales', sale, gate, key)).status).toBe(201)
  expect((await send('/sales', { ...sale, amount: 25 }, gate, key)).status).toBe(422)
  const today = await read('/today', gate)
  expect(today.sales).toMatchObject([{ key, ...sale }])
  expect(await read('/till')).toMatchObject({
    lines: [{ kind: 'card', taken: 24.5, refunds: 0 }],
    entries: [{ entry: 'sale', booking_id: null, guest_name: null, reason: 'Two bottles of Bacchus' }],
  })
  expect((await read(`/reports?from=${day}&until=${day}`)).total).toMatchObject({ money_taken: 24.5 })
  expect((await send('/sales/corrections', { corrects: key }, gate)).status).toBe(201)
  expect((await send('/sales/corrections', { corrects: key }, gate)).body.title).toBe(
    'This entry was corrected already.',
  )
  expect((await read('/today', gate)).sales).toEqual([])
  const audited = await sql`
    select noun_id, before, after from audit_trail where vineyard_id = ${vineyard_id} and noun = 'sale' order by id`
  expect([...audited]).toEqual([
    { noun_id: key, before: null, after: { kind: 'card', amount: 24.5 } },
    { noun_id: key, before: { kind: 'card', amount: 24.5 }, after: null },
  ])
  expect(await read('/till')).toMatchObject({ lines: [{ taken: 0 }] })
  expect((await visit(`/api/till/csv?day=${day}`, { headers: gate })).status).toBe(403)

  const refused = async (changes: object, headers = gate) =>
    (await send('/sales', { ...sale, ...changes }, headers)).body.fields?.[0]?.field
  expect(await refused({ words: 'x'.repeat(41) })).toBe('words')
  expect(await refused({ words: ' ' })).toBe('words')
  expect(await refused({ amount: 0 })).toBe('amount')
  const elsewhere = await makeBooked()
  expect((await send('/sales', { ...sale, vineyard_id: elsewhere.vineyard_id }, gate)).status).toBe(404)
  expect((await elsewhere.send('/sales/corrections', { corrects: key })).status).toBe(404)
  const admin = signedIn(await makeAdmin(sql))
  expect((await send('/sales', sale, admin)).status).toBe(404)
  expect((await send('/sales', { ...sale, vineyard_id }, admin)).status).toBe(201)
  const manager = signedIn(await makeWinemaker(sql, { vineyard_id, role: 'manager' }))
  for (const headers of [undefined, manager]) expect((await send('/sales', sale, headers)).status).toBe(201)
})

test('erases the description of a sale when guests’ names are erased, and leaves the till unchanged', async () => {
  const { send, vineyard_id } = await makeBooked()
  await send('/sales', { kind: 'cash', amount: 5, words: 'Cake for Ada' })
  const usual = { keep_names_months: 12, keep_mails_days: 90 }
  const sales = () => sql`select reason, amount from payments where vineyard_id = ${vineyard_id}`
  await eraseOldData(sql, usual, new Date('2027-06-05T12:00:00Z'))
  expect(await sales()).toEqual([{ reason: 'Cake for Ada', amount: 5 }])
  await eraseOldData(sql, usual, new Date('2027-06-06T12:00:00Z'))
  expect(await sales()).toEqual([{ reason: 'Erased', amount: 5 }])
})

test('if only part of a party comes, the sessions, report, customer list and bookings file count only the guests who came', async () => {
  const { mark, read, send, id, winemaker } = await makeBooked()
  const session = async () =>
    (await read(`/sessions?vineyard_id=${winemaker.vineyard_id}&from=${day}`)).items[0]
  const file = async () =>
    (await (await visit('/api/bookings/file', { headers: signedIn(winemaker) })).text())
      .split('\r\n')
      .find((line) => line.includes('Ada'))
  expect(await session()).toMatchObject({ guests: 4, came: 0, not_marked: 4 })
  expect(await file()).toContain(',Not marked,,74,')
  const [{ reference }] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`
  const now = app.now.toISOString()
  const part = { reference, attendance: 'arrived', arrived_guests: 3, marked_at: now, seen_at: null }
  expect((await send('/today/marks', part)).status).toBe(200)
  expect(await session()).toMatchObject({ guests: 4, came: 3, not_marked: 0 })
  expect(await file()).toContain(',Arrived,3,74,')
  expect((await read(`/reports?from=${day}&until=${day}`)).total.guests).toBe(3)
  expect((await read('/dashboard')).this_week.guests).toBe(3)
  expect((await read('/customers')).items).toMatchObject([{ guests: 3 }])
  expect(await read(`/bookings/${id}/record`)).toMatchObject({ arrived_guests: 3, due: 74 })
  await mark('no_show')
  expect(await session()).toMatchObject({ guests: 4, came: 0, not_marked: 0, no_shows: 4 })
})
