/** A place in the line was given, there was none, or its turn did not come in time. */
export type LoadAnswer = 'yours' | 'full' | 'too_late'

/**
 * Lets `at_once` in and up to `max_waiting` wait behind them, first come first served, nobody longer than
 * `longest_wait` ms. Whoever got a turn calls `leave` when done, whatever came of it. Who only waits for something
 * meanwhile can `stepAside` for another, and goes on at once when it is there, even if there are more inside then.
 */
export function createLoadQueue(limits: { at_once: number; max_waiting: number; longest_wait: number }) {
  const waiting = new Set<() => void>()
  let inside = 0

  const isFull = () => inside >= limits.at_once && waiting.size >= limits.max_waiting

  const enter = (): LoadAnswer | Promise<LoadAnswer> => {
    if (isFull()) return 'full'
    if (inside < limits.at_once) {
      inside++
      return 'yours'
    }
    const { promise, resolve } = Promise.withResolvers<LoadAnswer>()
    const give = () => {
      clearTimeout(timer)
      waiting.delete(give)
      resolve('yours')
    }
    const timer = setTimeout(() => {
      waiting.delete(give)
      resolve('too_late')
    }, limits.longest_wait)
    waiting.add(give)
    return promise
  }

  const leave = () => {
    inside--
    // A set keeps the order in which they came. The place passes on directly, so that nobody slips in between.
    const [next] = waiting
    if (next && inside < limits.at_once) {
      inside++
      next()
    }
  }

  const stepAside = async <Value>(wait: () => Promise<Value>): Promise<Value> => {
    leave()
    try {
      return await wait()
    } finally {
      inside++
    }
  }

  return { isFull, enter, leave, stepAside }
}
