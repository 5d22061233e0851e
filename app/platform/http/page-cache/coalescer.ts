type Settings = {
  /** Milliseconds. A request joins a render only if the render began at most this long before the request arrived. */
  maxAge: number
  clock?: () => number
}

type Rendered<Value> = { value: Value | null; isOwn: boolean }

/** One render that is too old, and the next one. A third means that the values are older than their renders. */
const mostWaits = 2

/**
 * Lets concurrent requests for the same key share one render (request coalescing). The value of a render says when the data
 * in it were read (`read_at`); null means that it cannot be shared.
 */
export class Coalescer<Value extends { read_at: number }> {
  readonly #maxAge: number
  readonly #clock: () => number
  readonly #pending = new Map<string, Promise<Value | null>>()

  constructor({ maxAge, clock = () => performance.now() }: Settings) {
    this.#maxAge = maxAge
    this.#clock = clock
  }

  /** How many renders are in progress. */
  get size(): number {
    return this.#pending.size
  }

  /**
   * Returns the value of the render in progress, or of `render`, which is then `isOwn`. Waits for at most two renders of
   * other requests: after that, and when the render it joined cannot be shared, the value is null.
   */
  async get(key: string, render: () => Promise<Value | null>): Promise<Rendered<Value>> {
    const arrived = this.#clock()
    for (let waits = 0; waits < mostWaits; waits++) {
      const pending = this.#pending.get(key)
      if (!pending) return { value: await this.#render(key, render), isOwn: true }
      const value = await pending
      if (!value || value.read_at > arrived - this.#maxAge) return { value, isOwn: false }
      // Without this pause, requests that wait in turn could keep the process from its sockets.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { value: null, isOwn: false }
  }

  async #render(key: string, render: () => Promise<Value | null>): Promise<Value | null> {
    const { promise, resolve } = Promise.withResolvers<Value | null>()
    this.#pending.set(key, promise)
    let value: Value | null = null
    try {
      value = await render()
      return value
    } finally {
      // First removed, then resolved: a request that finds the key waits for a render that still runs.
      this.#pending.delete(key)
      resolve(value)
    }
  }
}
