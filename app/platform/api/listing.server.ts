import type postgres from 'postgres'
import { z } from 'zod'

import { mostListed } from '../text/counts.ts'
import type { Queryable } from '../database/database.server.ts'

/*
 * Every list of the API takes `page` (from 1), `limit` (at most 100), `sort` (a field, with a minus for descending order)
 * and filters. It returns one page and the total. Lists are counted and paged up to 10,000 rows.
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
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .meta({ type: 'integer', minimum: least, maximum: most })
}

/** Returns the schema of one page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), limit: z.int() })
}

/** Whether a term matches too many rows: then only the latest rows are searched. */
export const isShort = (term: string) => term.length < 3

/** A search finds each kind of apostrophe by every other. */
const apostrophes = "'’‘ʼ`´"
const anyApostrophe = /['’‘ʼ`´]/

/** SQL: a text in which every apostrophe is '. */
export const withPlainApostrophes = (sql: Queryable, text: postgres.Fragment) =>
  sql`translate(${text}, ${apostrophes}::text, repeat('''', ${apostrophes.length}))`

/**
 * Whether a lower-case text begins with the term, as a condition that always uses an index of `text_pattern_ops`. A generic
 * plan of `like` would not.
 */
export function beginsWith(sql: Queryable, text: postgres.Fragment, term: string) {
  // Only the text's own collation can use its index.
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

/** Whether a lower-case text, the expression of an index, contains the term. The term is literal: % is %. */
export function containsTerm(sql: Queryable, text: postgres.Fragment, term: string) {
  const parts = term.split(anyApostrophe)
  if (parts.length === 1) return sql`${text} like contains_pattern(${term})`
  // The index finds the longest part, and the few rows that have it are compared in full.
  const longest = parts.reduce((most, part) => (part.length > most.length ? part : most))
  const plainly = withPlainApostrophes(sql, sql`lower(${term}::text collate pg_c_utf8)`)
  return sql`(
    ${text} like contains_pattern(${longest}) and strpos(${withPlainApostrophes(sql, text)}, ${plainly}) > 0
  )`
}

/** Returns `limit … offset …` for a page. */
export function limitToPage(sql: Queryable, { page, limit }: Pick<Listing, 'page' | 'limit'>) {
  const offset = Math.min((page - 1) * limit, mostListed)
  return sql`limit ${Math.min(limit, mostListed - offset)} offset ${offset}`
}

/** Counts the rows of a query, up to `mostListed`. */
export async function countRows(sql: Queryable, rows: postgres.Fragment): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::int as total from (select from (${rows}) as found limit ${mostListed}) as counted`
  return total
}

type Order = { never_null?: string[] | undefined; id_follows?: boolean | undefined }

/** For `never_null` fields an index serves both directions; with `id_follows` the index contains the id as well. */
function orderOf(sql: Queryable, sort: string, { never_null = [], id_follows = false }: Order) {
  const field = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return never_null.includes(field)
    ? sql`order by ${sql(field)} ${direction}, id ${id_follows ? direction : sql`asc`}`
    : sql`order by ${sql(field)} ${direction} nulls last, id`
}

/**
 * Reads one page of `rows`, which have an `id` and the sort fields. For long lists, `indexed` are the fields with an index;
 * sorting by another field sorts the latest 10,000 rows by `newest`. `counted` is a cheaper query with the same number of
 * rows.
 */
export async function readListPage<Row extends object>(
  sql: Queryable,
  { sort, ...paging }: Listing,
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
    sql<Row[]>`select * from (${sorted}) as found ${orderOf(sql, sort, order)} ${limitToPage(sql, paging)}`,
  ])
  return { items: [...items], total, ...paging }
}

/**
 * Reads one page of a list that a filter most likely narrows to a few rows: finds and counts their `ids` first, then sorts
 * those (`rows.found`). If there are 10,000 or more, it reads in sort order instead (`rows.passed`).
 */
export async function readFew<Row extends object>(
  sql: Queryable,
  { sort, ...paging }: Listing,
  { ids, rows }: { ids: postgres.Fragment; rows: { found: postgres.Fragment; passed: postgres.Fragment } },
  order: Order = {},
): Promise<Page<Row>> {
  const sorted = sql`${orderOf(sql, sort, order)} ${limitToPage(sql, paging)}`
  const found = await sql<(Row & { id: string | null; total: number })[]>`
    with found as materialized (${ids}),
    counted as (select least(${mostListed}, count(*))::int as total from found)
    select * from counted
      left join lateral (
        select * from (${rows.found}) as few where (select total from counted) < ${mostListed} ${sorted}
      ) as few on true`
  const total = found[0]?.total ?? 0
  if (total < mostListed) return { items: found.filter(({ id }) => id !== null), total, ...paging }
  const items = await sql<Row[]>`select * from (${rows.passed}) as common ${sorted}`
  return { items: [...items], total, ...paging }
}
