import { expect, test } from 'vitest'

import { book, tryBooking } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern, makeVineyard, sellPlaces, storeSlots } from '../../test/make.ts'
import { findSlots } from './slot.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'

const placesLeft = async (experienceId: string) =>
  (await findSlots(sql, experienceId, day, now)).map(({ remaining }) => remaining)

test('visits that follow each other without overlapping do not share their host’s capacity', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 4 })} returning id`
  const offer = async (start_time: string) => {
    const experience = await makeExperience(sql, { vineyard_id, host_id: host.id, duration_minutes: 90 })
    const pattern = await makePattern(sql, { experience_id: experience.id, start_time })
    return { experience, slot: { pattern_id: pattern.id, slot_date: day } }
  }
  const [before, visit, after, overlapping] = [
    await offer('13:00'),
    await offer('14:30'),
    await offer('16:00'),
    await offer('15:59'),
  ]
  await book(sql, visit.experience, visit.slot, 4, now)
  expect(await placesLeft(before.experience.id)).toEqual([4])
  expect(await placesLeft(after.experience.id)).toEqual([4])
  expect(await placesLeft(overlapping.experience.id)).toEqual([0])
})

test('when staff add places to a pattern that has a booking, guests can book all of the new places', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 20 })} returning id`
  const experience = await makeExperience(sql, { vineyard_id, host_id: host.id })
  const pattern = await makePattern(sql, { experience_id: experience.id, capacity: 2 })
  const slot = { pattern_id: pattern.id, slot_date: day }
  await book(sql, experience, slot, 2, now)
  await sql`update availability_patterns set capacity = 6 where id = ${pattern.id}`
  await storeSlots(sql, experience.id)
  await book(sql, experience, slot, 4, now)
  expect(await placesLeft(experience.id)).toEqual([0])
  const counters =
    await sql`select booked, capacity from slots where version > 0 and pattern_id = ${pattern.id}`
  expect(counters).toEqual([{ booked: 6, capacity: 6 }])
})

test('the most specific exception sets the capacity, or the newest of several equally specific exceptions', async () => {
  const experience = await makeExperience(sql)
  const pattern = await makePattern(sql, { experience_id: experience.id, capacity: 8 })
  const limit = async (capacity: number, ids: { experience_id?: string; pattern_id?: string } = {}) => {
    const days = { vineyard_id: experience.vineyard_id, starts_on: day, ends_on: day }
    await sql`insert into availability_exceptions ${sql({ ...days, capacity, ...ids })}`
    await storeSlots(sql, experience.id)
    return placesLeft(experience.id)
  }
  expect(await limit(2)).toEqual([2])
  expect(await limit(4)).toEqual([4])
  expect(await limit(5, { experience_id: experience.id })).toEqual([5])
  expect(await limit(3)).toEqual([5])
  expect(await limit(6, { experience_id: experience.id, pattern_id: pattern.id })).toEqual([6])
  expect(await limit(1, { experience_id: experience.id })).toEqual([6])
})

// Negative control: this test fails if take_places ignores overbooked places, or accepts a booking at the cut-off.
test('overbooked places count as taken, and a booking at the cut-off itself is too late', async () => {
  const experience = await makeExperience(sql, { booking_cutoff_minutes: 60 })
  const { id: pattern_id } = await makePattern(sql, { experience_id: experience.id, capacity: 4 })
  const slot = { pattern_id, slot_date: day }
  await sellPlaces(sql, { ...slot, booked: 2, overbooked: 2 })
  expect(await tryBooking(sql, experience, slot, 1, now)).toBe('full')
  await sellPlaces(sql, { ...slot, booked: 0 })
  expect(await tryBooking(sql, experience, slot, 1, new Date(`${day}T12:30:00Z`))).toBe('gone')
  expect(await tryBooking(sql, experience, slot, 1, new Date(`${day}T12:29:59Z`))).toBeNull()
})
