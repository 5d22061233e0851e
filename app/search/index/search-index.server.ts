import type { Queryable, Sql } from '../../platform/database.server.ts'
import { partyOf } from '../filters.ts'
import type { SearchQuery } from '../search-url.ts'
import { SearchIndex } from './search-index.ts'
import { readOpenDay } from './open-day.server.ts'
import { RefreshAhead } from './refresh-ahead.ts'
import {
  type VineyardChange,
  readAll,
  readChanged,
  readCatalogueChanges,
  readNormaliser,
  readSnapshot,
  type SeenSnapshot,
} from './read.server.ts'

/** Where more than these have changed it is quicker to read everything. */
const mostChanges = 2000
/** After so many changes taken in, old ones are thrown away. */
const changesBetweenPruning = 1000
const mostTries = 4

/** The catalogue as it was when the database was seen last. It changes only in `takeIn`. */
type Held = SeenSnapshot & { catalogue: SearchIndex; changes: number }

/**
 * The catalogue of one database, kept in this process. Before it answers it asks the database what has changed since
 * it looked last, so an answer is never older than its question, whichever process made the change; or, where so many
 * ask that each look would cost more than their answers, no older than was agreed.
 */
class LiveCatalogue {
  readonly #sql: Sql
  #held: Held | undefined
  /** For the catalogue as it is now, or was as much before the question as was agreed. */
  readonly lookout = new RefreshAhead(() => this.#update())

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** What was held after the last look, which may be old. */
  get held(): Held | undefined {
    return this.#held
  }

  async #update(): Promise<Held> {
    const held = this.#held
    if (!held) return this.#load()
    const { changed, ...seen } = await readCatalogueChanges(this.#sql, held)
    if (changed === null || changed.length > mostChanges) return this.#load()
    if (changed.length === 0) return Object.assign(held, seen)
    const before = held.changes
    const { changes, ...since } = await readChanged(this.#sql, held)
    if (changes === null) return this.#load()
    takeIn(held, since, changes)
    if (Math.floor(before / changesBetweenPruning) < Math.floor(held.changes / changesBetweenPruning))
      await prune(this.#sql)
    return held
  }

  async #load(): Promise<Held> {
    await prune(this.#sql)
    this.#held = await this.#sql.begin('isolation level repeatable read read only', load)
    return this.#held
  }
}

async function load(sql: Queryable): Promise<Held> {
  // However many there are, and however busy the machine is.
  await sql`set local statement_timeout = 0`
  const seen = await readSnapshot(sql)
  const catalogue = new SearchIndex(await readNormaliser(sql))
  await readAll(sql, (vineyard) => catalogue.put(vineyard))
  return { ...seen, catalogue, changes: 0 }
}

function takeIn(held: Held, seen: SeenSnapshot, changes: VineyardChange[]): void {
  held.catalogue.remove(changes.map(({ id }) => id))
  for (const { vineyard, before } of changes) if (vineyard) held.catalogue.put(vineyard, before)
  Object.assign(held, seen, { changes: held.changes + changes.length })
}

/** A process that has not looked for so long reads everything again. */
function prune(sql: Queryable): Promise<unknown> {
  return sql`select prune_catalogue_changes(now() - interval '1 day')`
}

const catalogues = new WeakMap<Sql, LiveCatalogue>()

function catalogueOf(sql: Sql): LiveCatalogue {
  const catalogue = catalogues.get(sql) ?? new LiveCatalogue(sql)
  catalogues.set(sql, catalogue)
  return catalogue
}

/**
 * Reads the catalogue before anybody searches it. `goodFor` is for how many milliseconds one look at what has changed
 * may answer searches that name no day.
 */
export async function warmSearchIndex(sql: Sql, goodFor: number): Promise<void> {
  const catalogue = catalogueOf(sql)
  catalogue.lookout.goodFor = goodFor
  await catalogue.lookout.fresh()
}

/**
 * What `use` makes of the visible vineyards that answer to words and filters. It gets rows by name, and the catalogue
 * they are of, at a moment when nothing changes either.
 */
export async function searchIndex<Result>(
  sql: Sql,
  { search, filters }: Pick<SearchQuery, 'search' | 'filters'>,
  now: Date,
  use: (rows: Int32Array, catalogue: SearchIndex) => Result,
): Promise<Result> {
  const live = catalogueOf(sql)
  if (filters.date === null) {
    const { catalogue } = await live.lookout.recent()
    return use(catalogue.search(search, filters, null), catalogue)
  }
  const asked = { date: filters.date, party: partyOf(filters) }
  for (let tries = 1; ; tries++) {
    const held = tries === 1 && live.held ? live.held : await live.lookout.fresh()
    const { catalogue, changes } = held
    const { is_stale, ...open } = await readOpenDay(sql, held, catalogue.offers, asked, now)
    // The day and the catalogue are to be of one moment; an edit in between makes both be looked at again. Where
    // edits never pause, the moments may be milliseconds apart in the end.
    const isPast = is_stale || live.held !== held || held.changes !== changes
    if (isPast && tries < mostTries) continue
    return use(catalogue.search(search, filters, open), catalogue)
  }
}
