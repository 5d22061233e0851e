import type postgres from 'postgres'
import { inScope, vineyardScope, type Staff } from '../../people/sign-in/actor.ts'
import { limitToPage, isShort, type Listing, type Page } from '../../platform/api/listing.server.ts'
import { mostListed } from '../../platform/text/counts.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, dayOf } from '../../platform/days.ts'
import { plannedForItsValues } from '../../platform/database/driver.server.ts'
import { isOfCustomer, matchesGuest } from '../booking-search.server.ts'
import { earnedMoney } from '../payments/payment.server.ts'
import type { Customer } from './customer.ts'

/*
 * Customers and their totals are not stored but computed from the bookings of their contacts. Only the merges of
 * contacts are stored. A page first finds its customers by the total that sorts the list, and then adds up their other
 * totals.
 */

export type CustomerFilters = { vineyard_id?: string | undefined; search?: string | undefined }

// A limit beyond the number of customers of any vineyard.
const maxInFile = 200_000

type CustomerQuery = { vineyard_id: string | null; search: string | undefined; now: Date }
type Nearest = { sort: '-last_visit' | 'next_visit'; most: number }

/** Returns SQL for the id of the customer of booking `b`. `m` is the merge of its contact, if there is one (see `bookings`). */
const customerOf = (sql: Queryable) => sql`coalesce(m.main_id, b.contact_id)`

const bookings = (sql: Queryable) =>
  sql`bookings b left join customer_merges m on m.contact_id = b.contact_id`

/** Returns SQL for the latest value of a column among the bookings `b` of a customer that meet a condition. */
const latest = (sql: Queryable, value: postgres.Fragment, condition: postgres.Fragment) =>
  sql`(array_agg(${value} order by b.created_at desc, b.id) filter (where ${condition}))[1]`

/** Returns SQL for the main contact's email address, or ''. Sorting by it is faster than by the field `email` of `totals`. */
const mainEmail = (sql: Queryable) =>
  sql`coalesce(max(lower(b.guest_email)) filter (where m.main_id is null), '')`

/** Returns SQL for whether a booking is no longer to come, because its visit has ended or is completed. */
const isPast = (sql: Queryable, b: string, now: Date) =>
  sql`(${sql(b)}.status = 'completed' or visit_end(${sql(b)}) <= ${now})`

/** Returns SQL for each field of a customer, from the customer's bookings `b`. `v.counts`: whether `b` counts as a visit. */
const totals = (sql: Queryable, now: Date): Record<keyof Customer, postgres.Fragment> => ({
  id: customerOf(sql),
  vineyard_id: sql`b.vineyard_id`,
  email: sql`coalesce(
    nullif(${mainEmail(sql)}, ''), ${latest(sql, sql`lower(b.guest_email)`, sql`b.guest_email is not null`)}, ''
  )`,
  name: latest(sql, sql`guest_name_of(b)`, sql`m.main_id is null`),
  phone: sql`coalesce(
    ${latest(sql, sql`b.guest_phone::text`, sql`b.guest_phone is not null and m.main_id is null`)},
    ${latest(sql, sql`b.guest_phone::text`, sql`b.guest_phone is not null`)}, ''
  )`,
  bookings: sql`count(*)::int`,
  guests: sql`coalesce(sum(guests_of(b)) filter (where v.counts), 0)::int`,
  not_marked: sql`coalesce(sum(not_marked_of(b)), 0)::int`,
  spent: sql`coalesce(sum(${earnedMoney(sql)}), 0)`,
  expected: sql`coalesce(sum(b.total_price) filter (where v.counts and b.status <> 'completed'), 0)`,
  first_visit: sql`min(b.booking_date) filter (where v.counts)`,
  last_visit: sql`max(b.booking_date) filter (where v.counts and ${isPast(sql, 'b', now)})`,
  next_visit: sql`min(b.booking_date) filter (where v.counts and not ${isPast(sql, 'b', now)})`,
})

/** Returns SQL for `columns` of each customer, from the customer's bookings `b` that meet a condition. */
const byCustomer = (sql: Queryable, columns: postgres.Fragment, condition: postgres.Fragment) => sql`
  select ${columns}
  from ${bookings(sql)} cross join lateral (select counts_as_visit(b) as counts) as v
  where b.contact_id is not null and ${condition}
  group by b.vineyard_id, ${customerOf(sql)}`

/** Returns SQL for the ids of the customers with these contacts. Joins, because `main_contact` is slow for many contacts. */
const customersWith = (sql: Queryable, contacts: postgres.Fragment) => sql`
  select distinct ${customerOf(sql)} as id
  from (${contacts}) as b left join customer_merges m on m.contact_id = b.contact_id`

/** Returns SQL for the customers of the bookings `b` that meet a condition, with all totals of these bookings. */
function totalsOf(sql: Queryable, condition: postgres.Fragment, now: Date) {
  const { id, ...others } = totals(sql, now)
  const columns = Object.entries(others).map(([name, total]) => sql`, ${total} as ${sql(name)}`)
  return byCustomer(sql, sql`${id} as id ${columns}`, condition)
}

/** Returns SQL for whether a booking is at the vineyard, or `true` for all vineyards. */
const ofVineyard = (sql: Queryable, vineyard_id: string | null) =>
  vineyard_id === null ? sql`true` : sql`b.vineyard_id = ${vineyard_id}`

/**
 * Returns SQL for customers of all vineyards, sorted by the last or the next visit of any of their contacts.
 * Customers without such a visit follow, sorted by email address. The limit on contacts is `most` plus the
 * number of merges, because each merge joins two contacts.
 */
function nearestIds(sql: Queryable, { sort, most }: Nearest, now: Date) {
  const direction = sort === '-last_visit' ? sql`desc` : sql`asc`
  // The condition on the day uses an index. A visit of yesterday may end after midnight.
  const today = dayOf(now)
  const isVisit = (b: 'b' | 'v') =>
    sort === '-last_visit'
      ? sql`counts_as_visit(${sql(b)}) and ${sql(b)}.booking_date <= ${today} and ${isPast(sql, b, now)}`
      : sql`counts_as_visit(${sql(b)}) and ${sql(b)}.booking_date >= ${addDays(today, -1)} and not ${isPast(sql, b, now)}`
  const limit = sql`limit ${most} + (select count(*) from customer_merges)`
  // Uses a subquery, because with a join the planner would sort all visits of all customers.
  return customersWith(
    sql,
    sql`
      (
        select b.contact_id from bookings b
        where b.contact_id is not null and ${isVisit('b')} and b.id = (
          select v.id from bookings v
          where v.contact_id = b.contact_id and ${isVisit('v')}
          order by v.booking_date ${direction}, v.id limit 1
        )
        order by b.booking_date ${direction}, lower(b.guest_email), b.vineyard_id ${limit}
      )
      union all
      (
        select b.contact_id from bookings b
        where b.contact_id is not null
        group by b.contact_id, b.vineyard_id, lower(b.guest_email)
        having count(*) filter (where ${isVisit('b')}) = 0
        order by coalesce(lower(b.guest_email), ''), b.vineyard_id ${limit}
      )
      ${limit}`,
  )
}

/**
 * Returns SQL for the first contacts by id. The limit is `most` plus the number of merges, so that the contacts belong to at
 * least `most` customers: each merge joins two contacts.
 */
const firstContacts = (sql: Queryable, most: number) => sql`
  select distinct contact_id from bookings where contact_id is not null
  order by contact_id limit ${most} + (select count(*) from customer_merges)`

/** Returns SQL for whether booking `b` belongs to one of the customers with these ids. */
const isOfCustomers = (sql: Queryable, ids: postgres.Fragment) => sql`
  b.contact_id = any (array(
    with found_ids as materialized (${ids})
    select id from found_ids union all select c.contact_id from customer_merges c join found_ids on found_ids.id = c.main_id
  ))`

/**
 * Returns SQL that selects the bookings `b` that a list adds up. A search considers the latest `most` bookings that
 * match. A search of all vineyards looks for short terms only among the most recent customers.
 */
function listCondition(sql: Queryable, query: CustomerQuery, nearest: Nearest | null, most: number) {
  const { vineyard_id, search, now } = query
  if (search === undefined)
    return nearest === null ? ofVineyard(sql, vineyard_id) : isOfCustomers(sql, nearestIds(sql, nearest, now))
  const within =
    vineyard_id === null && isShort(search)
      ? isOfCustomers(sql, nearestIds(sql, { sort: '-last_visit', most: mostListed }, now))
      : ofVineyard(sql, vineyard_id)
  return isOfCustomers(
    sql,
    customersWith(
      sql,
      sql`
        select b.contact_id from bookings b
        where b.contact_id is not null and ${within} and ${matchesGuest(sql, search)}
        order by b.booking_date desc limit ${most}`,
    ),
  )
}

const nullable = ['first_visit', 'last_visit', 'next_visit']

/** Returns SQL that sorts the customers `found` by `column`, in the direction of `sort`. */
function orderOf(sql: Queryable, sort: string, column: string) {
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const isNullable = nullable.includes(fieldOf(sort))
  return sql`
    order by found.${sql(column)} ${way} ${isNullable ? sql`nulls last` : sql``}, found.email, found.vineyard_id, found.id`
}

const fieldOf = (sort: string) => sort.replace(/^-/, '') as keyof Customer | 'nearest'

/** Returns SQL for the value that sorts a customer: a total or, for `nearest`, the days from today to the nearest booking. */
function sortValue(sql: Queryable, sort: string, now: Date) {
  const field = fieldOf(sort)
  return field === 'nearest' ? sql`min(abs(b.booking_date - ${dayOf(now)}::date))` : totals(sql, now)[field]
}

/**
 * Returns the limit of a list of all vineyards' customers, which considers only the customers with the latest or the next
 * visits. Returns null for the list of one vineyard, which has no limit.
 */
function nearestFor({ vineyard_id }: CustomerQuery, sort: string, most: number): Nearest | null {
  if (vineyard_id !== null) return null
  if (sort === '-last_visit' || sort === 'next_visit') return { sort, most }
  return { sort: '-last_visit', most: Math.max(most, mostListed) }
}

function scopedQuery({ vineyard_id, search }: CustomerFilters, by: Staff, now: Date): CustomerQuery | null {
  const scope = vineyardScope(by).vineyard_id
  if (scope !== null && vineyard_id !== undefined && vineyard_id !== scope) return null
  return { vineyard_id: scope ?? vineyard_id ?? null, search, now }
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
  const condition = listCondition(sql, query, nearest, mostListed)
  const all =
    query.search !== undefined || nearest === null
      ? sql`found`
      : sql`(${customersWith(sql, firstContacts(sql, mostListed))}) as c`
  const found = byCustomer(
    sql,
    sql`${customerOf(sql)} as id, b.vineyard_id, ${mainEmail(sql)} as email, ${sortValue(sql, sort, query.now)} as sorted_by`,
    condition,
  )
  const onPage = isOfCustomers(
    sql,
    sql`select id from found ${orderOf(sql, sort, 'sorted_by')} ${limitToPage(sql, { page, limit })}`,
  )
  // The total is joined to the page's rows, so that an empty page returns the total as well.
  const rows = await plannedForItsValues(sql<(Customer & { total: number })[]>`
    with found as materialized (${found})
    select listed.*, counted.total
    from (select least(${mostListed}, count(*))::int as total from ${all}) as counted
      left join (${totalsOf(sql, onPage, query.now)}) as listed on true
      left join found on found.id = listed.id
    ${orderOf(sql, sort, 'sorted_by')}`)
  const items = rows.filter(({ id }) => id !== null).map(({ total: _total, ...customer }) => customer)
  return { items, total: rows[0]?.total ?? 0, page, limit }
}

/** Returns all customers that match the filters and that these staff may see, sorted by name. */
export async function allCustomers(
  sql: Queryable,
  filters: CustomerFilters,
  { by }: { by: Staff },
  now: Date,
): Promise<Customer[]> {
  const query = scopedQuery(filters, by, now)
  if (query === null) return []
  const condition = listCondition(sql, query, nearestFor(query, 'name', maxInFile), maxInFile * 10)
  return plannedForItsValues(sql<Customer[]>`
    select * from (${totalsOf(sql, condition, query.now)}) as found
    ${orderOf(sql, 'name', 'name')} limit ${maxInFile}`)
}

/** Returns the customer that has the contact with this id, if these staff may see the customer. */
export async function findCustomer(sql: Queryable, id: string, { by }: { by: Staff }, now: Date) {
  const condition = sql`${isOfCustomer(sql, id)} and ${inScope(sql, by)}`
  const [customer] = await sql<Customer[]>`${totalsOf(sql, condition, now)}`
  return customer
}

/** The main contact of a customer: an email address in lower case, or the digits of a telephone number. */
type MainContact = { vineyard_id: string; email: string | null; phone: string | null }

/** Returns the main contact of the customer that has the contact with this id, if these staff may see the customer. */
export async function findMainContact(sql: Queryable, id: string, { by }: { by: Staff }) {
  const [contact] = await sql<[MainContact?]>`
    select b.vineyard_id, lower(b.guest_email) as email,
      case when b.guest_email is null then contact_text(null, b.guest_phone) end as phone
    from bookings b
    where b.contact_id = main_contact(${id}) and ${inScope(sql, by)}
    limit 1`
  return contact
}
