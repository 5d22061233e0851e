import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from './database.server.ts'
import type { Log } from '../log.server.ts'
import type { PoolUsage } from '../metrics.server.ts'

/** Runs a query whose data may be slightly out of date. */
export type Reader = <Found>(query: (sql: Sql) => Promise<Found>) => Promise<Found>

/** How many times the replica's position is checked before the primary is used instead. */
const tries = 4
/** Milliseconds between two checks of the position. */
const betweenTries = 10
/** Milliseconds for which a replica is not used after it was behind or did not respond. */
const pauseMs = 500
/** The longest time in milliseconds that a check may take. The result of a longer check is too old to be used. */
const longestCheck = 500

/**
 * Reads data that may be a moment old, such as the blog, reports and exports, from a replica. Uses the primary unless a
 * check in the last `goodFor` milliseconds has shown that the replica has all data of the primary.
 */
export class Replica {
  readonly #sql: Sql
  readonly #replica: Sql
  readonly #log: Log
  readonly #goodFor: number
  /** The time of the last check that found all data of the primary in the replica. */
  #asOf = Number.NEGATIVE_INFINITY
  #pausedUntil = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | undefined

  constructor(sql: Sql, replica: Sql, { goodFor, log }: { goodFor: number; log: Log }) {
    this.#sql = sql
    this.#replica = replica
    this.#goodFor = goodFor
    this.#log = log
  }

  usage(): PoolUsage | undefined {
    return this.#replica.usage?.()
  }

  async read<Found>(query: (sql: Sql) => Promise<Found>): Promise<Found> {
    if (!(await this.#isNear())) return query(this.#sql)
    try {
      return await query(this.#replica)
    } catch (error) {
      // The replica may be away or have cancelled the query. An invalid query fails again on the primary.
      this.#pause(error)
      return query(this.#sql)
    }
  }

  async #isNear(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#asOf < this.#goodFor) return true
    if (now < this.#pausedUntil) return false
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
    await this.#checking
    return performance.now() - this.#asOf < longestCheck
  }

  async #check(): Promise<void> {
    const began = performance.now()
    try {
      // The flushed position covers all visible changes, except the worker's commits of the last moment.
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
      this.#pause(null)
    } catch (error) {
      this.#pause(error)
    }
  }

  #pause(error: unknown): void {
    this.#asOf = Number.NEGATIVE_INFINITY
    this.#pausedUntil = performance.now() + pauseMs
    if (error === null) this.#log.warn('The replica is behind: reading from the primary')
    else this.#log.warn({ err: error }, 'The replica does not respond: reading from the primary')
  }
}
