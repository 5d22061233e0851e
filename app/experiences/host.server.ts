import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Noun } from '../accounts/staff-edit.server.ts'
import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database.server.ts'

/** Host: one guide or one room, and the most people present there at once over all experiences that share it. */
export type Host = {
  id: string
  vineyard_id: string
  name: string
  capacity: number
  created_at: Date
  version: string
}

export const hostNoun: Noun = { table: 'hosts', noun: 'host', of_vineyard: 'vineyard_id' }

// Its turns are counted in the row by every booking: they are no version of what staff write.
const columns = (sql: Queryable) => sql`
  h.id, h.vineyard_id, h.name, h.capacity, h.created_at, version_of(to_jsonb(h)) as version`

/** One page of the hosts within reach. */
export async function pageOfHosts(
  sql: Queryable,
  { vineyard_id, ...asked }: Listing & { vineyard_id?: string | undefined },
  { by }: { by: Staff },
): Promise<Page<Host>> {
  const scope = vineyardScope(by).vineyard_id
  return readListPage(
    sql,
    asked,
    sql`
      select ${columns(sql)} from hosts h
      where ${scope === null ? sql`true` : sql`h.vineyard_id = ${scope}`}
        ${vineyard_id === undefined ? sql`` : sql`and h.vineyard_id = ${vineyard_id}`}`,
  )
}

/** One host within reach. */
export async function findHost(sql: Queryable, id: string, { by }: { by: Staff }): Promise<Host | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const [host] = await sql<Host[]>`
    select ${columns(sql)} from hosts h
    where h.id = ${id} and ${scope === null ? sql`true` : sql`h.vineyard_id = ${scope}`}`
  return host
}
