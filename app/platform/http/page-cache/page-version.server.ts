import { setTimeout as sleep } from 'node:timers/promises'

import { attempt } from '../../attempt.server.ts'
import type { AppDependencies } from '../../app-dependencies.ts'

type Dependencies = Pick<AppDependencies, 'sql' | 'log'>

/** Milliseconds between reads, so that the counter is read at most ten times a second. */
const betweenReads = 100
/** Milliseconds for which a read of the counter is valid. After a longer pause, a request waits for the next read. */
const goodFor = 200
/** Milliseconds without a response after which the database counts as away. */
const timeout = 2000

/**
 * Tells all processes to drop their pages. Must be called after the commit of a change that visitors should see at once.
 * A failure is logged; the pages are then rendered anew after five seconds.
 */
export async function raisePageVersion({ sql, log }: Dependencies): Promise<void> {
  const raise = () => sql`update page_version set version = version + 1`
  await attempt(log, 'Other processes show a change up to five seconds late', raise)
}

/** Reads the counter that `raisePageVersion` raises, in the background and only while requests ask for it. */
export class PageVersion {
  readonly #dependencies: Dependencies
  readonly #onRaise: () => void
  #version: number | undefined
  /** When the last read began, and when the last successful read ended. */
  #readAt = Number.NEGATIVE_INFINITY
  #knownAt = Number.NEGATIVE_INFINITY
  #isReading = false
  #read = Promise.resolve()
  /** Whether the last read failed or took too long. */
  isAway = false

  constructor(dependencies: Dependencies, onRaise: () => void) {
    this.#dependencies = dependencies
    this.#onRaise = onRaise
  }

  /**
   * Returns whether the last successful read ended at most 200 ms ago. While another read is running, counts the 200 ms back
   * from the start of that read. Returns false while the database is away. Starts a read when due.
   */
  isKnown(): boolean {
    const now = performance.now()
    if (!this.#isReading && now - this.#readAt >= betweenReads) this.#read = this.#readAgain(now)
    return !this.isAway && (this.#isReading ? this.#readAt : now) - this.#knownAt < goodFor
  }

  /** Resolves when the counter is known, or when the database counts as away. */
  async known(): Promise<void> {
    if (!this.isKnown() && !this.isAway) await this.#read
  }

  async #readAgain(now: number): Promise<void> {
    this.#readAt = now
    this.#isReading = true
    const { sql, log } = this.#dependencies
    const query = sql<[{ version: number }]>`select version from page_version`
    const read = query.then(([{ version }]) => version).catch(() => null)
    // After the timeout, the next read still has to wait until this read ends.
    void read.finally(() => (this.#isReading = false))
    const version = await Promise.race([read, sleep(timeout, null, { ref: false })])
    const wasAway = this.isAway
    this.isAway = version === null
    if (this.isAway && !wasAway) log.error('The database is away: showing cached pages without places')
    if (!this.isAway && wasAway) log.info('The database is back')
    if (version === null) return
    this.#knownAt = performance.now()
    if (this.#version !== undefined && version !== this.#version) this.#onRaise()
    this.#version = version
  }
}
