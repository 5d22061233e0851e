/**
 * `work`, run one at a time. Who asks while it runs may not be given what it finds, since it may have looked before
 * they asked: all of them share the run after it.
 */
export function coalesce<Found>(work: () => Promise<Found>): () => Promise<Found> {
  let running: Promise<Found> | undefined
  let next: Promise<Found> | undefined
  const run = () => {
    next = undefined
    const mine = work()
    const done = () => {
      if (running === mine) running = undefined
    }
    running = mine
    mine.then(done, done)
    return mine
  }
  return () => {
    if (!running) return run()
    next ??= running.then(run, run)
    return next
  }
}
