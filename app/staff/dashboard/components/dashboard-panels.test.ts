import { expect, test } from 'vitest'

import type { Session } from '../../../bookings/sessions/session.ts'
import { sampleSession } from '../../../../test/session.ts'
import { dayHeadline, nextFree } from './dashboard-panels.tsx'

const today = '2026-06-13'
const session = (changes: Partial<Session>) =>
  sampleSession({ slot_date: '2026-06-13', capacity: 10, remaining: 10, ...changes })

test('the headline counts the sessions and guests of the day', () => {
  const day = [session({ guests: 12 }), session({ guests: 13 }), session({})]
  expect(dayHeadline(day, day, today)).toBe('2 of 3 sessions booked, 25 guests today')
  expect(dayHeadline([session({ guests: 1 })], [], today)).toBe('1 of 1 session booked, 1 guest today')
  expect(
    dayHeadline([session({ guests: 5, no_shows: 2 }), session({ guests: 3, no_shows: 3 })], [], today),
  ).toBe('1 of 2 sessions booked, 3 guests today')
})

test('the headline of a day without guests says when the next guests come', () => {
  const next = session({ slot_date: '2026-06-14', guests: 2 })
  expect(dayHeadline([session({})], [session({}), next], today)).toBe(
    'No guests today; the next guests come on Sunday 14 June at 2:00 PM',
  )
  expect(dayHeadline([session({})], [session({})], today)).toBe('No guests booked for today yet')
  expect(dayHeadline([], [], today)).toBe('No sessions today')
})

test('the next free places are in an open session that has not begun, is not full and is not overbooked', () => {
  const free = session({ remaining: 3, guests: 7 })
  const coming = [
    session({ has_begun: true }),
    session({ remaining: 0, guests: 10 }),
    session({ capacity: null, remaining: 0, guests: 2 }),
    session({ remaining: 1, guests: 12 }),
    free,
  ]
  expect(nextFree(coming)).toBe(free)
})
