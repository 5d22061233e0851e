import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from './database.server.ts'
import type { Log } from './log.server.ts'

/** Reads what may be a moment old. */
export type Reader = <Found>(act: (sql: Sql) => Promise<Found>) => Promise<Found>

/** How often the replica is asked how far it is before the database itself answers, and milliseconds between. */
const tries = 4
const betweenTries = 10
/** Milliseconds for which it is not asked again after that. */
const rest = 500
/** What was found out so long ago, by the time that it is known, is of no use. */
const slowest = 500

/**
 * A copy of the database that follows it, for what may be a moment old: the blog, reports, files. It is read only where it was
 * found to hold everything that the database held when it was asked last, which is good for `goodFor` milliseconds; a copy that is behind, away or refuses
 * costs nobody more than the time to find that out, since the database answers then.
 */
export class Replica {
  readonly #sql: Sql
  readonly #replica: Sql
  readonly #log: Log
  readonly #goodFor: number
  /** What the database held at that moment the replica holds too. */
  #asOf = Number.NEGATIVE_INFINITY
  #resting = Number.NEGATIVE_INFINITY
  #underWay: Promise<void> | undefined

  constructor(sql: Sql, replica: Sql, { goodFor, log }: { goodFor: number; log: Log }) {
    this.#sql = sql
    this.#replica = replica
    this.#goodFor = goodFor
    this.#log = log
  }

  /** `told` hears by the process's own clock of when what is read is at least. */
  async read<Found>(act: (sql: Sql) => Promise<Found>, told?: (as_of: number) => void): Promise<Found> {
    if (!(await this.#isNear())) return act(this.#sql)
    const asOf = this.#asOf
    try {
      const found = await act(this.#replica)
      told?.(asOf)
      return found
    } catch (error) {
      // It may have gone, or given way to what it has to follow; what was wrong with the question itself fails again.
      this.#leaveAlone(error)
      return act(this.#sql)
    }
  }

  async #isNear(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#asOf < this.#goodFor) return true
    if (now < this.#resting) return false
    this.#underWay ??= this.#look().finally(() => (this.#underWay = undefined))
    await this.#underWay
    return performance.now() - this.#asOf < slowest
  }

  async #look(): Promise<void> {
    const began = performance.now()
    try {
      // Whatever is seen by others is flushed.
      const [{ flushed }] = await this.#sql<[{ flushed: string }]>`
        select pg_current_wal_flush_lsn()::text as flushed`
      for (let n = 0; n < tries; n++) {
        if (n > 0) await sleep(betweenTries)
        const [{ has }] = await this.#replica<[{ has: boolean | null }]>`
          select pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn as has`
        if (has) {
          this.#asOf = began
          return
        }
      }
      this.#leaveAlone(null)
    } catch (error) {
      this.#leaveAlone(error)
    }
  }

  #leaveAlone(error: unknown): void {
    this.#asOf = Number.NEGATIVE_INFINITY
    this.#resting = performance.now() + rest
    if (error === null) this.#log.warn('The replica is behind: the database itself is read')
    else this.#log.warn({ err: error }, 'The replica does not answer: the database itself is read')
  }
}
