import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import { inScope, type Staff } from '../../people/sign-in/actor.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { customerNoteShape } from '../customers/customer.shapes.ts'
import type { customerTagShape } from './notes.shapes.ts'

/** Returns SQL for the staff's notes and tags of a booking `b`, and those of its customer. */
export function noteColumns(sql: Queryable) {
  return sql`b.staff_notes, customer_note_of(b) as customer_note, tags_of(b) as tags`
}

/** Returns SQL for the columns of `noteColumns` without content, because programs get no notes. */
export function emptyNoteColumns(sql: Queryable) {
  return sql`'' as staff_notes, '' as customer_note, '{}'::text[] as tags`
}

export const customerNoteNoun: Noun = {
  table: 'customer_notes',
  noun: 'customer_note',
  of_vineyard: 'vineyard_id',
}

/** Returns one page of the notes about a customer at the vineyards that these staff manage. */
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
        n.id, main_contact(n.contact_id) as customer_id, n.vineyard_id, n.note,
        name_of_actor(n.actor, n.actor_id) as author, n.created_at, version_of(to_jsonb(n)) as version
      from customer_notes n
      where n.contact_id = any (contacts_of_customer(${customer_id}))
        and ${inScope(sql, by, 'n.vineyard_id')}`,
  )
}

export const customerTagNoun: Noun = {
  table: 'customer_tags',
  noun: 'customer_tag',
  of_vineyard: 'vineyard_id',
}

/** Returns a customer's tags at the vineyards that these staff manage, in alphabetical order. */
export async function findCustomerTags(
  sql: Queryable,
  customer_id: string,
  { by }: { by: Staff },
): Promise<RowOf<typeof customerTagShape>[]> {
  return sql<RowOf<typeof customerTagShape>[]>`
    select t.id, t.tag, t.agreed, name_of_actor(t.actor, t.actor_id) as author, t.created_at
    from customer_tags t
    where t.contact_id = any (contacts_of_customer(${customer_id})) and ${inScope(sql, by, 't.vineyard_id')}
    order by t.tag`
}
