import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createGroupQueue } from './group-queue.ts'

/** A batcher whose batches are answered, or fail, when the test says so. */
function makeBatcher({ maxBatch = 3, maxWaiting = 4 } = {}) {
  const batches: { items: number[]; answer: () => void; fail: (error: Error) => void }[] = []
  const place = createGroupQueue({
    serve: (items: number[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      batches.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject })
      return promise
    },
    maxBatch,
    maxWaiting,
  })
  const placed = (item: number) => place(item).then((told) => (told.ok ? told.value : told.problem))
  return { batches, place, placed, items: () => batches.map((batch) => batch.items) }
}

test('serves a lone item at once and later items together in order', async () => {
  const { batches, placed, items } = makeBatcher()
  const all = Promise.all([1, 2, 3, 4].map(placed))
  expect(items()).toEqual([[1]])
  batches[0]?.answer()
  await sleep(0)
  expect(items()).toEqual([[1], [2, 3, 4]])
  batches[1]?.answer()
  expect(await all).toEqual([10, 20, 30, 40])
  const later = placed(5)
  batches[2]?.answer()
  expect(await later).toBe(50)
})

test('limits the batch size and runs one batch at a time', async () => {
  const { batches, placed, items } = makeBatcher({ maxBatch: 2, maxWaiting: 10 })
  const all = Promise.all([1, 2, 3, 4].map(placed))
  await sleep(0)
  expect(items()).toEqual([[1]])
  batches[0]?.answer()
  await sleep(0)
  expect(items()).toEqual([[1], [2, 3]])
  batches[1]?.answer()
  await sleep(0)
  batches[2]?.answer()
  await all
  expect(items()).toEqual([[1], [2, 3], [4]])
})

test('starts the next batch before settling the last one', async () => {
  const { batches, place } = makeBatcher({ maxBatch: 2, maxWaiting: 10 })
  const underWay: number[] = []
  const all = [1, 2, 3, 4, 5].map((item) => place(item).then(() => underWay.push(batches.length)))
  for (let batch = 0; batch < 3; batch++) {
    batches[batch]?.answer()
    await sleep(0)
  }
  await Promise.all(all)
  // When the first was told the second went, at the second the third; after that there was none.
  expect(underWay).toEqual([2, 3, 3, 3, 3])
})

test('refuses items beyond the queue and serves the waiting ones', async () => {
  const { batches, placed } = makeBatcher({ maxWaiting: 2 })
  const all = [1, 2, 3, 4].map(placed)
  expect(await all[3]).toBe('queue_full')
  batches[0]?.answer()
  await sleep(0)
  batches[1]?.answer()
  expect(await Promise.all(all)).toEqual([10, 20, 30, 'queue_full'])
})

test('serves one item at a time when nothing may wait', async () => {
  const { batches, placed } = makeBatcher({ maxWaiting: 0 })
  const [first, second] = [placed(1), placed(2)]
  expect(await second).toBe('queue_full')
  batches[0]?.answer()
  expect(await first).toBe(10)
})

test('retries the items of a failed batch one by one, so that only the bad one fails', async () => {
  const { batches, placed, items } = makeBatcher()
  const all = Promise.allSettled([1, 2, 3, 4].map(placed))
  batches[0]?.answer()
  await sleep(0)
  const later = placed(5)
  batches[1]?.fail(new Error('one of them'))
  await sleep(0)
  expect(items()).toEqual([[1], [2, 3, 4], [2], [3], [4]])
  batches[2]?.answer()
  batches[3]?.fail(new Error('this one'))
  batches[4]?.answer()
  expect(await all).toEqual([
    { status: 'fulfilled', value: 10 },
    { status: 'fulfilled', value: 20 },
    { status: 'rejected', reason: new Error('this one') },
    { status: 'fulfilled', value: 40 },
  ])
  await sleep(0)
  expect(items().at(-1)).toEqual([5])
  batches[5]?.answer()
  expect(await later).toBe(50)
})

test('gives every item its own outcome in order of arrival, one batch at a time', async () => {
  const arrival = fc.record({ pause: fc.boolean(), fails: fc.nat(9).map((drawn) => drawn === 0) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      async (comers, maxBatch) => {
        let inside = 0
        const came: number[] = []
        const served: number[] = []
        const place = createGroupQueue({
          serve: async (items: number[]) => {
            expect(items.length).toBeLessThanOrEqual(maxBatch)
            // Those of a failed batch go side by side; a batch goes alone.
            if (items.length > 1) expect(inside).toBe(0)
            inside++
            await sleep(0)
            inside--
            if (items.some((item) => comers[item]?.fails)) throw new Error('bad')
            served.push(...items)
            return items.map((item) => -item)
          },
          maxBatch,
          maxWaiting: 100,
        })
        const told = await Promise.allSettled(
          comers.map(async ({ pause }, item) => {
            if (pause) await sleep(0)
            came.push(item)
            return place(item)
          }),
        )
        for (const [item, outcome] of told.entries()) {
          if (comers[item]?.fails) expect(outcome.status).toBe('rejected')
          else expect(outcome).toEqual({ status: 'fulfilled', value: { ok: true, value: -item } })
        }
        expect(served).toEqual(came.filter((item) => !comers[item]?.fails))
      },
    ),
    { numRuns: 100 },
  )
})
