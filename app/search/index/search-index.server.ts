import type { Queryable, Sql } from '../../platform/database.server.ts'
import { plainApostrophes } from '../../platform/text.ts'
import { partyOf } from '../filters.ts'
import type { SearchQuery } from '../search-url.ts'
import { readOpenDay } from './open-day.server.ts'
import { type IndexMatches, SearchIndex } from './search-index.ts'
import { SharedCheck } from './shared-check.ts'
import {
  readAll,
  readChangedIds,
  readChangedVineyards,
  readLowerCase,
  readSnapshotVersion,
  type SnapshotVersion,
} from './snapshot.server.ts'

/** Beyond this many changes a full read is quicker. */
const maxChanges = 2000
/** Old change records are deleted each time this many changes have been applied. */
const changesBetweenPruning = 1000
const maxTries = 4

/** The index, the version of the database it holds, and the number of changes applied. Changed only by `#update`. */
type IndexVersion = SnapshotVersion & { index: SearchIndex; changes: number }

/**
 * The search index of one database in this process. Before a search it reads what has changed since its snapshot,
 * whichever process made the change. `current.maxAge` lets searches without a day share a recent check.
 */
class LiveIndex {
  readonly #sql: Sql
  #version: IndexVersion | undefined
  readonly current = new SharedCheck(() => this.#update())

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The version after the last check, however old. */
  get lastVersion(): IndexVersion | undefined {
    return this.#version
  }

  async #update(): Promise<IndexVersion> {
    const version = this.#version
    // Replaced experiences stay in the index, so it is reloaded before they are more than half of it.
    if (!version || version.changes > Math.max(maxChanges, version.index.size)) return this.#load()
    const { changed, ...snapshot } = await readChangedIds(this.#sql, version)
    if (changed === null || changed.length > maxChanges) return this.#load()
    if (changed.length === 0) return Object.assign(version, snapshot)
    const { changes, ...newSnapshot } = await readChangedVineyards(this.#sql, version)
    if (changes === null) return this.#load()
    version.index.apply(changes)
    const total = version.changes + changes.length
    const prunes =
      Math.floor(total / changesBetweenPruning) > Math.floor(version.changes / changesBetweenPruning)
    Object.assign(version, newSnapshot, { changes: total })
    if (prunes) await prune(this.#sql)
    return version
  }

  async #load(): Promise<IndexVersion> {
    await prune(this.#sql)
    this.#version = await this.#sql.begin('isolation level repeatable read read only', load)
    return this.#version
  }
}

async function load(sql: Queryable): Promise<IndexVersion> {
  await sql`set local statement_timeout = 0`
  const snapshot = await readSnapshotVersion(sql)
  const lowerCase = await readLowerCase(sql)
  const index = new SearchIndex((text) => lowerCase(plainApostrophes(text)))
  await readAll(sql, (vineyard) => index.add(vineyard))
  return { ...snapshot, index, changes: 0 }
}

/** A process whose last check is older than this reads everything again. */
function prune(sql: Queryable): Promise<unknown> {
  return sql`select prune_catalogue_changes(now() - interval '1 day')`
}

const indexes = new WeakMap<Sql, LiveIndex>()

function liveIndexOf(sql: Sql): LiveIndex {
  const live = indexes.get(sql) ?? new LiveIndex(sql)
  indexes.set(sql, live)
  return live
}

/** Loads the index before the first search. For `maxAge` ms one check for changes may serve searches without a day. */
export async function warmSearchIndex(sql: Sql, maxAge: number): Promise<void> {
  const { current } = liveIndexOf(sql)
  current.maxAge = maxAge
  await current.recent()
}

/** The visible vineyards that match the term and filters, by name, and the index that has them. */
export async function searchIndex(
  sql: Sql,
  { search, filters }: Pick<SearchQuery, 'search' | 'filters'>,
  now: Date,
): Promise<IndexMatches & { index: SearchIndex }> {
  const live = liveIndexOf(sql)
  if (filters.date === null) {
    const { index } = await live.current.recent()
    return { ...index.search(search, filters, null), index }
  }
  const query = { date: filters.date, party: partyOf(filters) }
  for (let tries = 1; ; tries++) {
    const version = tries === 1 && live.lastVersion ? live.lastVersion : await live.current.fresh()
    const { index, changes } = version
    const { is_stale, ...day } = await readOpenDay(sql, version, index.experiences, query, now)
    // Day and index must be of one moment, so an edit in between repeats both. If edits never pause, they may differ
    // by milliseconds in the end.
    const isOutdated = is_stale || live.lastVersion !== version || version.changes !== changes
    if (!isOutdated || tries === maxTries) return { ...index.search(search, filters, day), index }
  }
}
