import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from '../../database.server.ts'
import type { PageDependencies } from './page-dependencies.ts'

/** The database's snapshot at the last check, and when that server started. */
type Snapshot = { snapshot: string; server: string }

const everything = 'everything'
/** When more subjects have changed, everything counts as changed. */
const maxSubjects = 20_000
const checksBetweenPruning = 10_000
/** The changes are known, the database responded too late, or it is away. */
export type CheckResult = 'known' | 'late' | 'away'

/** Milliseconds. A slower response may miss changes since the request. */
const longestCheck = 500
/** Milliseconds without a response after which the database counts as away. */
const timeout = 2000
/** Milliseconds after a failed check in which requests do not wait for another one. */
const staysAway = 10_000
const betweenRetries = 250
/** Milliseconds. If the last check is older when the database goes away, cached pages are not shown. */
const longestGap = 600_000

/**
 * Knows which subjects of cached pages have changed, in any process. One check is valid for `goodFor` milliseconds, so a busy
 * process checks a few times a second and an idle one never.
 */
export class DataVersions {
  readonly #sql: Sql
  readonly #goodFor: number
  /** When this process learnt of the last change of each subject, by its own clock. */
  readonly #changed = new Map<string, number>()
  #everythingChanged = Number.NEGATIVE_INFINITY
  #snapshot: Snapshot | undefined
  #checkedAt = Number.NEGATIVE_INFINITY
  /** Since when the database is away, and when a check last failed. */
  #lostAt: number | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | undefined
  #waiting: Promise<void> | undefined
  /** The number of checks so far. */
  checks = 0

  constructor(sql: Sql, goodFor: number) {
    this.#sql = sql
    this.#goodFor = goodFor
  }

  /** Whether the last check is still valid. */
  get isRecent(): boolean {
    return performance.now() - this.#checkedAt < this.#goodFor
  }

  get isAway(): boolean {
    return this.#lostAt !== undefined
  }

  /** Whether cached pages may be shown while the database is away. */
  get isTrusted(): boolean {
    return this.#lostAt === undefined || this.#lostAt - this.#checkedAt < longestGap
  }

  /** Checks for changes, unless the last check is still valid. */
  async check(): Promise<CheckResult> {
    if (this.isRecent) return 'known'
    const since = performance.now() - this.#failedAt
    if (this.isAway && since < staysAway) {
      if (since > betweenRetries) void this.#checkInTime()
      return 'away'
    }
    await this.#checkInTime()
    if (this.isAway) return 'away'
    return performance.now() - this.#checkedAt > longestCheck ? 'late' : 'known'
  }

  /**
   * Whether no subject changed since the page began to render. A page that began just after a change counts as changed,
   * because a loader may have used data that it remembered.
   */
  isCurrent({ read_at, subjects }: Pick<PageDependencies, 'read_at' | 'subjects'>): boolean {
    const isOlder = (changed: number | undefined) =>
      changed === undefined || read_at > changed + this.#goodFor
    if (!isOlder(this.#everythingChanged)) return false
    for (const subject of subjects) if (!isOlder(this.#changed.get(subject))) return false
    return true
  }

  #checkInTime(): Promise<void> {
    this.#waiting ??= this.#wait().finally(() => (this.#waiting = undefined))
    return this.#waiting
  }

  async #wait(): Promise<void> {
    const lost = () => {
      this.#failedAt = performance.now()
      this.#lostAt ??= this.#failedAt
    }
    this.#checking ??= this.#checkNow()
      .then(() => (this.#lostAt = undefined), lost)
      .finally(() => (this.#checking = undefined))
    const enough = new AbortController()
    const tooLong = sleep(timeout, undefined, { signal: enough.signal }).then(lost, () => {})
    await Promise.race([this.#checking, tooLong])
    enough.abort()
  }

  async #checkNow(): Promise<void> {
    const [began, sql] = [performance.now(), this.#sql]
    const changed = this.#snapshot
      ? sql`array(select subject from pages_changed_since(${this.#snapshot.snapshot}))`
      : sql`'{}'::text[]`
    const [{ subjects, ...snapshot }] = await sql<[Snapshot & { subjects: string[] }]>`
      select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
        ${changed} as subjects`
    const now = performance.now()
    // A server that was restored or replaced may lack what this process saw before.
    const isAll = this.#snapshot?.server !== snapshot.server || subjects.includes(everything)
    if (isAll || this.#changed.size + subjects.length > maxSubjects) {
      this.#everythingChanged = this.#snapshot ? now : Number.NEGATIVE_INFINITY
      this.#changed.clear()
    } else {
      for (const subject of subjects) this.#changed.set(subject, now)
    }
    this.#snapshot = snapshot
    this.#checkedAt = began
    this.checks += 1
    // A process without a check for an hour has no valid pages.
    if (this.checks % checksBetweenPruning === 0)
      await sql`select prune_page_changes(now() - interval '1 hour')`
  }
}
