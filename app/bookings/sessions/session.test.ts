import { expect, test } from 'vitest'

import { sampleSession } from '../../../test/session.ts'
import { takenSentence } from './session.ts'

test('if guests are booked in a closed session, the summary of the day counts guests instead of places', () => {
  const open = { ...sampleSession, capacity: 12, guests: 8 }
  expect(takenSentence([open])).toBe('8 of 12 places taken')
  expect(takenSentence([{ ...open, capacity: null, guests: 3 }])).toBe('3 guests booked')
  expect(takenSentence([open, { ...open, capacity: null, guests: 1 }])).toBe('9 guests booked')
  expect(takenSentence([open, { ...open, capacity: null, guests: 0 }])).toBe('8 of 12 places taken')
})
