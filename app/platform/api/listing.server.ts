import type postgres from 'postgres'
import { z } from 'zod'

import { mostListed } from '../counts.ts'
import type { Queryable } from '../database.server.ts'

/*
 * Every list of the API is asked alike: `page` (from 1), `limit` (to 100), `sort` by one of its fields (a minus in front
 * turns it round), and its filters by name. It answers one page and how many there are in all. No list is counted or paged
 * beyond its first ten thousand: whoever has more of them than that narrows it.
 */

export type Listing<Field extends string = string> = {
  page: number
  limit: number
  sort: Field | `-${Field}`
}

export type Page<Row> = { items: Row[]; total: number; page: number; limit: number }

const usual = 25
const most = 100

/** The parameters of a list: what it can be sorted by, the usual way first ('-created_at'), and its own filters. */
export function listing<const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sorts: readonly [Field | `-${NoInfer<Field>}`, ...Field[]],
  filters: Filters,
) {
  const [usually] = sorts
  const fields = [...new Set(sorts.map((field) => field.replace(/^-/, '') as Field))]
  const ways = fields.flatMap((field) => [field, `-${field}`] as const)
  return z.strictObject({
    page: numeral(1, 1_000_000).default(1),
    limit: numeral(1, most).default(usual),
    sort: z.literal(ways).prefault(usually),
    ...filters,
  })
}

/** A whole number as an address holds it. */
function numeral(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .meta({ type: 'integer', minimum: least, maximum: most })
}

/** How a page of such items looks. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), limit: z.int() })
}

/** Letters that say little are looked for among the latest only: so few of them name half of everybody. */
export const isShort = (term: string) => term.length < 3

/**
 * Whether a text in small letters begins with the term, in words that an index of `text_pattern_ops` reads whatever the
 * term is: `like` is planned without one where a statement is planned once for all terms.
 */
export function beginsWith(sql: Queryable, text: postgres.Fragment, term: string) {
  // In the collation of the text: in another one its index would not do.
  const least = sql`lower(${term}::text)`
  return sql`(${text} ~>=~ ${least} and ${text} ~<~ (${least} || chr(1114111)))`
}

/** `limit … offset …` of a page. */
export function cutOut(sql: Queryable, { page, limit }: Pick<Listing, 'page' | 'limit'>) {
  const offset = Math.min((page - 1) * limit, mostListed)
  return sql`limit ${Math.min(limit, mostListed - offset)} offset ${offset}`
}

/** How many rows a query has, up to `mostListed`. */
export async function countRows(sql: Queryable, rows: postgres.Fragment): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::int as total from (select from (${rows}) as found limit ${mostListed}) as counted`
  return total
}

/**
 * Reads the page asked for out of a query whose rows have the columns it can be sorted by, and an `id`. Where there can be
 * many rows, `newest` is the way they usually stand and `indexed` the fields they can be read by in order: any other field
 * sorts the first ten thousand of the usual way. `never_null` fields are read by an index in both directions.
 */
export async function readPage<Row extends object>(
  sql: Queryable,
  { sort, ...asked }: Listing,
  rows: postgres.Fragment,
  { indexed, newest, never_null = [] }: { indexed?: string[]; newest?: string; never_null?: string[] } = {},
): Promise<Page<Row>> {
  const field = sort.replace(/^-/, '')
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const sorted =
    newest === undefined || indexed?.includes(field)
      ? rows
      : sql`select * from (${rows}) as latest order by ${sql(newest)} desc limit ${mostListed}`
  const [total, items] = await Promise.all([
    countRows(sql, rows),
    sql<Row[]>`
      select * from (${sorted}) as found
      order by ${sql(field)} ${way} ${never_null.includes(field) ? sql`` : sql`nulls last`}, id
      ${cutOut(sql, asked)}`,
  ])
  return { items: [...items], total, ...asked }
}
