import { reachOf, type Staff } from '../../people/actor.ts'
import type { Listing, Page } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import type { Customer } from './customer.ts'

export type CustomerFilters = { vineyard_id?: string | undefined; search?: string | undefined }

/** So many in a file; more than any vineyard has. */
const mostInFile = 200_000

type Asked = { vineyard_id: string | null; search: string | undefined; today: string }

/** Everything but the words, which are looked up for the few that are shown: sums are cheap, and texts are not. */
const grouped = (sql: Queryable, { vineyard_id, search, today }: Asked) => sql`
  select
    b.vineyard_id, lower(b.guest_email) as email, max(b.guest_name) as by_name, count(*)::int as bookings,
    coalesce(sum(b.number_of_guests) filter (where b.status <> 'cancelled'), 0)::int as guests,
    coalesce(sum(b.total_price) filter (where b.status <> 'cancelled'), 0) as spent,
    min(b.booking_date) filter (where b.status <> 'cancelled') as first_visit,
    max(b.booking_date) filter (where b.status <> 'cancelled' and b.booking_date < ${today}) as last_visit,
    min(b.booking_date) filter (where b.status <> 'cancelled' and b.booking_date >= ${today}) as next_visit
  from bookings b
  where ${vineyard_id === null ? sql`true` : sql`b.vineyard_id = ${vineyard_id}`}
    ${
      search === undefined
        ? sql``
        : sql`and lower(b.guest_email) in (
            select lower(s.guest_email) from bookings s
            where ${vineyard_id === null ? sql`true` : sql`s.vineyard_id = ${vineyard_id}`}
              and strpos(lower(concat_ws(' ', s.guest_name, s.guest_email)), lower(${search}::text)) > 0
          )`
    }
  group by b.vineyard_id, lower(b.guest_email)`

const columnOf = (sort: string) => ({ name: 'by_name' })[sort] ?? sort

type Row = Customer & { total: number }

/** Those of a page with the name and number that were given last. */
async function readSome(sql: Queryable, asked: Asked, { page, limit, sort }: Listing): Promise<Row[]> {
  const field = columnOf(sort.replace(/^-/, ''))
  const order = (of: string) => sql`
    order by ${sql(of)}.${sql(field)} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, ${sql(of)}.email,
      ${sql(of)}.vineyard_id`
  return sql<Row[]>`
    select
      customer_id(f.vineyard_id, f.email) as id, f.vineyard_id, f.email, words.name, words.phone, f.bookings, f.guests,
      f.spent, f.first_visit, f.last_visit, f.next_visit, f.total::int
    from (
      select g.*, count(*) over () as total from (${grouped(sql, asked)}) as g
      ${order('g')}
      limit ${limit} offset ${(page - 1) * limit}
    ) as f
      cross join lateral (
        select b.guest_name as name, b.guest_phone as phone
        from bookings b
        where b.vineyard_id = f.vineyard_id and lower(b.guest_email) = f.email
        order by b.created_at desc, b.id
        limit 1
      ) as words
    ${order('f')}`
}

function withoutTotal({ total: _total, ...customer }: Row): Customer {
  return customer
}

function within({ vineyard_id, search }: CustomerFilters, by: Staff, now: Date): Asked | null {
  const reach = reachOf(by).vineyard_id
  if (reach !== null && vineyard_id !== undefined && vineyard_id !== reach) return null
  return { vineyard_id: reach ?? vineyard_id ?? null, search, today: dayOf(now) }
}

/** One page of the customers within reach. */
export async function pageOfCustomers(
  sql: Queryable,
  { vineyard_id, search, ...listing }: Listing & CustomerFilters,
  { by }: { by: Staff },
  now: Date,
): Promise<Page<Customer>> {
  const { page, limit } = listing
  const asked = within({ vineyard_id, search }, by, now)
  if (asked === null) return { items: [], total: 0, page, limit }
  const rows = await readSome(sql, asked, listing)
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countCustomers(sql, asked))
  return { items: rows.map(withoutTotal), total, page, limit }
}

/** A page beyond the last one knows nothing of the others. */
async function countCustomers(sql: Queryable, asked: Asked): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::int as total from (${grouped(sql, asked)}) as g`
  return total
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
  return (await readSome(sql, asked, { page: 1, limit: mostInFile, sort: 'name' })).map(withoutTotal)
}

/** One customer within reach. */
export async function findCustomer(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Customer | undefined> {
  const key = await findCustomerKey(sql, id, { by })
  if (!key) return undefined
  const asked = { vineyard_id: key.vineyard_id, search: key.email, today: dayOf(now) }
  const found = await readSome(sql, asked, { page: 1, limit: 100, sort: 'email' })
  return found.map(withoutTotal).find((customer) => customer.id === id)
}

/** What a customer's id was made from, within reach. */
export async function findCustomerKey(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
): Promise<{ vineyard_id: string; email: string } | undefined> {
  const reach = reachOf(by).vineyard_id
  const [key] = await sql<[{ vineyard_id: string; email: string }?]>`
    select b.vineyard_id, lower(b.guest_email) as email
    from bookings b
    where customer_id(b.vineyard_id, lower(b.guest_email)) = ${id}
      and ${reach === null ? sql`true` : sql`b.vineyard_id = ${reach}`}
    limit 1`
  return key
}
