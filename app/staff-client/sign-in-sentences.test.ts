import { expect, test } from 'vitest'

import { waitSentence } from './sign-in-sentences.ts'

test('the sentence gives the time to wait in seconds or, from 90 seconds on, in whole minutes', () => {
  const wait = (seconds: number) => /wait (.*) and/.exec(waitSentence(seconds))?.[1]
  expect([1, 2, 89, 90, 120, 121].map(wait)).toEqual([
    '1 second',
    '2 seconds',
    '89 seconds',
    '2 minutes',
    '2 minutes',
    '3 minutes',
  ])
})
