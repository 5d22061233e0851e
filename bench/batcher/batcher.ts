export type Batcher<Wish, Outcome> = {
  /** The outcome of this wish; rejects with `Crowded` when too many wait, else as a single try would. */
  place(wish: Wish): Promise<Outcome>
  /** How many batches there were, and wishes in them. */
  told: { batches: number; wishes: number }
}

export class Crowded extends Error {}

type Waiting<Wish, Outcome> = {
  wish: Wish
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Takes what waits in one go while the last go is under way: nobody waits for a timer, and where nobody else waits a
 * wish goes alone at once. `together` places up to `most` wishes, all or nothing, and returns outcomes in their order;
 * when it fails each wish is tried `alone`, so that one bad wish harms no other. At most `longest` may wait.
 */
export function createBatcher<Wish, Outcome>(options: {
  together: (wishes: Wish[]) => Promise<Outcome[]>
  alone: (wish: Wish) => Promise<Outcome>
  most: number
  longest: number
}): Batcher<Wish, Outcome> {
  const { together, alone, most, longest } = options
  const waiting: Waiting<Wish, Outcome>[] = []
  const told = { batches: 0, wishes: 0 }
  let busy = false

  const singly = (batch: Waiting<Wish, Outcome>[]) =>
    Promise.all(batch.map(({ wish, resolve, reject }) => alone(wish).then(resolve, reject)))

  const go = async (batch: Waiting<Wish, Outcome>[]) => {
    if (batch.length === 1) return singly(batch)
    const outcomes = await together(batch.map(({ wish }) => wish)).catch(() => undefined)
    if (!outcomes) return singly(batch)
    for (const [turn, { resolve }] of batch.entries()) resolve(outcomes[turn] as Outcome)
  }

  const drain = async () => {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      told.batches++
      told.wishes += batch.length
      await go(batch)
    }
    busy = false
  }

  return {
    told,
    place: (wish) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= longest)
          return reject(new Crowded('Too many people are booking at this moment.'))
        waiting.push({ wish, resolve, reject })
        if (!busy) void drain()
      }),
  }
}
