import { inScope, type Staff, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { outcomeFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { Result } from '../../platform/result.ts'
import type { customerContactShape } from './customer.shapes.ts'

/**
 * Returns a customer's contacts with the latest name of each, the main contact first. Returns an empty list if the
 * customer is out of scope.
 */
export async function findContacts(
  sql: Queryable,
  customer_id: string,
  { by }: { by: Staff },
): Promise<RowOf<typeof customerContactShape>[]> {
  return sql<RowOf<typeof customerContactShape>[]>`
    select c.id, latest.name, latest.email, latest.phone, m.main_id is null as is_main,
      name_of_actor(m.actor, m.actor_id) as merged_by, m.merged_at
    from unnest(contacts_of_customer(${customer_id})) as c (id)
      left join customer_merges m on m.contact_id = c.id
      cross join lateral (
        select guest_name_of(b) as name, coalesce(lower(b.guest_email), '') as email, coalesce(b.guest_phone, '') as phone
        from bookings b
        where b.contact_id = c.id and ${inScope(sql, by)}
        order by b.created_at desc, b.id limit 1
      ) as latest
    order by m.merged_at nulls first, c.id`
}

/** Merges another customer into a customer of the same vineyard. Returns the id with which the merge can be undone. */
export async function mergeCustomers(
  sql: Queryable,
  { main_id, other_id }: { main_id: string; other_id: string },
  { by }: { by: StaffMember },
  now: Date,
) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return outcomeFrom(sql)<SqlEnums['customer_merge_problem'], { merge_id: string }>`
    select * from merge_customers(${main_id}, ${other_id}, ${vineyard_id}, ${actor}, ${actor_id}, ${now})`
}

/** Takes a contact out of a merged customer, or undoes a merge within 30 seconds. */
export async function separateCustomer(
  sql: Queryable,
  which: { contact_id: string } | { merge_id: string },
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<undefined, SqlEnums['customer_separation_problem']>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const { contact_id = null, merge_id = null } = { contact_id: undefined, merge_id: undefined, ...which }
  return outcomeFrom(sql)<SqlEnums['customer_separation_problem']>`
    select separate_customer(${contact_id}, ${merge_id}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}) as problem`
}
