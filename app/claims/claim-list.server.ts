import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Noun } from '../accounts/staff-edit.server.ts'

export const claimNoun: Noun = { table: 'vineyard_claims', noun: 'vineyard_claim', of_vineyard: null }

/** A claim as admins read it. */
export type ClaimRow = {
  id: string
  vineyard_id: string
  name: string
  email: string
  role: string
  message: string
  /** `unproven` until whoever made it has shown that the address is theirs. */
  state: 'unproven' | 'new' | 'approved' | 'refused'
  refusal: string | null
  decided_at: Date | null
  decided_by: string | null
  created_at: Date
  vineyard_name: string
  /** What else there is to judge it by. */
  vineyard_website: string | null
  vineyard_email: string | null
  version: string
}

const claims = (sql: Queryable) => sql`
  select
    c.id, c.vineyard_id, c.name, c.email, c.role, c.message, c.state, c.refusal, c.decided_at,
    (select a.name from admins a where a.id = c.decided_by) as decided_by, c.created_at, v.name as vineyard_name,
    v.website as vineyard_website, v.email as vineyard_email,
    version_of(to_jsonb(c)) as version
  from vineyard_claims c join vineyards v on v.id = c.vineyard_id`

/** One page of the claims, without those that nobody proved unless they are asked for. Only admins read them: nothing here asks whose they are. */
export async function pageOfClaims(
  sql: Queryable,
  {
    state,
    vineyard_id,
    ...asked
  }: Listing & { state?: string | undefined; vineyard_id?: string | undefined },
): Promise<Page<ClaimRow>> {
  // The order is found among a few columns; what is dear to make is made for one page only.
  const { items: found, ...page } = await readListPage<{ id: string }>(
    sql,
    asked,
    sql`
      select c.id, c.name, c.state, c.created_at from vineyard_claims c
      where ${state === undefined ? sql`c.state <> 'unproven'` : sql`c.state = ${state}`}
        and ${vineyard_id === undefined ? sql`true` : sql`c.vineyard_id = ${vineyard_id}`}`,
    { indexed: ['created_at'], newest: 'created_at', never_null: ['created_at'] },
  )
  const items = await sql<ClaimRow[]>`
    ${claims(sql)} join unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as asked (id, place) on asked.id = c.id
    order by asked.place`
  return { ...page, items: [...items] }
}

export async function findClaim(sql: Queryable, id: string): Promise<ClaimRow | undefined> {
  const [claim] = await sql<ClaimRow[]>`${claims(sql)} where c.id = ${id}`
  return claim
}

/** Whether visitors see this vineyard, and whether its own people look after it already. */
export async function findClaimable(
  sql: Queryable,
  id: string,
): Promise<{ id: string; name: string; is_verified: boolean } | undefined> {
  const [vineyard] = await sql<{ id: string; name: string; is_verified: boolean }[]>`
    select id, name, is_verified from vineyards where id = ${id} and is_visible`
  return vineyard
}
