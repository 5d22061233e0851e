import type { Queryable } from '../../platform/database.server.ts'
import type { Claim } from './claim.ts'

/**
 * Keeps a claim for an admin to decide on, and writes to them that it came. The same form with the same words is kept once, however often it is sent; with
 * other words or for another vineyard it is another claim.
 */
export async function keepClaim(sql: Queryable, vineyardId: string, claim: Claim): Promise<void> {
  await sql`
    with kept as (
      insert into vineyard_claims (vineyard_id, name, email, role, message, form_key)
      values (
        ${vineyardId}, ${claim.name}, ${claim.email}, ${claim.role}, ${claim.message},
        md5(concat_ws(e'\\x1f', ${claim.form_key}::text, ${vineyardId}::text, ${claim.name}::text, ${claim.email}::text, ${claim.role}::text, ${claim.message}::text))::uuid
      )
      on conflict (form_key) do nothing
      returning name, email, role, message, created_at
    )
    insert into emails (email_type, to_address, payload, state, created_at)
    select 'claim_received', m.address,
      to_jsonb(k) - 'created_at' || jsonb_build_object('vineyard_name', (select v.name from vineyards v where v.id = ${vineyardId})),
      m.state, k.created_at
    from kept k cross join admin_mailboxes('claim_received') m`
}
