import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createGroupQueue } from './group-queue.ts'

/** A queue whose batches succeed or fail when the test says so. */
function makeQueue({ maxBatch = 3, maxWaiting = 4 } = {}) {
  const batches: { items: number[]; succeed: () => void; fail: (error: Error) => void }[] = []
  const add = createGroupQueue({
    serve: (items: number[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      batches.push({ items, succeed: () => resolve(items.map((item) => item * 10)), fail: reject })
      return promise
    },
    maxBatch,
    maxWaiting,
  })
  const outcomeOf = (item: number) => add(item).then((result) => (result.ok ? result.value : result.problem))
  return { batches, add, outcomeOf, items: () => batches.map((batch) => batch.items) }
}

test('serves a lone item at once and later items together in order', async () => {
  const { batches, outcomeOf, items } = makeQueue()
  const all = Promise.all([1, 2, 3, 4].map(outcomeOf))
  expect(items()).toEqual([[1]])
  batches[0]?.succeed()
  await sleep(0)
  expect(items()).toEqual([[1], [2, 3, 4]])
  batches[1]?.succeed()
  expect(await all).toEqual([10, 20, 30, 40])
  const later = outcomeOf(5)
  batches[2]?.succeed()
  expect(await later).toBe(50)
})

test('limits the batch size and runs one batch at a time', async () => {
  const { batches, outcomeOf, items } = makeQueue({ maxBatch: 2, maxWaiting: 10 })
  const all = Promise.all([1, 2, 3, 4].map(outcomeOf))
  await sleep(0)
  expect(items()).toEqual([[1]])
  batches[0]?.succeed()
  await sleep(0)
  expect(items()).toEqual([[1], [2, 3]])
  batches[1]?.succeed()
  await sleep(0)
  batches[2]?.succeed()
  await all
  expect(items()).toEqual([[1], [2, 3], [4]])
})

test('starts the next batch before settling the last one', async () => {
  const { batches, add } = makeQueue({ maxBatch: 2, maxWaiting: 10 })
  const batchesByThen: number[] = []
  const all = [1, 2, 3, 4, 5].map((item) => add(item).then(() => batchesByThen.push(batches.length)))
  for (let batch = 0; batch < 3; batch++) {
    batches[batch]?.succeed()
    await sleep(0)
  }
  await Promise.all(all)
  // Each batch is settled after the next one has started. The last has no next one.
  expect(batchesByThen).toEqual([2, 3, 3, 3, 3])
})

test('refuses items beyond the queue and serves the waiting ones', async () => {
  const { batches, outcomeOf } = makeQueue({ maxWaiting: 2 })
  const all = [1, 2, 3, 4].map(outcomeOf)
  expect(await all[3]).toBe('queue_full')
  batches[0]?.succeed()
  await sleep(0)
  batches[1]?.succeed()
  expect(await Promise.all(all)).toEqual([10, 20, 30, 'queue_full'])
})

test('serves one item at a time when nothing may wait', async () => {
  const { batches, outcomeOf } = makeQueue({ maxWaiting: 0 })
  const [first, second] = [outcomeOf(1), outcomeOf(2)]
  expect(await second).toBe('queue_full')
  batches[0]?.succeed()
  expect(await first).toBe(10)
})

test('retries the items of a failed batch one by one, so that only the bad one fails', async () => {
  const { batches, outcomeOf, items } = makeQueue()
  const all = Promise.allSettled([1, 2, 3, 4].map(outcomeOf))
  batches[0]?.succeed()
  await sleep(0)
  const later = outcomeOf(5)
  batches[1]?.fail(new Error('one of them'))
  await sleep(0)
  expect(items()).toEqual([[1], [2, 3, 4], [2], [3], [4]])
  batches[2]?.succeed()
  batches[3]?.fail(new Error('this one'))
  batches[4]?.succeed()
  expect(await all).toEqual([
    { status: 'fulfilled', value: 10 },
    { status: 'fulfilled', value: 20 },
    { status: 'rejected', reason: new Error('this one') },
    { status: 'fulfilled', value: 40 },
  ])
  await sleep(0)
  expect(items().at(-1)).toEqual([5])
  batches[5]?.succeed()
  expect(await later).toBe(50)
})

test('gives every item its own outcome in order of arrival, one batch at a time', async () => {
  const arrival = fc.record({ pause: fc.boolean(), fails: fc.nat(9).map((drawn) => drawn === 0) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      async (arrivals, maxBatch) => {
        let running = 0
        const arrived: number[] = []
        const served: number[] = []
        const add = createGroupQueue({
          serve: async (items: number[]) => {
            expect(items.length).toBeLessThanOrEqual(maxBatch)
            // The items of a failed batch are retried at the same time; a batch runs alone.
            if (items.length > 1) expect(running).toBe(0)
            running++
            await sleep(0)
            running--
            if (items.some((item) => arrivals[item]?.fails)) throw new Error('bad')
            served.push(...items)
            return items.map((item) => -item)
          },
          maxBatch,
          maxWaiting: 100,
        })
        const outcomes = await Promise.allSettled(
          arrivals.map(async ({ pause }, item) => {
            if (pause) await sleep(0)
            arrived.push(item)
            return add(item)
          }),
        )
        for (const [item, outcome] of outcomes.entries()) {
          if (arrivals[item]?.fails) expect(outcome.status).toBe('rejected')
          else expect(outcome).toEqual({ status: 'fulfilled', value: { ok: true, value: -item } })
        }
        expect(served).toEqual(arrived.filter((item) => !arrivals[item]?.fails))
      },
    ),
    { numRuns: 100 },
  )
})
