import { ok, type Result, refused } from './result.ts'

type Waiting<Wish, Outcome> = {
  wish: Wish
  resolve: (outcome: Result<Outcome, 'crowded'>) => void
  reject: (error: unknown) => void
}

/**
 * Serves wishes by the batch, one batch at a time: what comes while one is under way waits for the next, and nobody
 * waits for a timer; where nobody else is, a wish goes alone at once. `serve` gets up to `most` wishes in the order in
 * which they came, and gives their outcomes in that order, or fails for all of them and has done nothing. Then each is
 * tried alone, so that one bad wish harms no other, and rejects as it fails alone. At most `longest` may wait.
 */
export function createBatcher<Wish, Outcome>({
  serve,
  most,
  longest,
}: {
  serve: (wishes: Wish[]) => Promise<Outcome[]>
  most: number
  longest: number
}): (wish: Wish) => Promise<Result<Outcome, 'crowded'>> {
  const waiting: Waiting<Wish, Outcome>[] = []
  let busy = false

  const settle = async (batch: Waiting<Wish, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await serve(batch.map(({ wish }) => wish))
      for (const [turn, { resolve }] of batch.entries()) resolve(ok(outcomes[turn] as Outcome))
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else await Promise.all(batch.map((one) => settle([one])))
    }
  }

  const work = async () => {
    busy = true
    while (waiting.length > 0) await settle(waiting.splice(0, most))
    busy = false
  }

  return (wish) => {
    if (busy && waiting.length >= longest) return Promise.resolve(refused('crowded'))
    const { promise, resolve, reject } = Promise.withResolvers<Result<Outcome, 'crowded'>>()
    waiting.push({ wish, resolve, reject })
    if (!busy) void work()
    return promise
  }
}
