import { expect, test } from 'vitest'

import { type Offer, type Start, unavailableReasonsOf } from './unavailable-reason.ts'

const day = '2026-06-06'
const offer: Offer = {
  vineyard_visible: true,
  is_active: true,
  min_group_size: 1,
  largest_party: 8,
  booking_cutoff_minutes: 120,
  booking_horizon_days: 30,
  host: { name: 'Ada', capacity: 6 },
  patterns: [{ days_of_week: [6], start_time: '14:30:00', seasons: [{ first: day, last: null }] }],
}
const start: Start = {
  start_time: '14:30:00',
  starts_at: new Date('2026-06-06T13:30:00Z'),
  capacity: 8,
  taken: 4,
  closed: false,
  host_left: 4,
  exception: null,
}

const reasonsAt = (now: string, guests: number, changes: Partial<Start> = {}) =>
  unavailableReasonsOf(
    offer,
    [{ ...start, ...changes }],
    { day, time: null, guests },
    { today: day, now: new Date(now) },
  ).map(({ kind, remedy }) => [kind, remedy])

test('a booking exactly at the cut-off is too late', () => {
  expect(reasonsAt('2026-06-06T11:29:59Z', 2)).toEqual([])
  expect(reasonsAt('2026-06-06T11:30:00Z', 2)).toEqual([['cutoff', 'experience']])
})

test('for a visit that begins this second, another cut-off would not help', () => {
  expect(reasonsAt('2026-06-06T13:29:59Z', 2)).toEqual([['cutoff', 'experience']])
  expect(reasonsAt('2026-06-06T13:30:00Z', 2)).toEqual([['cutoff', null]])
})

test('a party may take the last places of the start and of the host', () => {
  expect(reasonsAt('2026-06-01T09:00:00Z', 4)).toEqual([])
  expect(reasonsAt('2026-06-01T09:00:00Z', 5, { host_left: 9 })).toEqual([['few', 'plan']])
  expect(reasonsAt('2026-06-01T09:00:00Z', 4, { host_left: 3 })).toEqual([['host', 'hosts']])
})
