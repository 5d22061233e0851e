import type postgres from 'postgres'
import { inScope, vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Noun } from '../accounts/staff-edit.server.ts'
import {
  containsTerm,
  limitToPage,
  isShort,
  type Listing,
  type Page,
  readListPage,
} from '../platform/api/listing.server.ts'
import { mostListed } from '../platform/counts.ts'
import type { Queryable } from '../platform/database.server.ts'
import { dayOf } from '../platform/days.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import type { Customer } from './customer.ts'
import type { erasureRequestShape } from './erasure-request.api.ts'
import type { customerNoteShape } from './customer-note.api.ts'

/*
 * A scheduled job writes the totals of customers to `customer_sums`. Customers whose bookings changed since, or whose next
 * visit has come, are stale there: their totals are calculated from the bookings when read.
 */

export type CustomerFilters = { vineyard_id?: string | undefined; search?: string | undefined }

// More than any vineyard has.
const maxInFile = 200_000

type CustomerQuery = { vineyard_id: string | null; search: string | undefined; today: string }

const columns = (sql: Queryable) =>
  sql`id, vineyard_id, email, name, phone, bookings, guests, spent, expected, first_visit, last_visit, next_visit`

/** Returns the stale customers as a CTE, and the queries of stored and of recalculated totals `c`. */
function customerSources(sql: Queryable, { vineyard_id, search, today }: CustomerQuery) {
  const inVineyard = vineyard_id === null ? sql`true` : sql`vineyard_id = ${vineyard_id}`
  const found = search === undefined ? sql`true` : containsTerm(sql, sql`c.words`, search)
  const all = sql`customer_sums c where ${inVineyard}`
  // Search before sorting. Short terms are searched only among the most recent visitors.
  const stored =
    search === undefined
      ? all
      : isShort(search)
        ? sql`(select * from ${all} ${orderOf(sql, '-last_visit')} limit ${mostListed}) as c where ${found}`
        : sql`(select * from ${all} and ${found} offset 0) as c where true`
  return {
    inVineyard,
    stale: sql`
      stale as materialized (
        select customer_id as id from booking_changes where ${inVineyard}
        union
        select id from customer_sums where ${inVineyard} and next_visit < ${today}
      )`,
    recalculated: sql`calculate_customer_totals(array(select id from stale), ${today}) c where ${found}`,
    stored: sql`${stored} and c.id not in (select id from stale)`,
  }
}

// The orders that an index serves, for one vineyard or for all. Any other order sorts only the most recent visitors.
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

function readCustomers(
  sql: Queryable,
  query: CustomerQuery,
  { sort, most, cut }: { sort: string; most: number; cut: postgres.Fragment },
) {
  const { stale, recalculated, stored } = customerSources(sql, query)
  const order = orderOf(sql, sort)
  const isIndexed = indexed[query.vineyard_id === null ? 'all' : 'one'].includes(sort)
  const storedOrder = isIndexed ? order : orderOf(sql, '-last_visit')
  return sql<Customer[]>`
    with ${stale},
    half as (select ${columns(sql)} from ${stored} ${storedOrder} limit ${isIndexed ? most : Math.max(most, mostListed)})
    select * from (
      select * from half
      union all
      select ${columns(sql)} from ${recalculated}
    ) as customers
    ${order} ${cut}`
}

/**
 * Without a search, counts by index alone and subtracts stale rows: checking each row for staleness would read it.
 */
async function countCustomers(sql: Queryable, query: CustomerQuery): Promise<number> {
  const { stale, recalculated, stored, inVineyard } = customerSources(sql, query)
  if (query.search === undefined) {
    const [{ total }] = await sql<[{ total: number }]>`
      with ${stale},
      known as (
        select from customer_sums where ${inVineyard} limit ${mostListed} + (select count(*) from stale)
      )
      select least(
        ${mostListed},
        (select count(*) from known)
          - (select count(*) from stale join customer_sums c on c.id = stale.id)
          + (select count(*) from ${recalculated})
      )::int as total`
    return total
  }
  const [{ total }] = await sql<[{ total: number }]>`
    with ${stale}
    select least(
      ${mostListed},
      (select count(*) from (select from ${stored} limit ${mostListed}) as half) + (select count(*) from ${recalculated})
    )::int as total`
  return total
}

function scopedQuery({ vineyard_id, search }: CustomerFilters, by: Staff, now: Date): CustomerQuery | null {
  const scope = vineyardScope(by).vineyard_id
  if (scope !== null && vineyard_id !== undefined && vineyard_id !== scope) return null
  return { vineyard_id: scope ?? vineyard_id ?? null, search, today: dayOf(now) }
}

/** Returns one page of the customers that these staff may see. */
export async function pageOfCustomers(
  sql: Queryable,
  { page, limit, sort, ...filters }: Listing & CustomerFilters,
  { by }: { by: Staff },
  now: Date,
): Promise<Page<Customer>> {
  const query = scopedQuery(filters, by, now)
  if (query === null) return { items: [], total: 0, page, limit }
  const most = Math.min(page * limit, mostListed)
  const [total, items] = await Promise.all([
    countCustomers(sql, query),
    readCustomers(sql, query, { sort, most, cut: limitToPage(sql, { page, limit }) }),
  ])
  return { items: [...items], total, page, limit }
}

/** Returns all customers that these staff may see, by name. */
export async function allCustomers(
  sql: Queryable,
  filters: CustomerFilters,
  { by }: { by: Staff },
  now: Date,
): Promise<Customer[]> {
  const query = scopedQuery(filters, by, now)
  if (query === null) return []
  return [
    ...(await readCustomers(sql, query, { sort: 'name', most: maxInFile, cut: sql`limit ${maxInFile}` })),
  ]
}

/** Returns a customer that these staff may see. */
export async function findCustomer(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Customer | undefined> {
  const [customer] = await sql<Customer[]>`
    select ${columns(sql)} from calculate_customer_totals(array[${id}::uuid], ${dayOf(now)})
    where ${inScope(sql, by, 'vineyard_id')}`
  return customer
}

/** Returns the vineyard and email address behind a customer's id, if these staff may see the customer. */
export async function findCustomerKey(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
): Promise<{ vineyard_id: string; email: string } | undefined> {
  const [key] = await sql<[{ vineyard_id: string; email: string }?]>`
    select vineyard_id, email from calculate_customer_totals(array[${id}::uuid], 'infinity')
    where ${inScope(sql, by, 'vineyard_id')}`
  return key
}

export const customerNoteNoun: Noun = {
  table: 'customer_notes',
  noun: 'customer_note',
  of_vineyard: 'vineyard_id',
}

/** Returns one page of a customer's notes, of the vineyards that these staff manage. */
export async function pageOfNotes(
  sql: Queryable,
  { customer_id, ...listing }: Listing & { customer_id: string },
  { by }: { by: Staff },
): Promise<Page<RowOf<typeof customerNoteShape>>> {
  return readListPage(
    sql,
    listing,
    sql`
      select
        n.id, customer_id(n.vineyard_id, n.email) as customer_id, n.vineyard_id, n.note,
        coalesce(w.name, a.name) as author, n.created_at, version_of(to_jsonb(n)) as version
      from customer_notes n
        left join winemakers w on n.actor = 'winemaker' and w.id = n.actor_id
        left join admins a on n.actor = 'admin' and a.id = n.actor_id
      where customer_id(n.vineyard_id, n.email) = ${customer_id}
        and ${inScope(sql, by, 'n.vineyard_id')}`,
  )
}

export const erasureRequestNoun: Noun = {
  table: 'erasure_requests',
  noun: 'erasure_request',
  of_vineyard: 'vineyard_id',
}

/** Returns one page of the erasure requests of the vineyards that these staff manage. */
export async function pageOfErasureRequests(
  sql: Queryable,
  {
    customer_id,
    waiting,
    ...listing
  }: Listing & { customer_id?: string | undefined; waiting?: boolean | undefined },
  { by }: { by: Staff },
): Promise<Page<RowOf<typeof erasureRequestShape>>> {
  return readListPage(
    sql,
    listing,
    sql`
      select
        r.id, customer_id(r.vineyard_id, r.email) as customer_id, r.vineyard_id, v.name as vineyard_name, r.email,
        r.reason, w.name as asked_by, r.created_at, r.declined_at, r.refusal, version_of(to_jsonb(r)) as version
      from erasure_requests r
        join vineyards v on v.id = r.vineyard_id
        join winemakers w on w.id = r.asked_by
      where ${inScope(sql, by, 'r.vineyard_id')}
        ${customer_id === undefined ? sql`` : sql`and customer_id(r.vineyard_id, r.email) = ${customer_id}`}
        ${waiting === undefined ? sql`` : sql`and (r.declined_at is null) = ${waiting}`}`,
  )
}
