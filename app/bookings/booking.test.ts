import { expect, test } from 'vitest'

import { groupSentence } from './new-bookings/booking-request.ts'
import { bookingStatuses, firstName, guestCancellation, statusDetails } from './booking.ts'
import { cancellationRule, confirmationRule } from './booking-terms.ts'

const now = new Date('2026-06-01T09:00:00Z')
const at = (text: string) => new Date(text)

test('a guest may cancel only while the booking is pending or confirmed', () => {
  const open = bookingStatuses.filter(
    (status) =>
      guestCancellation({ status, starts_at: null, called_off_at: null, moved_from: null }, 0, now) ===
      'open',
  )
  expect(open).toEqual(['pending', 'confirmed'])
})

test('guests may cancel until exactly the cut-off, or until the start if there is no cut-off', () => {
  const booking = {
    status: 'confirmed' as const,
    starts_at: at('2026-06-02T09:00:00Z'),
    called_off_at: null,
    moved_from: null,
  }
  expect(guestCancellation(booking, 24 * 60, at('2026-06-01T08:59:59Z'))).toBe('open')
  expect(guestCancellation(booking, 24 * 60, at('2026-06-01T09:00:00Z'))).toBe('late')
  expect(guestCancellation(booking, 0, at('2026-06-02T08:59:59Z'))).toBe('open')
  expect(guestCancellation(booking, 0, at('2026-06-02T09:00:00Z'))).toBe('late')
})

test('the guest of a called-off or moved session may cancel until its start, whatever the cut-off', () => {
  const session = { status: 'confirmed' as const, starts_at: at('2026-06-02T09:00:00Z') }
  const booking = { ...session, called_off_at: now, moved_from: null }
  const moved = { ...session, called_off_at: null, moved_from: now }
  expect(guestCancellation(moved, 24 * 60, at('2026-06-02T08:59:59Z'))).toBe('open')
  expect(guestCancellation(moved, 24 * 60, at('2026-06-02T09:00:00Z'))).toBe('late')
  expect(guestCancellation(booking, 24 * 60, at('2026-06-02T08:59:59Z'))).toBe('open')
  expect(guestCancellation(booking, 24 * 60, at('2026-06-02T09:00:00Z'))).toBe('late')
})

test('states the cancellation rule in hours and days', () => {
  const rule = (minutes: number, start?: string) =>
    cancellationRule(minutes, start ? at(start) : undefined, now)
  expect(rule(0)).toBe('Free to cancel until it starts.')
  expect(rule(60)).toBe('Free to cancel until 1 hour before the start.')
  expect(rule(90)).toBe('Free to cancel until 90 minutes before the start.')
  expect(rule(1440)).toBe('Free to cancel until 24 hours before the start.')
  expect(rule(2880)).toBe('Free to cancel until 2 days before the start.')
})

test('states the time until which a guest can cancel a visit, in UK time', () => {
  const rule = (minutes: number, start: string) => cancellationRule(minutes, at(start), now)
  expect(rule(1440, '2026-06-02T08:00:00Z')).toBe('Cannot be cancelled online.')
  expect(rule(1440, '2026-06-02T09:00:00Z')).toBe('Cannot be cancelled online.')
  expect(rule(1440, '2026-06-02T10:00:00Z')).toBe('Free to cancel until Monday 1 June, 11:00 AM.')
  expect(rule(0, '2026-11-27T11:00:00Z')).toBe('Free to cancel until Friday 27 November, 11:00 AM.')
  expect(rule(0, '2027-01-02T11:00:00Z')).toBe('Free to cancel until Saturday 2 January 2027, 11:00 AM.')
  // The clocks go back during the 24 hours before the visit, so the time on the day before is 11:00 instead of 10:00.
  expect(rule(1440, '2026-10-25T10:00:00Z')).toBe('Free to cancel until Saturday 24 October, 11:00 AM.')
})

test('every status has a label, and only pending and confirmed bookings are upcoming', () => {
  expect(bookingStatuses.map((status) => statusDetails[status].label)).toEqual([
    'Pending',
    'Confirmed',
    'Cancelled',
    'Completed',
  ])
  expect(bookingStatuses.filter((status) => statusDetails[status].isUpcoming)).toEqual([
    'pending',
    'confirmed',
  ])
})

test('greets people by their first name', () => {
  expect(firstName('Priya Anand')).toBe('Priya')
  expect(firstName('Cher')).toBe('Cher')
})

test('says beforehand how the booking will be confirmed', () => {
  expect(confirmationRule(true)).toBe('Instant confirmation.')
  expect(confirmationRule(false)).toBe('The vineyard confirms by email.')
})

test('only a cancelled booking takes no places', () => {
  expect(bookingStatuses.filter((status) => !statusDetails[status].takesPlaces)).toEqual(['cancelled'])
})

test.each([
  [1, 1, 'Exactly 1 guest in one booking'],
  [6, 6, 'Exactly 6 guests in one booking'],
  [2, 8, '2 to 8 guests in one booking'],
])('says how many guests a booking may have: %i to %i', (min_group_size, max_group_size, sentence) => {
  expect(groupSentence({ min_group_size, max_group_size })).toBe(sentence)
})
