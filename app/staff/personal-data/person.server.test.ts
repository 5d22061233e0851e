import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { markPerson, mergeMarkedPerson } from '../../../test/marked-person.ts'
import { columnsWithWords, leftOut, partsOfCopy } from '../../../test/personal-columns.ts'
import {
  findTextColumns,
  findTextsContaining,
  findColumnsContaining,
  hashTables,
  textsIn,
} from '../../../test/text-columns.ts'
import { recordPayment } from '../../bookings/payments/payment.server.ts'
import { cancelUnanswered } from '../../bookings/scheduled-jobs.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { exportPerson } from '../../../test/export-person.ts'
import { erasePerson, findUpcomingBookings, exportAndRecordPerson } from './person.server.ts'

const sql = await ownDatabase()
const before = new Date('2026-05-20T09:00:00Z')
const now = new Date('2026-06-20T09:00:00Z')
const system = { by: { actor: 'system' } } as const
const past = ['2026-06-01', '2026-06-02']

const personal = Object.entries(columnsWithWords).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, whose]) => (whose === 'personal' ? [`${table}.${column}`] : [])),
)

/** Reads the figures that erasure must not change: money, places, visits, and the number of guests at each vineyard. */
const figures = () => sql`
  select
    (select jsonb_agg(to_jsonb(i) order by i.pattern_id, i.slot_date) from slots i where i.version > 0) as counters,
    (select jsonb_agg(to_jsonb(m)) from (
      select vineyard_id, status, sum(total_price) as revenue, sum(number_of_guests) as guests, count(*) as bookings,
        count(distinct lower(guest_email)) as customers
      from bookings group by vineyard_id, status order by vineyard_id, status
    ) m) as money,
    (select count(*) from booking_events) as events,
    (select count(*) from emails where event_id is not null) as mails`

// ASVS 14.1.1
test('every column that can contain text is declared as personal or not personal', async () => {
  const existing = (await findTextColumns(sql)).map(({ table, column }) => `${table}.${column}`)
  const declared = Object.entries(columnsWithWords).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(declared.toSorted()).toEqual(existing.toSorted())
})

// ASVS 14.2.4
test('erasing a person removes all their texts from every column and changes no figures', async () => {
  const { email } = await markPerson(sql, 'zqmarked', past, before)
  await markPerson(sql, 'zqother', past, before)
  await cancelUnanswered(sql, now)
  expect((await findColumnsContaining(sql, 'zqmarked')).toSorted()).toEqual(personal.toSorted())
  const figuresBefore = await figures()
  const others = await exportPerson(sql, 'zqother@example.com')

  const erased = await erasePerson(sql, email.toUpperCase(), system, now)
  expect(erased).toEqual({
    ok: true,
    value: { bookings: 2, mails: 5, messages: 3, alerts: 1, accounts: 3, notes: expect.any(Number) },
  })
  expect(await findColumnsContaining(sql, 'zqmarked')).toEqual([])
  expect(await figures()).toEqual(figuresBefore)
  expect(await exportPerson(sql, 'zqother@example.com')).toEqual(others)
  expect(await findInconsistencies(sql, now)).toEqual([])
  expect(await erasePerson(sql, email, system, now)).toEqual({
    ok: true,
    value: { bookings: 0, mails: 0, messages: 0, alerts: 0, accounts: 0, notes: 0 },
  })
})

test('the audit log records who erased how many rows', async () => {
  const { email } = await markPerson(sql, 'zqnoted', past, before)
  const actor_id = '11111111-1111-4111-8111-111111111111'
  await erasePerson(sql, email, { by: { actor: 'admin', actor_id } }, now)
  const notes =
    await sql`select actor, after from audit_events where noun = 'person' and actor_id = ${actor_id}`
  expect(notes).toHaveLength(1)
  expect(notes[0]).toMatchObject({ actor: 'admin', after: { erased: { bookings: 2, accounts: 3 } } })
})

test('erasure leaves a person with a similar address unchanged', async () => {
  const { email } = await markPerson(sql, 'zqada', past, before)
  await markPerson(sql, 'xzqada', past, before)
  const other = await exportPerson(sql, 'xzqada@example.com')
  await erasePerson(sql, email, system, now)
  expect(await exportPerson(sql, 'xzqada@example.com')).toEqual(other)
})

test('refuses to erase a guest with upcoming bookings, unless they are cancelled first', async () => {
  const { email, market } = await markPerson(
    sql,
    'zqcoming',
    ['2026-06-19', '2026-06-20', '2026-07-01'],
    before,
  )
  await cancelUnanswered(sql, now)
  const refusal = await erasePerson(sql, email, system, now)
  expect(refusal).toMatchObject({
    ok: false,
    problem: { kind: 'to_come', bookings: [{ booking_date: '2026-06-20' }, { booking_date: '2026-07-01' }] },
  })
  expect((await findColumnsContaining(sql, 'zqcoming')).toSorted()).toEqual(personal.toSorted())

  expect(await erasePerson(sql, email, { ...system, cancel: true }, now)).toMatchObject({
    ok: true,
    value: { bookings: 3 },
  })
  expect(await findColumnsContaining(sql, 'zqcoming')).toEqual([])
  const taken = await sql`
    select slot_date, booked from slots where version > 0 and pattern_id = ${market.pattern.id} order by slot_date`
  expect(taken.map(({ booked }) => booked)).toEqual([3, 0, 0])
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('a booking is upcoming until its visit ends', async () => {
  const { email } = await markPerson(sql, 'zqending', ['2026-06-20'], before)
  // The visit lasts from 2:30 PM to 4 PM in British Summer Time.
  expect(await findUpcomingBookings(sql, email, new Date('2026-06-20T14:59:59Z'))).toHaveLength(1)
  expect(await findUpcomingBookings(sql, email, new Date('2026-06-20T15:00:00Z'))).toHaveLength(0)
})

test('an upcoming booking says what its guest has paid', async () => {
  const { email } = await markPerson(sql, 'zqpaying', ['2026-06-20'], before)
  const upcoming = async () => (await findUpcomingBookings(sql, email, now))[0]
  const { reference = '', paid = 0 } = (await upcoming()) ?? {}
  const money = {
    entry: 'payment',
    kind: 'card',
    amount: 10,
    taken_at: now.toISOString(),
    beyond_due: false,
    idempotency_key: randomUUID(),
  } as const
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  expect(await recordPayment(sql, { booking: reference, ...money }, { by }, now)).toMatchObject({ ok: true })
  expect(await upcoming()).toMatchObject({ paid: paid + 10 })
})

test('refuses to erase a person with a staff account', async () => {
  const { email } = await markPerson(sql, 'zqstaff', past, before)
  await sql`update winemakers set is_active = true where email = ${email}`
  expect(await erasePerson(sql, email, system, now)).toEqual({ ok: false, problem: { kind: 'staff' } })
  await sql`update winemakers set is_active = false where email = ${email}`
  await sql`update admins set is_active = true where email = ${email}`
  expect(await erasePerson(sql, email, system, now)).toEqual({ ok: false, problem: { kind: 'staff' } })
  expect((await findColumnsContaining(sql, 'zqstaff')).toSorted()).toEqual(personal.toSorted())
})

test('concurrent erasures of the same person erase each booking once', async () => {
  const { email } = await markPerson(sql, 'zqtwice', past, before)
  const outcomes = await Promise.all([1, 2, 3].map(() => erasePerson(sql, email, system, now)))
  expect(outcomes.map((outcome) => outcome.ok && outcome.value.bookings).toSorted()).toEqual([0, 0, 2])
  expect(await findColumnsContaining(sql, 'zqtwice')).toEqual([])
})

// Negative control: if itineraries_of_person ignores bookings, the export lacks the itinerary of a person without an account.
test('an export contains every text that erasure removes, from every table', async () => {
  const { email, ...marked } = await markPerson(sql, 'zqcopy', past, before)
  await mergeMarkedPerson(sql, { ...marked, marker: 'zqcopy' }, before)
  await sql`update emails set payload = payload || '{"link": "https://vines.example.com/secret"}' where to_address = ${email}`
  const copy = await exportPerson(sql, email)
  expect(JSON.stringify(copy)).not.toContain('secret')
  const hashesBefore = await hashTables(sql)
  const words = await Promise.all(
    personal.map(async (name) => {
      const [table = '', column = ''] = name.split('.')
      return {
        name,
        part: partsOfCopy[table],
        texts: await findTextsContaining(sql, { table, column }, 'zqcopy'),
      }
    }),
  )

  await erasePerson(sql, email, system, now)
  const touched = [...(await hashTables(sql))].flatMap(([table, hash]) =>
    hash === hashesBefore.get(table) ? [] : [table],
  )
  expect(touched).toEqual(Object.keys(partsOfCopy).toSorted())
  // The address is in the head of the export.
  for (const { name, part, texts } of words)
    if (part && !leftOut.has(name))
      expect([email, ...textsIn(copy[part])], name).toEqual(expect.arrayContaining(texts))
})

test('an export is empty after erasure and for an unknown address', async () => {
  const { email, ...marked } = await markPerson(sql, 'zqempty', past, before)
  await mergeMarkedPerson(sql, { ...marked, marker: 'zqempty' }, before)
  const { email: _, ...parts } = await exportPerson(sql, email)
  expect(Object.keys(parts).toSorted()).toEqual(
    [...new Set(Object.values(partsOfCopy).filter((part) => part !== null))].toSorted(),
  )
  const isEmpty = (part: unknown) => part === null || (Array.isArray(part) && part.length === 0)
  expect(Object.values(parts).some(isEmpty)).toBe(false)
  await erasePerson(sql, email, system, now)
  for (const address of [email, 'nobody@example.com']) {
    const { email: _, ...parts } = await exportPerson(sql, address)
    expect(Object.values(parts).every(isEmpty), address).toBe(true)
  }
})

test("the audit log records who exported whose data, and loses the person's address at erasure", async () => {
  const { email } = await markPerson(sql, 'zqhanded', past, before)
  const actor_id = '22222222-2222-4222-8222-222222222222'
  const by = { actor: 'admin', actor_id } as const
  const events = () =>
    sql`select happened_at, actor, after, erased from audit_trail where noun = 'person' and actor_id = ${actor_id} order by id`
  const expected = await exportPerson(sql, email)
  expect(await exportAndRecordPerson(sql, email.toUpperCase(), by, now)).toEqual(expected)
  const [{ after, ...event } = { after: null }] = await events()
  expect(event).toEqual({ happened_at: now, actor: 'admin', erased: [] })
  expect(after).toMatchObject({ email, handed_out: { bookings: 2, itineraries: 2, account: 1 } })
  // The audit log stores the address only in a column that erasure clears.
  const [{ stored }] = await sql<[{ stored: string }]>`
    select string_agg(e::text, '') as stored from audit_events e where noun = 'person'`
  expect(stored).not.toContain('zqhanded')

  await erasePerson(sql, email, system, now)
  expect(await events()).toMatchObject([{ after: { handed_out: { bookings: 2 } }, erased: ['email'] }])
  // Another export stores no address, because the person has no data any more.
  await exportAndRecordPerson(sql, email, by, now)
  expect(await events()).toMatchObject([{}, { after: { handed_out: {} }, erased: [] }])
  expect(await findColumnsContaining(sql, 'zqhanded')).toEqual([])
})

test('the texts of an erased booking cannot be written again', async () => {
  const { email, bookings } = await markPerson(sql, 'zqhalves', past, before)
  await erasePerson(sql, email, system, now)
  await expect(
    sql`update bookings set guest_name = 'Ada' where id = ${bookings[0] ?? ''}`,
  ).rejects.toMatchObject({
    constraint_name: 'erased_says_nothing',
  })
})
