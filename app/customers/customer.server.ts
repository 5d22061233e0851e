import type postgres from 'postgres'

import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { limitToPage, isShort, type Listing, type Page } from '../platform/api/listing.server.ts'
import { mostListed } from '../platform/counts.ts'
import type { Queryable } from '../platform/database.server.ts'
import { dayOf } from '../platform/days.ts'
import type { Customer } from './customer.ts'

/*
 * Customers are read from `customer_sums`, where the rounds put them. Those who booked since, or whose visit has come, are
 * `late` there: they are reckoned from their bookings as they are read.
 */

export type CustomerFilters = { vineyard_id?: string | undefined; search?: string | undefined }

/** So many in a file; more than any vineyard has. */
const mostInFile = 200_000

type CustomerQuery = { vineyard_id: string | null; search: string | undefined; today: string }

const columns = (sql: Queryable) =>
  sql`id, vineyard_id, email, name, phone, bookings, guests, spent, expected, first_visit, last_visit, next_visit`

/** Who is late, and the two halves `c` of those asked for. */
function halves(sql: Queryable, { vineyard_id, search, today }: CustomerQuery) {
  const whose = vineyard_id === null ? sql`true` : sql`vineyard_id = ${vineyard_id}`
  const found = search === undefined ? sql`true` : sql`c.words like contains_pattern(${search})`
  const all = sql`customer_sums c where ${whose}`
  // Found first, then sorted; a letter or two are looked for among those who came last.
  const standing =
    search === undefined
      ? all
      : isShort(search)
        ? sql`(select * from ${all} ${orderOf(sql, '-last_visit')} limit ${mostListed}) as c where ${found}`
        : sql`(select * from ${all} and ${found} offset 0) as c where true`
  return {
    whose,
    late: sql`
      late as materialized (
        select customer_id as id from booking_changes where ${whose}
        union
        select id from customer_sums where ${whose} and next_visit < ${today}
      )`,
    reckoned: sql`calculate_customer_totals(array(select id from late), ${today}) c where ${found}`,
    standing: sql`${standing} and c.id not in (select id from late)`,
  }
}

/** The ways one vineyard's customers, and those of all, are read by an index; any other sorts those who came last. */
const indexed = {
  one: [
    '-last_visit',
    'next_visit',
    'first_visit',
    'name',
    '-name',
    'spent',
    '-spent',
    '-bookings',
    '-guests',
  ],
  all: ['-last_visit', 'next_visit'],
}
const nullable = ['first_visit', 'last_visit', 'next_visit']

function orderOf(sql: Queryable, sort: string) {
  const field = sort.replace(/^-/, '')
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`order by ${sql(field)} ${way} ${nullable.includes(field) ? sql`nulls last` : sql``}, email, vineyard_id`
}

function readSome(
  sql: Queryable,
  asked: CustomerQuery,
  { sort, most, cut }: { sort: string; most: number; cut: postgres.Fragment },
) {
  const { late, reckoned, standing } = halves(sql, asked)
  const order = orderOf(sql, sort)
  const isIndexed = indexed[asked.vineyard_id === null ? 'all' : 'one'].includes(sort)
  const usual = isIndexed ? order : orderOf(sql, '-last_visit')
  return sql<Customer[]>`
    with ${late},
    half as (select ${columns(sql)} from ${standing} ${usual} limit ${isIndexed ? most : Math.max(most, mostListed)})
    select * from (
      select * from half
      union all
      select ${columns(sql)} from ${reckoned}
    ) as customers
    ${order} ${cut}`
}

/**
 * All are counted from an index alone, and those who are late taken off: holding each against those would read its row.
 */
async function countSome(sql: Queryable, asked: CustomerQuery): Promise<number> {
  const { late, reckoned, standing, whose } = halves(sql, asked)
  if (asked.search === undefined) {
    const [{ total }] = await sql<[{ total: number }]>`
      with ${late},
      known as (
        select from customer_sums where ${whose} limit ${mostListed} + (select count(*) from late)
      )
      select least(
        ${mostListed},
        (select count(*) from known)
          - (select count(*) from late join customer_sums c on c.id = late.id)
          + (select count(*) from ${reckoned})
      )::int as total`
    return total
  }
  const [{ total }] = await sql<[{ total: number }]>`
    with ${late}
    select least(
      ${mostListed},
      (select count(*) from (select from ${standing} limit ${mostListed}) as half) + (select count(*) from ${reckoned})
    )::int as total`
  return total
}

function within({ vineyard_id, search }: CustomerFilters, by: Staff, now: Date): CustomerQuery | null {
  const scope = vineyardScope(by).vineyard_id
  if (scope !== null && vineyard_id !== undefined && vineyard_id !== scope) return null
  return { vineyard_id: scope ?? vineyard_id ?? null, search, today: dayOf(now) }
}

/** One page of the customers within reach. */
export async function pageOfCustomers(
  sql: Queryable,
  { page, limit, sort, ...filters }: Listing & CustomerFilters,
  { by }: { by: Staff },
  now: Date,
): Promise<Page<Customer>> {
  const asked = within(filters, by, now)
  if (asked === null) return { items: [], total: 0, page, limit }
  const most = Math.min(page * limit, mostListed)
  const [total, items] = await Promise.all([
    countSome(sql, asked),
    readSome(sql, asked, { sort, most, cut: limitToPage(sql, { page, limit }) }),
  ])
  return { items: [...items], total, page, limit }
}

/** All of them within reach, by name, for a file. */
export async function allCustomers(
  sql: Queryable,
  filters: CustomerFilters,
  { by }: { by: Staff },
  now: Date,
): Promise<Customer[]> {
  const asked = within(filters, by, now)
  if (asked === null) return []
  return [...(await readSome(sql, asked, { sort: 'name', most: mostInFile, cut: sql`limit ${mostInFile}` }))]
}

/** One customer within reach. */
export async function findCustomer(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Customer | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const [customer] = await sql<Customer[]>`
    select ${columns(sql)} from calculate_customer_totals(array[${id}::uuid], ${dayOf(now)})
    where ${scope === null ? sql`true` : sql`vineyard_id = ${scope}`}`
  return customer
}

/** What a customer's id was made from, within reach. */
export async function findCustomerKey(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
): Promise<{ vineyard_id: string; email: string } | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const [key] = await sql<[{ vineyard_id: string; email: string }?]>`
    select vineyard_id, email from calculate_customer_totals(array[${id}::uuid], 'infinity')
    where ${scope === null ? sql`true` : sql`vineyard_id = ${scope}`}`
  return key
}
