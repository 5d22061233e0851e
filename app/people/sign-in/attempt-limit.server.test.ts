import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { giveAttemptBack, takeAttempts } from './attempt-limit.server.ts'

const sql = await ownDatabase()
const start = new Date('2026-06-01T09:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const limit = { free: 3, pause: 2, longest: 60, memory: 3600 }

async function take(subject: string, now: Date) {
  const taken = await takeAttempts(sql, { [subject]: limit }, now)
  return taken.ok ? 'taken' : taken.problem.wait_seconds
}

test('after the free attempts, each pause is twice as long as the previous pause, up to the longest pause', async () => {
  const waits: unknown[] = []
  for (let count = 0; count < 3; count++) expect(await take('doubling', start)).toBe('taken')
  for (let clock = 0; waits.length < 8; ) {
    const wait = await take('doubling', after(clock))
    waits.push(wait)
    clock += Number(wait)
    expect(await take('doubling', after(clock))).toBe('taken')
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
})

test('an attempt during a pause does not extend the pause', async () => {
  for (let count = 0; count < 3; count++) await take('pausing', start)
  expect(await take('pausing', after(1))).toBe(1)
  expect(await take('pausing', after(1))).toBe(1)
  expect(await take('pausing', after(2))).toBe('taken')
})

test('admits only the free attempts among 50 concurrent attempts', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => take('crowd', start)))
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(limit.free)
})

test('forgets attempts after the memory time', async () => {
  for (let count = 0; count < 3; count++) await take('old', start)
  expect(await take('old', start)).toBe(2)
  for (let count = 0; count < 3; count++) expect(await take('old', after(3601))).toBe('taken')
})

test('forgets attempts recorded when the clock was 16 days ahead, but not when it was a few seconds ahead', async () => {
  for (let count = 0; count < 3; count++) await take('ahead', after(16 * 86_400))
  for (let count = 0; count < 3; count++) expect(await take('ahead', start)).toBe('taken')
  expect(await take('ahead', start)).toBe(2)
  for (let count = 0; count < 3; count++) await take('bit', after(5))
  expect(await take('bit', start)).toBe(7)
})

test('a successful sign-in is not counted as an attempt, and may also reset all earlier attempts', async () => {
  for (let count = 0; count < 20; count++) {
    expect(await take('good', start)).toBe('taken')
    await giveAttemptBack(sql, 'good')
  }
  for (let count = 0; count < 3; count++) await take('good', start)
  await giveAttemptBack(sql, 'good', { all: true })
  for (let count = 0; count < 3; count++) expect(await take('good', start)).toBe('taken')
})

test('an attempt is refused if one of its limits is used up, and the database stores only hashes of the subjects', async () => {
  for (let count = 0; count < 3; count++) await take('ada@example.com', start)
  const both = await takeAttempts(sql, { elsewhere: limit, 'ada@example.com': limit }, start)
  expect(both.ok).toBe(false)
  const [{ stored }] = await sql<
    [{ stored: string }]
  >`select string_agg(a::text, ' ') as stored from attempts a`
  expect(stored).not.toContain('ada')
})

test('at any pace, admits at most the free attempts and one attempt per pause', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uuid(),
      fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 }),
      async (subject, steps) => {
        let [clock, taken] = [0, 0]
        for (const step of steps) {
          clock += step
          if ((await take(subject, after(clock))) === 'taken') taken++
        }
        // After the n-th pause at least 2 + 4 + … + 2^n seconds have passed.
        const pauses = Math.max(0, taken - limit.free)
        expect(clock).toBeGreaterThanOrEqual(Math.min(2 ** (pauses + 1) - 2, 62))
      },
    ),
    { numRuns: 30 },
  )
})
