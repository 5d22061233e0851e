import type { z } from 'zod'

import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Noun } from '../accounts/staff-edit.server.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { erasureRequestShape } from './erasure-request.api.ts'

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
): Promise<Page<z.infer<typeof erasureRequestShape>>> {
  const scope = vineyardScope(by).vineyard_id
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
      where ${scope === null ? sql`true` : sql`r.vineyard_id = ${scope}`}
        ${customer_id === undefined ? sql`` : sql`and customer_id(r.vineyard_id, r.email) = ${customer_id}`}
        ${waiting === undefined ? sql`` : sql`and (r.declined_at is null) = ${waiting}`}`,
  )
}
