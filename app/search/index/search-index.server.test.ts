import { afterAll, expect, test } from 'vitest'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makePattern, makeVineyard, sellPlaces } from '../../../test/make.ts'
import { connect } from '../../platform/database.server.ts'
import { noFilters } from '../filters.ts'
import { searchVineyards } from '../search.server.ts'
import { warmSearchIndex } from './search-index.server.ts'
import { readLowerCase } from './snapshot.server.ts'

const sql = await ownDatabase()
const other = connect(sql.url, { max: 4 })
afterAll(() => other.end())
const now = new Date('2026-06-01T09:00:00Z')

/** The number of vineyards that another process finds. */
async function found(search: string, filters = {}): Promise<number> {
  const query = { search, filters: { ...noFilters, ...filters }, page: 1, near: null }
  return (await searchVineyards(other, query, now)).total
}

test('finds the changes of a long transaction as soon as it commits', async () => {
  const { id } = await makeVineyard(sql, { name: 'Slowly Hill' })
  const slow = await sql.reserve()
  await slow`begin`
  await slow`update vineyards set name = 'Quickly Hill' where id = ${id}`
  await makeVineyard(sql, { name: 'Later Hill' })
  expect(await found('later hill')).toBe(1)
  expect(await found('slowly hill')).toBe(1)
  await slow`commit`
  slow.release()
  expect(await found('quickly hill')).toBe(1)
  expect(await found('slowly hill')).toBe(0)
})

test('never finds rolled-back changes', async () => {
  await expect(
    sql.begin(async (transaction) => {
      await transaction`insert into vineyards (name) values ('Nowhere Bank')`
      expect(await found('nowhere bank')).toBe(0)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await found('nowhere bank')).toBe(0)
})

test('reads everything again after a statement that changed thousands', async () => {
  await sql`insert into vineyards (name) select 'Many ' || n from generate_series(1, 1500) as n`
  expect(await found('many ')).toBe(1500)
  expect([
    ...(await sql`select 1 from catalogue_changes where vineyard_id::text like '00000000-%'`),
  ]).toHaveLength(1)
  await sql`update vineyards set is_visible = false where name like 'Many %'`
  expect(await found('many ')).toBe(0)
})

test('notices changes of a session that skips foreign keys', async () => {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`insert into vineyards (name) values ('Copied Acre')`
  })
  expect(await found('copied acre')).toBe(1)
})

test('a process whose last check precedes the pruned changes reads everything again', async () => {
  await makeVineyard(sql, { name: 'Ancient Acre' })
  expect(await found('ancient acre')).toBe(1)
  await sql`update vineyards set name = 'Modern Acre' where name = 'Ancient Acre'`
  // Pruning waits for the oldest transaction of the whole server, and other tests run theirs.
  await expect
    .poll(async () => {
      await sql`select prune_catalogue_changes(now() + interval '1 minute')`
      return (await sql`select from catalogue_changes`).length
    })
    .toBe(0)
  expect(await found('modern acre')).toBe(1)
})

test('finds the changes of a transaction that was open during pruning', async () => {
  const slow = await sql.reserve()
  await slow`begin`
  await slow`insert into vineyards (name) values ('Early Croft')`
  await makeVineyard(sql, { name: 'Second Croft' })
  await sql`select prune_catalogue_changes(now() + interval '1 minute')`
  expect(await found('second croft')).toBe(1)
  await slow`commit`
  slow.release()
  expect(await found('early croft')).toBe(1)
})

test('concurrent searches share a check, and each sees all earlier commits', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `Shared ${String.fromCharCode(97 + n)}x`)
  const counts = await Promise.all(
    names.map(async (name) => {
      await makeVineyard(sql, { name })
      const among = await Promise.all([found(name), found(name), found(name)])
      return among.join()
    }),
  )
  expect(counts).toEqual(names.map(() => '1,1,1'))
})

test('fails while the database is away and is correct again afterwards', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none', { max: 1 })
  const query = { search: '', filters: noFilters, page: 1, near: null }
  await expect(searchVineyards(away, query, now)).rejects.toThrow('ECONNREFUSED')
  await expect(searchVineyards(away, query, now)).rejects.toThrow('ECONNREFUSED')
  await away.end()

  const third = connect(sql.url, { max: 1, application_name: 'third' })
  const before = (await searchVineyards(third, query, now)).total
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'third'`
  await makeVineyard(sql, { name: 'Meanwhile' })
  const again = () => searchVineyards(third, query, now)
  const { total } = await again().catch(again)
  expect(total).toBe(before + 1)
  await third.end()
})

test('finds a day until its last place is taken', async () => {
  const { id: experience_id } = await makeExperience(sql, { type: 'last_places', max_group_size: 4 })
  const { id: pattern_id } = await makePattern(sql, { experience_id, capacity: 4 })
  const day = { type: 'last_places', date: '2026-06-06', guests: 2 }
  expect(await found('', day)).toBe(1)
  const book = (booked: number) => sellPlaces(sql, { pattern_id, slot_date: '2026-06-06', booked })
  await book(2)
  expect(await found('', day)).toBe(1)
  await book(3)
  expect(await found('', day)).toBe(0)
  expect(await found('', { ...day, guests: 1 })).toBe(1)
})

test('horizon, cut-off and the hours of exceptions have the same limits as for a booking', async () => {
  const offer = async (type: string, fields: object, start_time = '14:30') => {
    const experience = await makeExperience(sql, { type, duration_minutes: 90, ...fields })
    await makePattern(sql, { experience_id: experience.id, start_time })
    return experience
  }
  await offer('five_days', { booking_horizon_days: 5 })
  expect(await found('', { type: 'five_days', date: '2026-06-06' })).toBe(1)
  expect(await found('', { type: 'five_days', date: '2026-06-07' })).toBe(0)

  // 10:30 in London is half an hour from now.
  await offer('too_late', { booking_cutoff_minutes: 30 }, '10:30')
  await offer('in_time', { booking_cutoff_minutes: 29 }, '10:30')
  expect(await found('', { type: 'too_late', date: '2026-06-01' })).toBe(0)
  expect(await found('', { type: 'in_time', date: '2026-06-01' })).toBe(1)

  const { vineyard_id } = await offer('until_four', {})
  const close = (starts_on: string, from_time: string, until_time: string) => sql`
    insert into availability_exceptions ${sql({ vineyard_id, starts_on, ends_on: starts_on, from_time, until_time })}`
  await close('2026-06-06', '16:00', '17:00')
  await close('2026-06-07', '15:59', '17:00')
  await close('2026-06-08', '13:00', '14:30')
  const days = ['2026-06-06', '2026-06-07', '2026-06-08']
  expect(await Promise.all(days.map((date) => found('', { type: 'until_four', date })))).toEqual([1, 0, 1])
})

test('the most specific capacity exception counts, and of two equal ones the newer', async () => {
  const { id: experience_id, vineyard_id } = await makeExperience(sql, { type: 'cut_places' })
  const { id: pattern_id } = await makePattern(sql, { experience_id, capacity: 8 })
  const day = (guests: number) => found('', { type: 'cut_places', date: '2026-06-06', guests })
  const cut = (
    capacity: number,
    of: { experience_id?: string; pattern_id?: string },
    created_at: string,
  ) => sql`
    insert into availability_exceptions ${sql({ vineyard_id, starts_on: '2026-06-06', ends_on: '2026-06-06', capacity, created_at, ...of })}`
  expect(await day(8)).toBe(1)
  await cut(7, { experience_id, pattern_id }, '2026-05-01T09:00:00Z')
  await cut(2, {}, '2026-05-02T09:00:00Z')
  expect([await day(7), await day(8)]).toEqual([1, 0])
  await cut(5, { experience_id, pattern_id }, '2026-05-03T09:00:00Z')
  await cut(6, { experience_id, pattern_id }, '2026-05-02T09:00:00Z')
  expect([await day(5), await day(6)]).toEqual([1, 0])
})

test('counts few taken places where an exception leaves few', async () => {
  const { id: experience_id, vineyard_id } = await makeExperience(sql, { type: 'few_places' })
  const { id: pattern_id } = await makePattern(sql, { experience_id, capacity: 8 })
  const two = { type: 'few_places', date: '2026-06-06', guests: 2 }
  await sql`
    insert into availability_exceptions ${sql({ vineyard_id, starts_on: '2026-06-06', ends_on: '2026-06-06', capacity: 2 })}`
  expect(await found('', two)).toBe(1)
  await sql`
    update slots set booked = 1 where pattern_id = ${pattern_id} and slot_date = '2026-06-06'`
  expect(await found('', two)).toBe(0)
})

test('reuses a recent check for searches without a day, never for those with one', async () => {
  const third = connect(sql.url, { max: 2 })
  const count = async (filters = {}) => {
    const query = { search: 'relaxed', filters: { ...noFilters, ...filters }, page: 1, near: null }
    return (await searchVineyards(third, query, now)).total
  }
  const minute = 60_000
  await warmSearchIndex(third, minute)
  const { id: vineyard_id } = await makeVineyard(sql, { name: 'Relaxed Ridge' })
  const { id: experience_id } = await makeExperience(sql, { vineyard_id })
  await makePattern(sql, { experience_id })
  expect(await count()).toBe(0)
  expect(await count({ date: '2026-06-06' })).toBe(1)
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  expect(await count()).toBe(1)
  expect(await count({ date: '2026-06-06' })).toBe(0)
  await warmSearchIndex(third, 0)
  await sql`update vineyards set is_visible = true where id = ${vineyard_id}`
  expect(await count()).toBe(1)
  await third.end()
})

test('lower-cases every letter as the database does', async () => {
  const lowerCase = await readLowerCase(sql)
  const rows = await sql<{ letter: string; small: string }[]>`
    select chr(code) as letter, lower(chr(code) collate pg_c_utf8) as small
    from generate_series(1, 1114111) as code
    where code not between 55296 and 57343`
  expect(rows.length).toBeGreaterThan(1_100_000)
  expect(rows.filter(({ letter: character, small }) => lowerCase(character) !== small)).toEqual([])
  const [sentence] = await sql<
    [{ small: string }]
  >`select lower('ΣΊΣΥΦΟΣ İstanbul ŴERN' collate pg_c_utf8) as small`
  expect(lowerCase('ΣΊΣΥΦΟΣ İstanbul ŴERN')).toBe(sentence.small)
})
