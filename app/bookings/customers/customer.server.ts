import type postgres from 'postgres'
import { inScope, vineyardScope, type Staff } from '../../people/sign-in/actor.ts'
import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import {
  limitToPage,
  isShort,
  type Listing,
  type Page,
  readListPage,
} from '../../platform/api/listing.server.ts'
import { mostListed } from '../../platform/text/counts.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { plannedForItsValues } from '../../platform/database/driver.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import { matchesGuest } from '../booking-search.server.ts'
import type { Customer } from './customer.ts'
import type { customerNoteShape, erasureRequestShape } from './customer.shapes.ts'

/*
 * Customers and their totals are not stored but computed from their bookings. A page first finds its customers by the total
 * that sorts the list, then adds up the other totals of these customers alone.
 */

export type CustomerFilters = { vineyard_id?: string | undefined; search?: string | undefined }

// More customers than any vineyard has.
const maxInFile = 200_000

type CustomerQuery = { vineyard_id: string | null; search: string | undefined; today: string }
type Nearest = { sort: '-last_visit' | 'next_visit'; most: number }

/** Returns SQL for the id of the customer of booking `b`, written as in the index. */
const customerOf = (sql: Queryable) => sql`customer_id(b.vineyard_id, b.guest_email)`

const hasCustomer = (sql: Queryable) => sql`b.guest_email is not null and not b.is_test`

/** Returns SQL for each field of a customer, from the customer's bookings `b`. `v.counts`: whether `b` counts as a visit. */
const totals = (sql: Queryable, today: string): Record<keyof Customer, postgres.Fragment> => ({
  id: sql`customer_id(b.vineyard_id, lower(b.guest_email))`,
  vineyard_id: sql`b.vineyard_id`,
  email: sql`lower(b.guest_email)`,
  name: sql`(array_agg(guest_name_of(b) order by b.created_at desc, b.id))[1]`,
  phone: sql`coalesce(
    (array_agg(b.guest_phone::text order by b.created_at desc, b.id) filter (where b.guest_phone is not null))[1], ''
  )`,
  bookings: sql`count(*)::int`,
  guests: sql`coalesce(sum(guests_of(b)) filter (where v.counts), 0)::int`,
  spent: sql`coalesce(sum(case when v.counts and b.status = 'completed' then b.total_price else 0 end + retained_money(b)), 0)`,
  expected: sql`coalesce(sum(b.total_price) filter (where v.counts and b.status <> 'completed'), 0)`,
  first_visit: sql`min(b.booking_date) filter (where v.counts)`,
  last_visit: sql`max(b.booking_date) filter (where v.counts and b.booking_date < ${today})`,
  next_visit: sql`min(b.booking_date) filter (where v.counts and b.booking_date >= ${today})`,
})

/** Returns SQL for `columns` of each customer, from the customer's bookings `b` that meet a condition. */
const byCustomer = (sql: Queryable, columns: postgres.Fragment, condition: postgres.Fragment) => sql`
  select ${columns}
  from bookings b cross join lateral (select counts_as_visit(b) as counts) as v
  where ${hasCustomer(sql)} and ${condition}
  group by b.vineyard_id, lower(b.guest_email)`

/** Returns SQL for the customers of the bookings `b` that meet a condition, with all totals of these bookings. */
function totalsOf(sql: Queryable, condition: postgres.Fragment, today: string) {
  const { id, ...others } = totals(sql, today)
  const columns = Object.entries(others).map(([name, total]) => sql`, ${total} as ${sql(name)}`)
  return byCustomer(sql, sql`${id} as id ${columns}`, condition)
}

/** Returns SQL for whether a booking is at the vineyard, or `true` for all vineyards. */
const ofVineyard = (sql: Queryable, vineyard_id: string | null) =>
  vineyard_id === null ? sql`true` : sql`b.vineyard_id = ${vineyard_id}`

/**
 * Returns SQL for ids of customers of all vineyards, sorted by latest last visit or by soonest next visit. Customers
 * without such a visit follow, sorted by email address.
 */
function nearestIds(sql: Queryable, { sort, most }: Nearest, today: string) {
  const direction = sort === '-last_visit' ? sql`desc` : sql`asc`
  const isVisit = (b: 'b' | 'v') => sql`
    counts_as_visit(${sql(b)}) and ${sql(b)}.booking_date ${sort === '-last_visit' ? sql`<` : sql`>=`} ${today}`
  // Uses a subquery, because with a join the planner would sort all visits of all customers.
  return sql`
    select id
    from (
      (
        select ${customerOf(sql)} as id from bookings b
        where ${hasCustomer(sql)} and ${isVisit('b')} and b.id = (
          select v.id from bookings v
          where customer_id(v.vineyard_id, v.guest_email) = ${customerOf(sql)}
            and v.guest_email is not null and not v.is_test and ${isVisit('v')}
          order by v.booking_date ${direction}, v.id limit 1
        )
        order by b.booking_date ${direction}, lower(b.guest_email), b.vineyard_id limit ${most}
      )
      union all
      (
        select customer_id(b.vineyard_id, lower(b.guest_email)) from bookings b
        where ${hasCustomer(sql)}
        group by b.vineyard_id, lower(b.guest_email)
        having count(*) filter (where ${isVisit('b')}) = 0
        order by lower(b.guest_email), b.vineyard_id limit ${most}
      )
    ) as nearest
    limit ${most}`
}

/** Returns SQL for the bookings `b` to add up in a list. Searches short terms only among the most recent customers. */
function listCondition(sql: Queryable, query: CustomerQuery, nearest: Nearest | null) {
  const { vineyard_id, search, today } = query
  const isAmong = (ids: postgres.Fragment) => sql`${customerOf(sql)} = any (array(${ids}))`
  if (search === undefined)
    return nearest === null ? ofVineyard(sql, vineyard_id) : isAmong(nearestIds(sql, nearest, today))
  const within =
    vineyard_id === null && isShort(search)
      ? isAmong(nearestIds(sql, { sort: '-last_visit', most: mostListed }, today))
      : ofVineyard(sql, vineyard_id)
  return isAmong(sql`
    select distinct ${customerOf(sql)} from bookings b
    where ${hasCustomer(sql)} and ${within}
      and ${matchesGuest(sql, search)}`)
}

const nullable = ['first_visit', 'last_visit', 'next_visit']

/** Returns SQL that sorts customers by `column`, in the direction of `sort`. */
function orderOf(sql: Queryable, sort: string, column: string = fieldOf(sort)) {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const isNullable = nullable.includes(fieldOf(sort))
  return sql`order by ${sql(column)} ${way} ${isNullable ? sql`nulls last` : sql``}, email, vineyard_id`
}

const fieldOf = (sort: string) => sort.replace(/^-/, '') as keyof Customer

/** Returns which customers a list considers; null means all. For all vineyards, it sorts only the most recent customers. */
function nearestFor({ vineyard_id }: CustomerQuery, sort: string, most: number): Nearest | null {
  if (vineyard_id !== null) return null
  if (sort === '-last_visit' || sort === 'next_visit') return { sort, most }
  return { sort: '-last_visit', most: Math.max(most, mostListed) }
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
  const nearest = nearestFor(query, sort, Math.min(page * limit, mostListed))
  const condition = listCondition(sql, query, nearest)
  const all =
    query.search !== undefined || nearest === null
      ? sql`found`
      : sql`(select distinct ${customerOf(sql)} from bookings b where ${hasCustomer(sql)} limit ${mostListed}) as c`
  const sorted = totals(sql, query.today)[fieldOf(sort)]
  const found = byCustomer(
    sql,
    sql`b.vineyard_id, lower(b.guest_email) as email, ${sorted} as sorted_by`,
    condition,
  )
  const onPage = sql`${customerOf(sql)} = any (array(
    select customer_id(vineyard_id, email) from found ${orderOf(sql, sort, 'sorted_by')} ${limitToPage(sql, { page, limit })}
  ))`
  // The total is joined to the page's rows, so that an empty page returns the total as well.
  const rows = await plannedForItsValues(sql<(Customer & { total: number })[]>`
    with found as materialized (${found})
    select listed.*, counted.total
    from (select least(${mostListed}, count(*))::int as total from ${all}) as counted
      left join (${totalsOf(sql, onPage, query.today)}) as listed on true
    ${orderOf(sql, sort)}`)
  const items = rows.filter(({ id }) => id !== null).map(({ total: _total, ...customer }) => customer)
  return { items, total: rows[0]?.total ?? 0, page, limit }
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
  const condition = listCondition(sql, query, nearestFor(query, 'name', maxInFile))
  return [
    ...(await plannedForItsValues(sql<Customer[]>`
      select * from (${totalsOf(sql, condition, query.today)}) as customers
      ${orderOf(sql, 'name')} limit ${maxInFile}`)),
  ]
}

/** Returns a customer that these staff may see. */
export async function findCustomer(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Customer | undefined> {
  const condition = sql`${customerOf(sql)} = ${id} and ${inScope(sql, by)}`
  const [customer] = await sql<Customer[]>`${totalsOf(sql, condition, dayOf(now))}`
  return customer
}

/** Returns the vineyard and email address behind a customer's id, if these staff may see the customer. */
export async function findCustomerKey(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
): Promise<{ vineyard_id: string; email: string } | undefined> {
  const [key] = await sql<[{ vineyard_id: string; email: string }?]>`
    select b.vineyard_id, lower(b.guest_email) as email from bookings b
    where ${hasCustomer(sql)} and ${customerOf(sql)} = ${id} and ${inScope(sql, by)}
    limit 1`
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
        r.reason, w.name as requested_by, r.created_at, r.declined_at, r.refusal, version_of(to_jsonb(r)) as version
      from erasure_requests r
        join vineyards v on v.id = r.vineyard_id
        join winemakers w on w.id = r.requested_by
      where ${inScope(sql, by, 'r.vineyard_id')}
        ${customer_id === undefined ? sql`` : sql`and customer_id(r.vineyard_id, r.email) = ${customer_id}`}
        ${waiting === undefined ? sql`` : sql`and (r.declined_at is null) = ${waiting}`}`,
  )
}
