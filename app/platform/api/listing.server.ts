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

type Order = { never_null?: string[] | undefined; id_follows?: boolean | undefined }

/** Fields that are `never_null` are read by an index in both directions; where those hold the id too, it follows the field. */
function orderOf(sql: Queryable, sort: string, { never_null = [], id_follows = false }: Order) {
  const field = sort.replace(/^-/, '')
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  return never_null.includes(field)
    ? sql`order by ${sql(field)} ${way}, id ${id_follows ? way : sql`asc`}`
    : sql`order by ${sql(field)} ${way} nulls last, id`
}

/**
 * Reads the page asked for out of a query whose rows have the columns it can be sorted by, and an `id`. Where there can be
 * many rows, `newest` is the way they usually stand and `indexed` the fields they can be read by in order: any other field
 * sorts the first ten thousand of the usual way. `counted` are the rows to count, where they are fewer columns of fewer
 * tables.
 */
export async function readListPage<Row extends object>(
  sql: Queryable,
  { sort, ...asked }: Listing,
  rows: postgres.Fragment,
  {
    indexed,
    newest,
    counted = rows,
    ...order
  }: Order & { indexed?: string[]; newest?: string; counted?: postgres.Fragment } = {},
): Promise<Page<Row>> {
  const sorted =
    newest === undefined || indexed?.includes(sort.replace(/^-/, ''))
      ? rows
      : sql`select * from (${rows}) as latest order by ${sql(newest)} desc limit ${mostListed}`
  const [total, items] = await Promise.all([
    countRows(sql, counted),
    sql<Row[]>`select * from (${sorted}) as found ${orderOf(sql, sort, order)} ${cutOut(sql, asked)}`,
  ])
  return { items: [...items], total, ...asked }
}

/**
 * The same where most likely only a few are meant: their `ids` (of at least ten thousand, where there are more) are found
 * first, counted and then sorted; else they would be looked for from the first of all in their order to the last. So are
 * they only where there are ten thousand and more. `rows` have what they are sorted by, of those in `found` or of those that
 * pass one by one.
 */
export async function readFew<Row extends object>(
  sql: Queryable,
  { sort, ...asked }: Listing,
  { ids, rows }: { ids: postgres.Fragment; rows: { found: postgres.Fragment; passed: postgres.Fragment } },
  order: Order = {},
): Promise<Page<Row>> {
  const sorted = sql`${orderOf(sql, sort, order)} ${cutOut(sql, asked)}`
  const found = await sql<(Row & { id: string | null; total: number })[]>`
    with found as materialized (${ids}),
    counted as (select least(${mostListed}, count(*))::int as total from found)
    select * from counted
      left join lateral (
        select * from (${rows.found}) as few where (select total from counted) < ${mostListed} ${sorted}
      ) as few on true`
  const total = found[0]?.total ?? 0
  if (total < mostListed) return { items: found.filter(({ id }) => id !== null), total, ...asked }
  const items = await sql<Row[]>`select * from (${rows.passed}) as common ${sorted}`
  return { items: [...items], total, ...asked }
}
