import type postgres from 'postgres'
import { z } from 'zod'

import type { Queryable } from '../database.server.ts'

/*
 * Every list of the API is asked alike: `page` (from 1), `limit` (to 100), `sort` by one of its fields (a minus in front
 * turns it round), and its filters by name. It answers one page and how many there are in all.
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

/** Reads the page asked for out of a query whose rows have the columns it can be sorted by, and an `id`. */
export async function readPage<Row extends object>(
  sql: Queryable,
  { page, limit, sort }: Listing,
  rows: postgres.Fragment,
): Promise<Page<Row>> {
  const field = sort.replace(/^-/, '')
  const [counted, items] = await Promise.all([
    sql<[{ total: number }]>`select count(*)::int as total from (${rows}) as found`,
    sql<Row[]>`
      select * from (${rows}) as found
      order by ${sql(field)} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, id
      limit ${limit} offset ${(page - 1) * limit}`,
  ])
  return { items: [...items], total: counted[0].total, page, limit }
}
