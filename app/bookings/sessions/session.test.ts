import { expect, test } from 'vitest'

import { sampleSession } from '../../../test/session.ts'
import { alsoGuides, guestsFigure, guestsSentence, type Session, takenSentence } from './session.ts'

const day = '2026-06-06'

test('if guests are booked in a closed session, the summary of the day counts guests instead of places', () => {
  const open = sampleSession({ slot_date: day, guests: 8, remaining: 4 })
  expect(takenSentence([open])).toBe('8 of 12 places taken')
  expect(takenSentence([{ ...open, capacity: null, guests: 3 }])).toBe('3 guests booked')
  expect(takenSentence([open, { ...open, capacity: null, guests: 1 }])).toBe('9 guests booked')
  expect(takenSentence([open, { ...open, capacity: null, guests: 0 }])).toBe('8 of 12 places taken')
})

test('the summary of a day gives the places left if a host has other guests, and omits places of called-off sessions', () => {
  const shared = sampleSession({ slot_date: day, remaining: 9, host_guests: 1 })
  expect(takenSentence([shared])).toBe('0 of 12 places taken, 9 left')
  expect(takenSentence([{ ...shared, has_begun: true }])).toBe('0 of 12 places taken')
  const off = sampleSession({ slot_date: day, capacity: null, remaining: 0, called_off: 9 })
  expect(takenSentence([off])).toBe('called off, 9 guests still to choose')
  expect(takenSentence([shared, off])).toBe('0 of 12 places taken, 9 left, 9 guests called off')
  expect(takenSentence([{ ...off, called_off: 0 }])).toBe('closed')
})

test('the size of a party says how many came if not all of them came', () => {
  const whole = { number_of_guests: 4, arrived_guests: null }
  expect([guestsFigure(whole), guestsSentence(whole)]).toEqual(['4', '4 guests'])
  const part = { number_of_guests: 4, arrived_guests: 3 }
  expect([guestsFigure(part), guestsSentence(part)]).toEqual(['3 of 4', '3 of 4 guests came'])
})

test('names the other session that a guide leads at the same time, but ignores rooms, begun sessions and called-off sessions', () => {
  const host = { id: 'h', name: 'Ana', kind: 'person', is_own: false } as const
  const at = (start_time: string, end_time: string, changes: Partial<Session> = {}) =>
    sampleSession({ slot_date: day, id: start_time, host, start_time, end_time, ...changes })
  const walk = at('10:30:00', '11:30:00')
  const cellar = at('11:00:00', '12:00:00', { title: 'Cellar Tour', guests: 2 })
  expect(alsoGuides(walk, [walk, cellar])).toBe('Ana also guides Cellar Tour, 11:00 AM to 12:00 PM')
  expect(alsoGuides(walk, [walk])).toBe(null)
  // Experiences may share a guide, so an empty session counts only if staff chose the guide for it or for the other session.
  const empty = { ...cellar, guests: 0 }
  const chosen = { ...walk, host: { ...host, is_own: true } }
  expect(alsoGuides(walk, [walk, empty])).toBe(null)
  expect(alsoGuides(chosen, [chosen, empty])).toBe(alsoGuides(walk, [walk, cellar]))
  expect(alsoGuides(empty, [chosen, empty])).toBe('Ana also guides Walk, 10:30 AM to 11:30 AM')
  expect(alsoGuides(walk, [walk, at('11:30:00', '12:00:00')])).toBe(null)
  expect(alsoGuides(walk, [walk, { ...cellar, host: { ...host, id: 'b' } }])).toBe(null)
  expect(alsoGuides(walk, [walk, { ...cellar, guests: 0, capacity: null, called_off: 4 }])).toBe(null)
  expect(alsoGuides({ ...walk, has_begun: true }, [walk, cellar])).toBe(null)
  const barn = { ...host, kind: 'room' } as const
  expect(alsoGuides({ ...walk, host: barn }, [walk, { ...cellar, host: barn }])).toBe(null)
  const late = at('23:00:00', '01:00:00')
  const dinner = at('20:00:00', '23:30:00', { title: 'Dinner', guests: 2 })
  expect(alsoGuides(late, [late, dinner])).toBe('Ana also guides Dinner, 8:00 PM to 11:30 PM')
})
