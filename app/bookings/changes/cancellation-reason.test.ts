import { expect, test } from 'vitest'

import { refundSentence } from './cancellation-reason.ts'

test('says what happens to the money of a cancelled visit', () => {
  const say = (paid: number, due: number) => refundSentence('Windover Hill', { paid, due })
  expect(say(0, 0)).toBe('There is nothing to pay.')
  expect(say(87.5, -87.5)).toBe('Windover Hill will refund £87.50.')
  expect(say(87.5, -50)).toBe('Windover Hill will refund £50.00.')
  expect(say(37.5, 0)).toBe('Windover Hill keeps the £37.50 that you paid.')
})
