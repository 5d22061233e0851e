import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { auditedNouns } from '../../../test/audited-nouns.ts'
import { ownDatabase } from '../../../test/database.ts'
import { createStaffBooking } from '../../bookings/new-bookings/staff-booking.server.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { type AuditFilters, pageOfAudit } from './audit.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')

type Fields = Record<string, string | number | null>

async function note(noun: string, before: Fields | null, after: Fields | null) {
  const noun_id = randomUUID()
  await sql`select note_audit('admin', ${randomUUID()}, ${noun}, ${noun_id}, null, ${json(before)}, ${json(after)}, ${now})`
  return { noun_id, entries: await sql`select * from audit_trail where noun_id = ${noun_id}` }
}

/** Erases a person's data from the audit log. Returns the number of erased values. */
async function redactAudit(email: string): Promise<number> {
  const [{ gone }] = await sql<[{ gone: number }]>`select redact_audit(${email}, ${now}) as gone`
  return gone
}

const json = (fields: Fields | null) => (fields === null ? null : sql.json(fields))

test('stores the changed fields, before and after', async () => {
  const { entries } = await note(
    'experience',
    { title: 'Tour', type: 'a' },
    { title: 'Grand tour', type: 'a' },
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ before: { title: 'Tour' }, after: { title: 'Grand tour' }, erased: [] })
})

test('stores no `before` for a creation, no `after` for a deletion, and no entry if nothing changed', async () => {
  expect((await note('experience', null, { title: 'Tour' })).entries[0]).toMatchObject({
    before: null,
    after: { title: 'Tour' },
  })
  expect((await note('experience', { title: 'Tour' }, null)).entries[0]).toMatchObject({
    before: { title: 'Tour' },
    after: null,
  })
  expect((await note('experience', { title: 'Tour' }, { title: 'Tour' })).entries).toEqual([])
})

test('never stores a password or its hash', async () => {
  const { entries, noun_id } = await note('winemaker', { password_hash: 'old' }, { password_hash: 'new' })
  expect(entries).toEqual([])
  expect(await sql`select from audit_events where noun_id = ${noun_id}`).toHaveLength(0)
})

test('stores personal data separately, and erases it by email address', async () => {
  const ada = { name: 'Ada Vine', email: 'Ada@Example.com', is_active: 'yes' }
  const { noun_id, entries } = await note('winemaker', ada, { ...ada, name: 'Ada Hill', is_active: 'no' })
  expect(entries[0]).toMatchObject({
    before: { name: 'Ada Vine', is_active: 'yes' },
    after: { name: 'Ada Hill', is_active: 'no' },
  })
  const kept = await sql`select before::text, after::text from audit_events where noun_id = ${noun_id}`
  expect(JSON.stringify(kept)).not.toMatch(/ada|hill/i)

  expect(await redactAudit('ada@example.COM')).toBe(1)
  expect(await redactAudit('ada@example.com')).toBe(0)
  const [entry] = await sql`select * from audit_trail where noun_id = ${noun_id}`
  expect(entry).toMatchObject({ before: { is_active: 'yes' }, after: { is_active: 'no' }, erased: ['name'] })
})

test('erases an entry’s personal data by the old and by the new email address', async () => {
  for (const email of ['old@example.com', 'new@example.com']) {
    await note('winemaker', { email: 'old@example.com' }, { email: 'new@example.com' })
    expect(await redactAudit(email)).toBe(1)
  }
})

test('entries cannot be changed or removed', async () => {
  await note('winemaker', null, { name: 'Ada', email: 'ada@example.com' })
  for (const forbidden of [
    `update audit_events set actor = 'system'`,
    `delete from audit_events`,
    `truncate audit_events cascade`,
    `update audit_personal set after = '"Eve"'`,
    `delete from audit_personal`,
    `truncate audit_personal`,
  ])
    await expect(sql.unsafe(forbidden), forbidden).rejects.toThrow('append-only')
  const forged = sql.begin(async (sql) => {
    await sql`set local audit.redacting = 'yes'`
    await sql`update audit_personal set after = '"Eve"', erased_at = now()`
  })
  await expect(forged).rejects.toThrow('erased_is_empty')
})

test('lists changes and booking actions of staff by time, but no actions of guests', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const booking = await book(sql, experience, on('2026-06-10'), 2, now)
  const { vineyard_id } = experience
  const [admin, other] = [randomUUID(), randomUUID()]
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  for (let n = 0; n < 12; n++) {
    // Three entries in a row have the same time.
    const moment = at(n - (n % 3))
    await sql`select note_audit('admin', ${n % 2 ? admin : other}, 'vineyard', ${vineyard_id}, ${vineyard_id}, ${json({ n })}, ${json({ n: n + 1 })}, ${moment})`
    await sql`select note_booking_event(${booking}, 'marked', ${n % 4 ? 'admin' : 'guest'}, ${n % 2 ? admin : other}, ${sql.json({ n: [n, n + 1] })}, null, ${moment})`
  }
  const all = await sql<{ id: string; noun: string; actor_id: string; happened_at: Date }[]>`
    select 'a' || id as id, noun, actor_id, happened_at from audit_events where vineyard_id = ${vineyard_id}
    union all
    select 'b' || id, 'booking', actor_id, happened_at from booking_events where booking_id = ${booking} and actor <> 'guest'`
  expect(all).toHaveLength(12 + 9)
  const number = (id: string) => Number(id.slice(1))
  const sorted = all.toSorted(
    (a, b) =>
      b.happened_at.getTime() - a.happened_at.getTime() ||
      a.id.charCodeAt(0) - b.id.charCodeAt(0) ||
      number(b.id) - number(a.id),
  )
  const read = async (
    filters: AuditFilters,
    page = 1,
    sort: '-happened_at' | 'happened_at' = '-happened_at',
  ) => {
    const found = await pageOfAudit(sql, { page, limit: 5, sort, vineyard_id, ...filters })
    return { total: found.total, ids: found.items.map(({ id }) => id) }
  }
  const ids = sorted.map(({ id }) => id)
  for (const page of [1, 2, 5])
    expect(await read({}, page)).toEqual({ total: 21, ids: ids.slice((page - 1) * 5, page * 5) })
  expect((await read({}, 1, 'happened_at')).ids.map((id) => id[0])).toEqual(['a', 'a', 'a', 'b', 'b'])
  const of = (keep: (entry: (typeof sorted)[number]) => boolean) => {
    const kept = sorted.filter(keep)
    return { total: kept.length, ids: kept.slice(0, 5).map(({ id }) => id) }
  }
  expect(await read({ noun: 'booking' })).toEqual(of(({ noun }) => noun === 'booking'))
  expect(await read({ noun_id: booking })).toEqual(of(({ noun }) => noun === 'booking'))
  expect(await read({ noun: 'vineyard' })).toEqual(of(({ noun }) => noun === 'vineyard'))
  expect(await read({ actor_id: admin })).toEqual(of(({ actor_id }) => actor_id === admin))
  expect(await read({ until: '2026-05-31' })).toEqual({ total: 0, ids: [] })
})

test('a booking action names the booking, and its guest until the booking is erased', async () => {
  const { experience, pattern } = await makeDailyExperience(sql)
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  const slot = { pattern_id: pattern.id, slot_date: '2026-06-10' }
  const guest = { guest_name: 'Zelda Quartz', guest_email: 'zelda@example.com', guest_phone: '01632 960123' }
  const made = await createStaffBooking(
    sql,
    {
      ...guest,
      special_requests: '',
      experience_id: experience.id,
      slot,
      number_of_guests: 2,
      idempotency_key: randomUUID(),
    },
    { by, overbook: false },
    now,
  )
  if (!made.ok) throw new Error('refused')
  const { id } = made.value
  const [{ reference }] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`
  const read = async () =>
    (await pageOfAudit(sql, { page: 1, limit: 5, sort: 'happened_at', noun_id: id })).items
  expect(await read()).toMatchObject([
    { before: null, after: { status: 'pending' }, booking: { reference, guest_name: 'Zelda Quartz' } },
    {
      before: { status: 'pending' },
      after: { status: 'confirmed' },
      booking: { reference, guest_name: 'Zelda Quartz' },
    },
  ])
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await sql`select erase_bookings(array[${id}::uuid], ${now})`
  const after = await read()
  expect(after).toHaveLength(3)
  expect(after[0]?.booking).toEqual({ reference, guest_name: null })
  expect(JSON.stringify(after)).not.toMatch(/zelda|quartz/i)
})

test('as long as a row exists, its entries name the row, even if the change lacks the name', async () => {
  const { experience, pattern } = await makeDailyExperience(sql)
  const nameOf = async (noun: string, id: string) => {
    await sql`select note_audit('admin', ${randomUUID()}, ${noun}, ${id}, null, '{"on": false}', '{"on": true}', ${now})`
    const { items } = await pageOfAudit(sql, { page: 1, limit: 1, sort: 'happened_at', noun, noun_id: id })
    return items[0]?.name
  }
  expect(await nameOf('experience', experience.id)).toBe(experience.title)
  expect(await nameOf('availability_pattern', pattern.id)).toBe(experience.title)
  expect(await nameOf('vineyard_facts', experience.id)).toBe(experience.title)
  const [{ name }] = await sql<
    [{ name: string }]
  >`select name from vineyards where id = ${experience.vineyard_id}`
  expect(await nameOf('vineyard', experience.vineyard_id)).toBe(name)
  for (const noun of Object.keys(auditedNouns)) expect(await nameOf(noun, randomUUID())).toBeNull()
})
