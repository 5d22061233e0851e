import { expect, test } from 'vitest'

import { describeEvent } from './booking-log.tsx'

const marked = (changes: Parameters<typeof describeEvent>[0]['changes']) =>
  describeEvent({
    id: 1,
    happened_at: '2026-06-06T13:30:00Z',
    kind: 'marked',
    actor: 'winemaker',
    actor_name: 'Wyn',
    changes,
    message: null,
    is_undo: false,
  })

test('the history says how many guests of a party came', () => {
  expect(marked({ attendance: [null, 'arrived'], arrived_guests: [null, 2] })).toBe('Arrived: 2 guests')
  expect(marked({ attendance: ['arrived', 'arrived'], arrived_guests: [2, 3] })).toBe('Arrived: 3 guests')
  expect(marked({ attendance: ['arrived', 'arrived'], arrived_guests: [3, null] })).toBe(
    'Arrived: all guests',
  )
  expect(marked({ attendance: [null, 'arrived'] })).toBe('Arrived')
  expect(marked({ attendance: ['arrived', null], arrived_guests: [2, null] })).toBe('Check-in undone')
})
