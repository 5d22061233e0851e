import { AsyncLocalStorage } from 'node:async_hooks'

import { ok, type Result, refused } from './result.ts'

type Waiting<Item, Outcome> = {
  item: Item
  /** Runs work in the context of the caller, so that its log lines and traces are the caller's. */
  inContext: <Value>(work: () => Value) => Value
  resolve: (outcome: Result<Outcome, 'queue_full'>) => void
  reject: (error: unknown) => void
}

/** Serves an item. `waiting` returns how many items wait for a batch. */
export type GroupQueue<Item, Outcome> = ((item: Item) => Promise<Result<Outcome, 'queue_full'>>) & {
  waiting: () => number
}

/**
 * Returns a function that serves concurrent items in batches, one batch at a time and without timers: an item that arrives
 * meanwhile joins the next batch. `serve` gets up to `maxBatch` items in order of arrival and returns their outcomes in that
 * order, or fails without effect. After a failure each item is tried alone, so that one bad item harms no other.
 * Refuses with `queue_full` when `maxWaiting` items wait.
 */
export function createGroupQueue<Item, Outcome>({
  serve,
  maxBatch,
  maxWaiting,
}: {
  serve: (items: Item[]) => Promise<Outcome[]>
  maxBatch: number
  maxWaiting: number
}): GroupQueue<Item, Outcome> {
  const waiting: Waiting<Item, Outcome>[] = []
  let isBusy = false

  /** Resolves to a function that settles the promises of the batch. */
  const serveBatch = async (batch: Waiting<Item, Outcome>[]): Promise<() => void> => {
    try {
      const items = batch.map(({ item }) => item)
      const outcomes = await (batch[0]?.inContext(() => serve(items)) ?? [])
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(ok(outcomes[index] as Outcome))
      }
    } catch (error) {
      if (batch.length === 1) return () => batch[0]?.reject(error)
      const settlers = await Promise.all(batch.map((request) => serveBatch([request])))
      return () => {
        for (const settle of settlers) settle()
      }
    }
  }

  const startBatch = (): Promise<() => void> | undefined =>
    waiting.length > 0 ? serveBatch(waiting.splice(0, maxBatch)) : undefined

  const work = async () => {
    isBusy = true
    let pending = startBatch()
    while (pending) {
      const settle = await pending
      pending = startBatch()
      // The next query leaves this process before the responses of the last batch are written.
      if (pending) setImmediate(settle)
      else settle()
    }
    isBusy = false
  }

  const take = (item: Item): Promise<Result<Outcome, 'queue_full'>> => {
    if (isBusy && waiting.length >= maxWaiting) return Promise.resolve(refused('queue_full'))
    const { promise, resolve, reject } = Promise.withResolvers<Result<Outcome, 'queue_full'>>()
    waiting.push({ item, inContext: AsyncLocalStorage.snapshot(), resolve, reject })
    if (!isBusy) void work()
    return promise
  }
  return Object.assign(take, { waiting: () => waiting.length })
}
