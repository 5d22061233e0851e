import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMailPace } from './mail-pace.ts'

test('where nobody books in a rush, no mail waits', () => {
  const pace = createMailPace(() => 1000)
  pace.found(4)
  expect([pace.wait(1000), pace.wait(1000)]).toEqual([0, 0])
})

test('in a rush mails go one by one, and all that are left at once when it is over', () => {
  let at = 1000
  const pace = createMailPace(() => at)
  pace.found(5)
  expect([pace.wait(at), pace.wait(at), pace.wait(at)]).toEqual([0, 100, 200])
  at = 1300
  expect(pace.wait(1000)).toBe(0)
  at = 3500
  expect([pace.wait(1000), pace.wait(1000)]).toEqual([0, 0])
})

test('a mail that waited for a minute waits no longer, however long the rush lasts', () => {
  let at = 0
  const pace = createMailPace(() => at)
  at = 61_000
  pace.found(100)
  expect([pace.wait(60_999), pace.wait(60_999), pace.wait(0)]).toEqual([0, 100, 0])
})

test('whatever comes when, mails of a rush keep their distance and none waits past its end', () => {
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
      const gaps = goes.slice(1).map((one, n) => one - (goes[n] ?? 0))
      expect(gaps.filter((between) => between < 100)).toEqual([])
    }),
  )
})
