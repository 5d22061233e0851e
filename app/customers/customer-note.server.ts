import type { z } from 'zod'

import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Noun } from '../accounts/staff-edit.server.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { customerNoteShape } from './customer-note.api.ts'

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
): Promise<Page<z.infer<typeof customerNoteShape>>> {
  const scope = vineyardScope(by).vineyard_id
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
        and ${scope === null ? sql`true` : sql`n.vineyard_id = ${scope}`}`,
  )
}
