import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMailPace } from './mail-jobs.ts'

test('emails are sent immediately when there is no rush', () => {
  const pace = createMailPace(() => 1000)
  pace.found(4)
  expect([pace.wait(1000), pace.wait(1000)]).toEqual([0, 0])
})

test('sends emails one by one during a rush, and the remaining emails when the rush is over', () => {
  let at = 1000
  const pace = createMailPace(() => at)
  pace.found(5)
  expect([pace.wait(at), pace.wait(at), pace.wait(at)]).toEqual([0, 100, 200])
  at = 1300
  expect(pace.wait(1000)).toBe(0)
  at = 3500
  expect([pace.wait(1000), pace.wait(1000)]).toEqual([0, 0])
})

test('even in a rush, immediately sends an email that has waited for a minute', () => {
  let at = 0
  const pace = createMailPace(() => at)
  at = 61_000
  pace.found(100)
  expect([pace.wait(60_999), pace.wait(60_999), pace.wait(0)]).toEqual([0, 100, 0])
})

test('emails in a rush are at least 100 ms apart, and no email waits past the end of the rush', () => {
  const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 12 })), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(moments, (moments) => {
      let at = 0
      let ends = 0
      const pace = createMailPace(() => at)
      const goes: number[] = []
      for (const [later, mails] of moments) {
        at += later
        pace.found(mails)
        if (mails >= 5) ends = at + 2500
        const wait = pace.wait(at)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(at + wait).toBeLessThanOrEqual(Math.max(at, ends))
        if (at + wait < ends) goes.push(at + wait)
      }
      const gaps = goes.slice(1).map((at, n) => at - (goes[n] ?? 0))
      expect(gaps.filter((gap) => gap < 100)).toEqual([])
    }),
  )
})

test('a rush ends when the clock is put back', () => {
  let at = 1_000_000_000
  const pace = createMailPace(() => at)
  pace.found(5)
  expect([pace.wait(at), pace.wait(at)]).toEqual([0, 100])
  at = 1000
  expect(pace.wait(at)).toBe(0)
  pace.found(5)
  expect(pace.wait(at)).toBeLessThanOrEqual(2500)
})
