import { reachOf, type Staff } from '../people/actor.ts'
import { type Listing, type Page, readPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Customer } from './customer.ts'

export type CustomerFilters = { vineyard_id?: string | undefined; search?: string | undefined }

const customers = (sql: Queryable, reach: string | null) => sql`
  select
    customer_id(b.vineyard_id, lower(b.guest_email)) as id, b.vineyard_id, lower(b.guest_email) as email,
    (array_agg(b.guest_name order by b.created_at desc, b.id))[1] as name,
    (array_agg(b.guest_phone order by b.created_at desc, b.id))[1] as phone,
    count(*)::int as bookings,
    coalesce(sum(b.number_of_guests) filter (where b.status <> 'cancelled'), 0)::int as guests,
    coalesce(sum(b.total_price) filter (where b.status <> 'cancelled'), 0) as spent,
    min(b.booking_date) filter (where b.status <> 'cancelled') as first_visit,
    max(b.booking_date) filter (where b.status <> 'cancelled') as last_visit
  from bookings b
  where ${reach === null ? sql`true` : sql`b.vineyard_id = ${reach}`}
  group by b.vineyard_id, lower(b.guest_email)`

/** One page of the customers within reach. */
export async function pageOfCustomers(
  sql: Queryable,
  { vineyard_id, search, ...asked }: Listing & CustomerFilters,
  { by }: { by: Staff },
): Promise<Page<Customer>> {
  return readPage(
    sql,
    asked,
    sql`
      select * from (${customers(sql, reachOf(by).vineyard_id)}) as c
      where ${vineyard_id === undefined ? sql`true` : sql`c.vineyard_id = ${vineyard_id}`}
        ${search === undefined ? sql`` : sql`and strpos(lower(concat_ws(' ', c.name, c.email)), lower(${search}::text)) > 0`}`,
  )
}

/** One customer within reach. */
export async function findCustomer(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
): Promise<Customer | undefined> {
  const [customer] = await sql<Customer[]>`
    select * from (${customers(sql, reachOf(by).vineyard_id)}) as c where c.id = ${id}`
  return customer
}
