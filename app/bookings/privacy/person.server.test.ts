import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { markPerson } from '../../../test/marked-person.ts'
import { columnsWithWords } from '../../../test/personal-columns.ts'
import { findColumnsWithWords, findWord } from '../../../test/words.ts'
import { findLedgerFaults } from '../ledger/ledger.server.ts'
import { erasePerson, exportPerson, findBookingsToCome } from './person.server.ts'

const sql = await ownDatabase()
const before = new Date('2026-05-20T09:00:00Z')
const now = new Date('2026-06-20T09:00:00Z')
const system = { by: { actor: 'system' } } as const
const past = ['2026-06-01', '2026-06-02']

const personal = Object.entries(columnsWithWords).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, whose]) => (whose === 'personal' ? [`${table}.${column}`] : [])),
)

/** What must not change with a person: money, places, visits, and how many guests each vineyard had. */
const figures = () => sql`
  select
    (select jsonb_agg(to_jsonb(i) order by i.pattern_id, i.slot_date) from slot_inventory i) as counters,
    (select jsonb_agg(to_jsonb(m)) from (
      select vineyard_id, status, sum(total_price) as revenue, sum(number_of_guests) as guests, count(*) as bookings,
        count(distinct lower(guest_email)) as customers
      from bookings group by vineyard_id, status order by vineyard_id, status
    ) m) as money,
    (select count(*) from booking_events) as events,
    (select count(*) from emails where event_id is not null) as mails`

test('of every column that can hold words it is said whose they are', async () => {
  const there = (await findColumnsWithWords(sql)).map(({ table, column }) => `${table}.${column}`)
  const declared = Object.entries(columnsWithWords).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(declared.toSorted()).toEqual(there.toSorted())
})

test('a forgotten person leaves no word in any column, and every figure as it was', async () => {
  const { email } = await markPerson(sql, 'zqmarked', past, before)
  await markPerson(sql, 'zqother', past, before)
  expect((await findWord(sql, 'zqmarked')).toSorted()).toEqual(personal.toSorted())
  const standing = await figures()
  const others = await exportPerson(sql, 'zqother@example.com')

  const erased = await erasePerson(sql, email.toUpperCase(), system, now)
  expect(erased).toEqual({
    ok: true,
    value: { bookings: 2, mails: 3, messages: 2, accounts: 3, notes: expect.any(Number) },
  })
  expect(await findWord(sql, 'zqmarked')).toEqual([])
  expect(await figures()).toEqual(standing)
  expect(await exportPerson(sql, 'zqother@example.com')).toEqual(others)
  expect(await findLedgerFaults(sql, now)).toEqual([])
  expect(await erasePerson(sql, email, system, now)).toEqual({
    ok: true,
    value: { bookings: 0, mails: 0, messages: 0, accounts: 0, notes: 0 },
  })
})

test('that somebody was forgotten is noted, by whom and how much, but not who', async () => {
  const { email } = await markPerson(sql, 'zqnoted', past, before)
  const actor_id = '11111111-1111-4111-8111-111111111111'
  await erasePerson(sql, email, { by: { actor: 'admin', actor_id } }, now)
  const notes =
    await sql`select actor, after from audit_events where noun = 'person' and actor_id = ${actor_id}`
  expect(notes).toHaveLength(1)
  expect(notes[0]).toMatchObject({ actor: 'admin', after: { erased: { bookings: 2, accounts: 3 } } })
})

test('somebody with a similar address is not touched', async () => {
  const { email } = await markPerson(sql, 'zqada', past, before)
  await markPerson(sql, 'xzqada', past, before)
  const other = await exportPerson(sql, 'xzqada@example.com')
  await erasePerson(sql, email, system, now)
  expect(await exportPerson(sql, 'xzqada@example.com')).toEqual(other)
})

test('a guest is forgotten only once nobody expects them; cancelling gives their places back', async () => {
  const { email, market } = await markPerson(
    sql,
    'zqcoming',
    ['2026-06-19', '2026-06-20', '2026-07-01'],
    before,
  )
  const refusal = await erasePerson(sql, email, system, now)
  expect(refusal).toMatchObject({
    ok: false,
    problem: { kind: 'to_come', bookings: [{ booking_date: '2026-06-20' }, { booking_date: '2026-07-01' }] },
  })
  expect((await findWord(sql, 'zqcoming')).toSorted()).toEqual(personal.toSorted())

  expect(await erasePerson(sql, email, { ...system, cancel: true }, now)).toMatchObject({
    ok: true,
    value: { bookings: 3 },
  })
  expect(await findWord(sql, 'zqcoming')).toEqual([])
  const taken = await sql`
    select slot_date, booked from slot_inventory where pattern_id = ${market.pattern.id} order by slot_date`
  expect(taken.map(({ booked }) => booked)).toEqual([3, 0, 0])
  expect(await findLedgerFaults(sql, now)).toEqual([])
})

test('a visit is over at its end: until then its guest is expected', async () => {
  const { email } = await markPerson(sql, 'zqending', ['2026-06-20'], before)
  // From half past two for an hour and a half, in British Summer Time.
  expect(await findBookingsToCome(sql, email, new Date('2026-06-20T14:59:59Z'))).toHaveLength(1)
  expect(await findBookingsToCome(sql, email, new Date('2026-06-20T15:00:00Z'))).toHaveLength(0)
})

test('who signs in as staff is not forgotten by mistake', async () => {
  const { email } = await markPerson(sql, 'zqstaff', past, before)
  await sql`update winemakers set is_active = true where email = ${email}`
  expect(await erasePerson(sql, email, system, now)).toEqual({ ok: false, problem: { kind: 'staff' } })
  await sql`update winemakers set is_active = false where email = ${email}`
  await sql`update admins set is_active = true where email = ${email}`
  expect(await erasePerson(sql, email, system, now)).toEqual({ ok: false, problem: { kind: 'staff' } })
  expect((await findWord(sql, 'zqstaff')).toSorted()).toEqual(personal.toSorted())
})

test('two who forget the same person at once forget them once', async () => {
  const { email } = await markPerson(sql, 'zqtwice', past, before)
  const both = await Promise.all([1, 2, 3].map(() => erasePerson(sql, email, system, now)))
  expect(both.map((one) => one.ok && one.value.bookings).toSorted()).toEqual([0, 0, 2])
  expect(await findWord(sql, 'zqtwice')).toEqual([])
})

test('a person gets a copy of every word of theirs', async () => {
  const { email } = await markPerson(sql, 'zqcopy', past, before)
  await sql`update emails set payload = payload || '{"link": "https://vines.example.com/secret"}' where to_address = ${email}`
  const copy = JSON.stringify(await exportPerson(sql, email))
  for (const column of personal.filter(
    (name) => !/payload|before|after|subjects|once_key|one_time|customer_sums/.test(name),
  )) {
    const [table = '', name = ''] = column.split('.')
    const [{ word }] = await sql<[{ word: string }]>`
      select ${sql(name)} as word from ${sql(table)} where strpos(lower(${sql(name)}), 'zqcopy') > 0 limit 1`
    expect(copy, column).toContain(word)
  }
  expect(copy).not.toContain('secret')
  expect(Object.keys(await exportPerson(sql, 'nobody@example.com'))).toContain('bookings')
})

test('an erased booking can not be given words again by halves', async () => {
  const { email, bookings } = await markPerson(sql, 'zqhalves', past, before)
  await erasePerson(sql, email, system, now)
  await expect(
    sql`update bookings set guest_name = 'Ada' where id = ${bookings[0] ?? ''}`,
  ).rejects.toMatchObject({
    constraint_name: 'erased_says_nothing',
  })
})
