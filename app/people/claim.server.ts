import type { Queryable } from '../platform/database.server.ts'
import type { Claim } from './claim.ts'

/** Keeps a claim for an admin to decide on. The same form sent twice is kept once. */
export async function keepClaim(sql: Queryable, vineyardId: string, claim: Claim): Promise<void> {
  await sql`
    insert into vineyard_claims (vineyard_id, name, email, role, message, form_key)
    values (${vineyardId}, ${claim.name}, ${claim.email}, ${claim.role}, ${claim.message}, ${claim.form_key})
    on conflict (form_key) do nothing`
}
