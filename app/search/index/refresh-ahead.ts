/** Checks go on for this many milliseconds after the last call. */
const idleAfter = 10_000

/**
 * The result of a repeated check, at most `maxAge` old. While calls keep coming, the next check starts before the last one
 * expires, so that only the first call after a pause waits.
 */
export class RefreshAhead<Result> {
  /** The result of a check that begins after the call. */
  readonly fresh: () => Promise<Result>
  /** Milliseconds from the start of a check for which its result may be used. 0 checks for every call. */
  maxAge = 0
  #last: { began: number; result: Result } | undefined
  #running: { began: number; result: Promise<Result> } | undefined
  #lastCall = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(check: () => Promise<Result>) {
    this.fresh = coalesce(async () => {
      const began = performance.now()
      const running = { began, result: check() }
      this.#running = running
      try {
        const result = await running.result
        this.#last = { began, result }
        return result
      } finally {
        this.#running = undefined
      }
    })
  }

  /** A result no older than `maxAge`, without a promise if there is one already. */
  recent(): Promise<Result> | Result {
    this.#lastCall = performance.now()
    if (this.#last) this.#scheduleCheck()
    if (this.#last && this.#isRecent(this.#last)) return this.#last.result
    if (this.#running && this.#isRecent(this.#running)) return this.#running.result
    return this.fresh()
  }

  #isRecent({ began }: { began: number }): boolean {
    return this.#lastCall - began < this.maxAge
  }

  /** Waits half of `maxAge`: the other half is for the check itself. */
  #scheduleCheck(): void {
    if (this.#timer !== undefined || this.maxAge === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (performance.now() - this.#lastCall > idleAfter) return
      this.fresh().then(
        () => this.#scheduleCheck(),
        // The next call checks again and gets the error itself.
        () => {},
      )
    }, this.maxAge / 2)
    this.#timer.unref()
  }
}

/**
 * Runs `work` one at a time. Calls that come while it runs share the next run, because the current one may have read its
 * data before they came.
 */
export function coalesce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const run = () => {
    next = undefined
    const current = work()
    const finish = () => {
      if (running === current) running = undefined
    }
    running = current
    current.then(finish, finish)
    return current
  }
  return () => {
    if (!running) return run()
    next ??= running.then(run, run)
    return next
  }
}
