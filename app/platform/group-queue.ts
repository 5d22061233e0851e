import { ok, type Result, refused } from './result.ts'

type Waiting<Item, Outcome> = {
  item: Item
  resolve: (outcome: Result<Outcome, 'queue_full'>) => void
  reject: (error: unknown) => void
}

/** Tells those of a batch what came of their wishes. */
type Tell = () => void

/**
 * Serves wishes by the batch, one batch at a time: what comes while one is under way waits for the next, and nobody
 * waits for a timer; where nobody else is, a wish goes alone at once. `serve` gets up to `most` wishes in the order in
 * which they came, and gives their outcomes in that order, or fails for all of them and has done nothing. Then each is
 * tried alone, so that one bad wish harms no other, and rejects as it fails alone. At most `longest` may wait. The next
 * batch is on its way before the last one is told: while this process writes answers, the database is at work.
 */
export function createGroupQueue<Item, Outcome>({
  serve,
  most,
  longest,
}: {
  serve: (wishes: Item[]) => Promise<Outcome[]>
  most: number
  longest: number
}): (item: Item) => Promise<Result<Outcome, 'queue_full'>> {
  const waiting: Waiting<Item, Outcome>[] = []
  let busy = false

  const settle = async (batch: Waiting<Item, Outcome>[]): Promise<Tell> => {
    try {
      const outcomes = await serve(batch.map(({ item }) => item))
      return () => {
        for (const [turn, { resolve }] of batch.entries()) resolve(ok(outcomes[turn] as Outcome))
      }
    } catch (error) {
      if (batch.length === 1) return () => batch[0]?.reject(error)
      const tellings = await Promise.all(batch.map((one) => settle([one])))
      return () => {
        for (const tell of tellings) tell()
      }
    }
  }

  const begin = (): Promise<Tell> | undefined =>
    waiting.length > 0 ? settle(waiting.splice(0, most)) : undefined

  const work = async () => {
    busy = true
    let underWay = begin()
    while (underWay) {
      const tell = await underWay
      underWay = begin()
      // What is sent leaves this process once its event loop turns.
      if (underWay) setImmediate(tell)
      else tell()
    }
    busy = false
  }

  return (item) => {
    if (busy && waiting.length >= longest) return Promise.resolve(refused('queue_full'))
    const { promise, resolve, reject } = Promise.withResolvers<Result<Outcome, 'queue_full'>>()
    waiting.push({ item, resolve, reject })
    if (!busy) void work()
    return promise
  }
}
