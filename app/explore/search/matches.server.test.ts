import { expect, onTestFinished, test } from 'vitest'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makePattern, makeVineyard, sellPlaces } from '../../../test/make.ts'
import { noFilters } from './filters.ts'
import { findMatches, cacheVineyards } from './matches.server.ts'
import { searchVineyards } from './search.server.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { connect } from '../../platform/database/pool.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')

async function found(search: string, filters = {}, on: Sql = sql): Promise<number> {
  const query = { search, filters: { ...noFilters, ...filters }, page: 1, near: null }
  return (await searchVineyards(on, query, now)).total
}

/** Returns a connection that simulates another process, which caches the list of all vineyards for a minute. */
function cachingProcess() {
  const other = connect(sql.url, { max: 2 })
  onTestFinished(() => other.end())
  cacheVineyards(other, 60_000)
  return other
}

test('a search by day finds a vineyard until the last place of that day is taken', async () => {
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

test('a search by day finds only slots within the horizon and before the cut-off', async () => {
  const offer = async (type: string, fields: object, start_time = '14:30') => {
    const { id: experience_id } = await makeExperience(sql, { type, duration_minutes: 90, ...fields })
    await makePattern(sql, { experience_id, start_time })
  }
  await offer('five_days', { booking_horizon_days: 5 })
  expect(await found('', { type: 'five_days', date: '2026-06-06' })).toBe(1)
  expect(await found('', { type: 'five_days', date: '2026-06-07' })).toBe(0)

  // At 10:30 in London, the visit begins half an hour from now.
  await offer('too_late', { booking_cutoff_minutes: 30 }, '10:30')
  await offer('in_time', { booking_cutoff_minutes: 29 }, '10:30')
  expect(await found('', { type: 'too_late', date: '2026-06-01' })).toBe(0)
  expect(await found('', { type: 'in_time', date: '2026-06-01' })).toBe(1)
})

test('a vineyard counts as bookable while a slot within its horizon is open, even if the slot is full', async () => {
  const { id: vineyard_id } = await makeVineyard(sql, { name: 'Closing Acre' })
  const { id: experience_id } = await makeExperience(sql, {
    vineyard_id,
    booking_horizon_days: 5,
    booking_cutoff_minutes: 60,
  })
  await makePattern(sql, { experience_id, days_of_week: [6, 7], start_time: '14:30', capacity: 4 })
  const isBookable = async (at = now) => {
    const matches = await findMatches(sql, { search: 'closing acre', filters: noFilters }, at)
    return matches.map(({ is_bookable }) => is_bookable)
  }
  const change = (fields: object, slot_date: string) => sql`
    update slots set ${sql(fields)} where experience_id = ${experience_id} and slot_date = ${slot_date}`
  // Booking closes at 13:30 in London. Sunday 7 June is one day beyond the horizon.
  expect(await isBookable()).toEqual([true])
  await change({ capacity: 0 }, '2026-06-06')
  expect(await isBookable()).toEqual([true])
  await change({ is_closed: true }, '2026-06-06')
  expect(await isBookable()).toEqual([false])
  expect(await isBookable(new Date('2026-06-02T09:00:00Z'))).toEqual([true])
  await sql`update experiences set booking_horizon_days = 1 where id = ${experience_id}`
  expect(await isBookable(new Date('2026-06-07T12:29:59Z'))).toEqual([true])
  expect(await isBookable(new Date('2026-06-07T12:30:00Z'))).toEqual([false])
})

test('a search without a day shows the cached list, and a search by day shows the latest edits', async () => {
  const other = cachingProcess()
  const before = await found('', {}, other)
  const { id: vineyard_id } = await makeVineyard(sql, { name: 'Relaxed Ridge' })
  const { id: experience_id } = await makeExperience(sql, { vineyard_id, type: 'relaxed' })
  await makePattern(sql, { experience_id })
  expect(await found('', {}, other)).toBe(before)
  const day = { type: 'relaxed', date: '2026-06-06' }
  expect(await found('', day, other)).toBe(1)
  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  expect(await found('', day, other)).toBe(0)
  cacheVineyards(other, 0)
  await sql`update vineyards set is_visible = true where id = ${vineyard_id}`
  expect(await found('', {}, other)).toBe(before + 1)
})

test('reads the list again after staff have changed something', async () => {
  const other = cachingProcess()
  const before = await found('', {}, other)
  await makeVineyard(sql, { name: 'Added Acre' })
  await sql`update page_version set version = version + 1`
  expect(await found('', {}, other)).toBe(before + 1)
})

test('does not cache a list that could not be read', async () => {
  const other = cachingProcess()
  await sql`alter table slots rename to slots_away`
  await expect(found('', {}, other)).rejects.toThrow('does not exist')
  await sql`alter table slots_away rename to slots`
  expect(await found('', {}, other)).toBeGreaterThan(0)
})

test('a search reads the stated facts only if one of its filters depends on stated facts', async () => {
  await sql`alter table vineyard_facts rename to unread_facts`
  onTestFinished(async () => void (await sql`alter table unread_facts rename to vineyard_facts`))
  expect(await found('', { facts: ['step_free', 'station'], maxPrice: 10 })).toBe(0)
  expect(await found('', { date: '2026-06-06', guests: 2, type: 'unread' })).toBe(0)
  await expect(found('', { facts: ['seating'] })).rejects.toThrow('vineyard_facts')
  await expect(found('', { facts: ['dogs'] })).rejects.toThrow('vineyard_facts')
})
