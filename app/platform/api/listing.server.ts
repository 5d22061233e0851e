import type postgres from 'postgres'
import { z } from 'zod'

import { mostListed } from '../text/counts.ts'
import type { Queryable } from '../database/database.server.ts'
import { plannedForItsValues } from '../database/driver.server.ts'

/*
 * Every paged list of the API takes `page` (from 1), `limit` (at most 100), `sort` (a field, with a minus for descending
 * order) and filters. It returns one page and the total. Lists are counted and paged up to 10,000 rows.
 */

export type Listing<Field extends string = string> = {
  page: number
  limit: number
  sort: Field | `-${Field}`
}

export type Page<Row> = { items: Row[]; total: number; page: number; limit: number }

const usualLimit = 25
const maxLimit = 100

/** Returns the schema of a list's parameters: its sort fields, the default first ('-created_at'), and its filters. */
export function listing<const Field extends string, Filters extends z.core.$ZodLooseShape>(
  sorts: readonly [Field | `-${NoInfer<Field>}`, ...Field[]],
  filters: Filters,
) {
  const [defaultSort] = sorts
  const fields = [...new Set(sorts.map((field) => field.replace(/^-/, '') as Field))]
  const sortValues = fields.flatMap((field) => [field, `-${field}`] as const)
  return z.strictObject({
    page: numeral(1, 1_000_000).default(1),
    limit: numeral(1, maxLimit).default(usualLimit),
    sort: z.literal(sortValues).prefault(defaultSort),
    ...filters,
  })
}

/** A whole number in a query. */
function numeral(least: number, most: number) {
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))
    .pipe(z.int().min(least).max(most))
    .meta({ type: 'integer', minimum: least, maximum: most })
}

/** Returns the schema of one page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), limit: z.int() })
}

/** Returns whether a term is so short that it matches too many rows. Such a search covers only the latest rows. */
export const isShort = (term: string) => term.length < 3

/** The kinds of apostrophe that a search treats as equal. */
const apostrophes = "'’‘ʼ`´"
const anyApostrophe = /['’‘ʼ`´]/

/** Returns an SQL expression for the text with every kind of apostrophe replaced by '. */
const withPlainApostrophes = (sql: Queryable, text: postgres.Fragment) =>
  sql`translate(${text}, ${apostrophes}::text, repeat('''', ${apostrophes.length}))`

/**
 * Returns an SQL condition: whether a lower-case text begins with the term. The condition always uses an index of
 * `text_pattern_ops`, which a generic plan of `like` would not use.
 */
export function beginsWith(sql: Queryable, text: postgres.Fragment, term: string) {
  // The term must not name a collation, because the index works only with the collation of the indexed text.
  const within = (start: string) => {
    const least = sql`lower(${start}::text)`
    return sql`(${text} ~>=~ ${least} and ${text} ~<~ (${least} || chr(1114111)))`
  }
  const [before = ''] = term.split(anyApostrophe, 1)
  if (before === term) return within(term)
  const [first, ...others] = Array.from(apostrophes, (apostrophe) => within(before + apostrophe))
  const plainly = withPlainApostrophes(sql, sql`lower(${term}::text)`)
  return sql`(
    (${first ?? sql`false`} ${others.map((other) => sql`or ${other}`)})
    and starts_with(${withPlainApostrophes(sql, text)}, ${plainly})
  )`
}

/**
 * Returns an SQL condition: whether a text contains the term. Ignores case, accents, apostrophes, hyphens and the signs . # /. A
 * term of only ignored signs matches no text, and a % in the term is literal. An index must cover `fold_guest_text` of the text.
 */
export const containsTerm = (sql: Queryable, text: postgres.Fragment, term: string) =>
  sql`fold_guest_text(${text}) like contains_pattern(nullif(fold_guest_text(${term}), ''))`

/** Returns the SQL `limit … offset …` of a page. */
export function limitToPage(sql: Queryable, { page, limit }: Pick<Listing, 'page' | 'limit'>) {
  const offset = Math.min((page - 1) * limit, mostListed)
  return sql`limit ${Math.min(limit, mostListed - offset)} offset ${offset}`
}

/** Counts the rows of a query, up to `mostListed`. */
export async function countRows(sql: Queryable, rows: postgres.Fragment, plan = asPlanned): Promise<number> {
  const [{ total }] = await plan(sql<[{ total: number }]>`
    select count(*)::int as total from (select from (${rows}) as found limit ${mostListed}) as counted`)
  return total
}

const asPlanned = <Made extends Promise<unknown>>(statement: Made): Made => statement

type Order = {
  never_null?: string[] | undefined
  id_follows?: boolean | undefined
  names?: string[] | undefined
}

/**
 * Returns `order by …`. A `never_null` field gets no `nulls last`, so one index serves both directions. If this index also has
 * the id (`id_follows`), rows with equal values are sorted by id in the same direction. `names` are the fields that are sorted
 * as names.
 */
function orderOf(sql: Queryable, sort: string, { never_null = [], id_follows = false, names = [] }: Order) {
  const field = sort.replace(/^-/, '')
  const key = names.includes(field) ? sql`name_sort_key(${sql(field)})` : sql(field)
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return never_null.includes(field)
    ? sql`order by ${key} ${direction}, id ${id_follows ? direction : sql`asc`}`
    : sql`order by ${key} ${direction} nulls last, id`
}

/**
 * Reads one page of `rows`, which have an `id` and the sort fields. For long lists, `indexed` names the fields with an index.
 * Sorting by any other field covers only the 10,000 rows that are latest by `newest`. `plans_for_values` says that the best
 * plan depends on the values of the filters.
 */
export async function readListPage<Row extends object>(
  sql: Queryable,
  { sort, ...paging }: Listing,
  rows: postgres.Fragment,
  {
    indexed,
    newest,
    plans_for_values = false,
    ...order
  }: Order & { indexed?: string[]; newest?: string; plans_for_values?: boolean } = {},
): Promise<Page<Row>> {
  const sorted =
    newest === undefined || indexed?.includes(sort.replace(/^-/, ''))
      ? rows
      : sql`select * from (${rows}) as latest order by ${sql(newest)} desc limit ${mostListed}`
  const plan = plans_for_values ? plannedForItsValues : asPlanned
  const [total, items] = await Promise.all([
    countRows(sql, rows, plan),
    plan(
      sql<Row[]>`select * from (${sorted}) as found ${orderOf(sql, sort, order)} ${limitToPage(sql, paging)}`,
    ),
  ])
  return { items: [...items], total, ...paging }
}
