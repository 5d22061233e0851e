/** A check of something that changes. Callers at the same time share its result. */
export class SharedCheck<Result> {
  /** Milliseconds for which `recent` returns the result of the same check. */
  maxAge = 0
  readonly #check: () => Promise<Result>
  #running: Promise<Result> | undefined
  #next: Promise<Result> | undefined
  #recent: { began: number; result: Promise<Result> } | undefined

  constructor(check: () => Promise<Result>) {
    this.#check = check
  }

  /** The result of a check that begins after the call: one that runs already may have read its data before. */
  fresh(): Promise<Result> {
    if (!this.#running) return this.#run()
    const run = () => this.#run()
    this.#next ??= this.#running.then(run, run)
    return this.#next
  }

  /** The result of a check that began less than `maxAge` ago, or of a new one. */
  recent(): Promise<Result> {
    const now = performance.now()
    if (this.#recent && now - this.#recent.began < this.maxAge) return this.#recent.result
    const recent = { began: now, result: this.fresh() }
    this.#recent = recent
    recent.result.catch(() => {
      if (this.#recent === recent) this.#recent = undefined
    })
    return recent.result
  }

  #run(): Promise<Result> {
    this.#next = undefined
    const running = this.#check()
    const finish = () => {
      if (this.#running === running) this.#running = undefined
    }
    this.#running = running
    running.then(finish, finish)
    return running
  }
}
