import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from '../../database.server.ts'
import type { PageDependencies } from './page-dependencies.ts'

/** Where the database was when it was looked at, and which of its starts that was. */
type SeenVersion = { snapshot: string; server: string }

const everything = 'everything'
/** Where more have changed it is enough to know that. */
const mostSubjects = 20_000
const looksBetweenPruning = 10_000
/** What came of asking: what is known is recent, or it came too late to go by, or nobody answers. */
export type CheckResult = 'known' | 'late' | 'away'

/** Milliseconds: an answer that took longer may miss what came after it was asked for. */
const longestLook = 500
/** A database that says nothing for so long counts as away. */
const patience = 2000
/** For so long after one has waited in vain nobody else waits: one asks again and again while the others are answered. */
const staysAway = 10_000
const betweenTries = 250
/** Who last looked so long before the database went can not say what was true when it did. */
const longestGap = 600_000

/**
 * What has changed of that on which pages rest, whichever process changed it. One look is good for `good_for` milliseconds,
 * so a busy process looks a few times a second, and an idle one never.
 */
export class DataVersions {
  readonly #sql: Sql
  readonly #goodFor: number
  /** When this process was told of the last change of each, by its own clock. */
  readonly #told = new Map<string, number>()
  #toldOfEverything = Number.NEGATIVE_INFINITY
  #seen: SeenVersion | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Since when the database is away, and when it was last asked in vain. */
  #lostAt: number | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined
  #waiting: Promise<void> | undefined
  /** How many looks there were. */
  looks = 0

  constructor(sql: Sql, goodFor: number) {
    this.#sql = sql
    this.#goodFor = goodFor
  }

  /** Whether the last look is recent enough to answer by. */
  get isRecent(): boolean {
    return performance.now() - this.#lookedAt < this.#goodFor
  }

  get isAway(): boolean {
    return this.#lostAt !== undefined
  }

  /** Whether what was known when the database went away was known shortly before. */
  get isTrusted(): boolean {
    return this.#lostAt === undefined || this.#lostAt - this.#lookedAt < longestGap
  }

  /** Looks, unless that was done a moment ago. */
  async look(): Promise<CheckResult> {
    if (this.isRecent) return 'known'
    const since = performance.now() - this.#failedAt
    if (this.isAway && since < staysAway) {
      if (since > betweenTries) void this.#lookInTime()
      return 'away'
    }
    await this.#lookInTime()
    if (this.isAway) return 'away'
    return performance.now() - this.#lookedAt > longestLook ? 'late' : 'known'
  }

  /**
   * Whether nothing has changed since a page was begun. A page that was begun just after a change may have been made of what
   * a loader remembered from before: it counts as changed.
   */
  isTrue({ begun, subjects }: Pick<PageDependencies, 'begun' | 'subjects'>): boolean {
    const known = (told: number | undefined) => told === undefined || begun > told + this.#goodFor
    if (!known(this.#toldOfEverything)) return false
    for (const subject of subjects) if (!known(this.#told.get(subject))) return false
    return true
  }

  #lookInTime(): Promise<void> {
    this.#waiting ??= this.#wait().finally(() => (this.#waiting = undefined))
    return this.#waiting
  }

  async #wait(): Promise<void> {
    const lost = () => {
      this.#failedAt = performance.now()
      this.#lostAt ??= this.#failedAt
    }
    this.#asking ??= this.#lookNow()
      .then(() => (this.#lostAt = undefined), lost)
      .finally(() => (this.#asking = undefined))
    const enough = new AbortController()
    const tooLong = sleep(patience, undefined, { signal: enough.signal }).then(lost, () => {})
    await Promise.race([this.#asking, tooLong])
    enough.abort()
  }

  async #lookNow(): Promise<void> {
    const [began, sql] = [performance.now(), this.#sql]
    const changed = this.#seen
      ? sql`array(select subject from pages_changed_since(${this.#seen.snapshot}))`
      : sql`'{}'::text[]`
    const [{ subjects, ...seen }] = await sql<[SeenVersion & { subjects: string[] }]>`
      select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
        ${changed} as subjects`
    const now = performance.now()
    // Whoever comes back as another server may have lost what was seen of the first.
    const isAll = this.#seen?.server !== seen.server || subjects.includes(everything)
    if (isAll || this.#told.size + subjects.length > mostSubjects) {
      this.#toldOfEverything = this.#seen ? now : Number.NEGATIVE_INFINITY
      this.#told.clear()
    } else {
      for (const subject of subjects) this.#told.set(subject, now)
    }
    this.#seen = seen
    this.#lookedAt = began
    this.looks += 1
    // A process that has not looked for so long keeps nothing.
    if (this.looks % looksBetweenPruning === 0)
      await sql`select prune_page_changes(now() - interval '1 hour')`
  }
}
