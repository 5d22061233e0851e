import { ok, type Result, refused } from './result.ts'

type Waiting<Item, Outcome> = {
  item: Item
  resolve: (outcome: Result<Outcome, 'queue_full'>) => void
  reject: (error: unknown) => void
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
}): (item: Item) => Promise<Result<Outcome, 'queue_full'>> {
  const waiting: Waiting<Item, Outcome>[] = []
  let isBusy = false

  /** Resolves to a function that settles the promises of the batch. */
  const serveBatch = async (batch: Waiting<Item, Outcome>[]): Promise<() => void> => {
    try {
      const outcomes = await serve(batch.map(({ item }) => item))
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

  return (item) => {
    if (isBusy && waiting.length >= maxWaiting) return Promise.resolve(refused('queue_full'))
    const { promise, resolve, reject } = Promise.withResolvers<Result<Outcome, 'queue_full'>>()
    waiting.push({ item, resolve, reject })
    if (!isBusy) void work()
    return promise
  }
}
