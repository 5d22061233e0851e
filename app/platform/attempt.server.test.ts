import { expect, test } from 'vitest'

import { attempt } from './attempt.server.ts'
import { createLog } from './log.server.ts'

/** Attempts work whose first `times` runs fail with `error`. Returns the result, and how often the work ran. */
async function attemptAfter(times: number, error: Error) {
  let calls = 0
  const work = async () => {
    if (calls++ < times) throw error
    return 'read'
  }
  return { result: await attempt(createLog('silent'), 'It could not be read', work), calls }
}

const replaced = Object.assign(new Error('cache lookup failed for function 19974'), { code: 'XX000' })

test('repeats a read once when a migration replaced its SQL function', async () => {
  expect(await attemptAfter(1, replaced)).toEqual({ result: { ok: true, value: 'read' }, calls: 2 })
  expect(await attemptAfter(2, replaced)).toEqual({ result: { ok: false, problem: 'unavailable' }, calls: 2 })
})

test('does not repeat a read that failed for any other reason', async () => {
  const other = Object.assign(new Error('out of memory'), { code: '53200' })
  expect(await attemptAfter(1, other)).toEqual({ result: { ok: false, problem: 'unavailable' }, calls: 1 })
})
