import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import { inScope, type Staff } from '../../people/sign-in/actor.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { erasureRequestShape } from './customer.shapes.ts'

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
        r.id, main_contact(r.contact_id) as customer_id, r.vineyard_id, v.name as vineyard_name,
        coalesce(r.email, '') as email, coalesce(r.phone, '') as phone,
        r.reason, w.name as requested_by, r.created_at, r.declined_at, r.refusal, version_of(to_jsonb(r)) as version
      from erasure_requests r
        join vineyards v on v.id = r.vineyard_id
        join winemakers w on w.id = r.requested_by
      where ${inScope(sql, by, 'r.vineyard_id')}
        ${customer_id === undefined ? sql`` : sql`and r.contact_id = any (contacts_of_customer(${customer_id}))`}
        ${waiting === undefined ? sql`` : sql`and (r.declined_at is null) = ${waiting}`}`,
  )
}
