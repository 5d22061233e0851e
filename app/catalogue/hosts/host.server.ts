import type postgres from 'postgres'

import { vineyardScope, type Staff } from '../../people/sign-in/actor.ts'
import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { HostKind } from './host.ts'

/** A guide or room shared by several experiences. `capacity` is the number of people who may be present at once. */
export type Host = {
  id: string
  vineyard_id: string
  name: string
  kind: HostKind
  capacity: number
  /** The text that visitors read about a person. */
  introduction: string | null
  is_shown: boolean
  /** The photograph, null if there is none. */
  picture_id: string | null
  picture: string | null
  feed_renewed_at: Date | null
  feed_read_at: Date | null
  created_at: Date
  version: string
}

export const hostNoun: Noun = { table: 'hosts', noun: 'host', of_vineyard: 'vineyard_id' }

/** Returns SQL for a column of the photograph `p` of host `h`. */
export const pictureOfHost = (sql: Queryable, column: postgres.Fragment) => sql`(
  select ${column} from pictures p
  where p.host_id = h.id and p.removed_at is null
  order by p.created_at desc, p.id limit 1
)`

/** Returns SQL for whether visitors see the face of host `h`. */
export const isFaceShown = (sql: Queryable) => sql`(
  h.kind = 'person' and h.is_shown
    and exists (select from vineyards v where v.id = h.vineyard_id and v.is_visible)
)`

/** Returns SQL for the address at which staff see the photograph `p` of a host whom visitors do not see. */
export const addressWithKey = (sql: Queryable) => sql`p.address || '?key=' || p.viewing_key`

// version_of ignores the counters of the row, which bookings change.
const columns = (sql: Queryable) => sql`
  h.id, h.vineyard_id, h.name, h.kind, h.capacity, h.introduction, h.is_shown, ${pictureOfHost(sql, sql`p.id`)} as picture_id,
  ${pictureOfHost(sql, sql`case when ${isFaceShown(sql)} then p.address else ${addressWithKey(sql)} end`)} as picture,
  h.feed_renewed_at, h.feed_read_at, h.created_at, version_of(to_jsonb(h)) as version`

/** Returns one page of the hosts that these staff manage. */
export async function pageOfHosts(
  sql: Queryable,
  { vineyard_id, ...listing }: Listing & { vineyard_id?: string | undefined },
  { by }: { by: Staff },
): Promise<Page<Host>> {
  const scope = vineyardScope(by).vineyard_id
  return readListPage(
    sql,
    listing,
    sql`
      select ${columns(sql)} from hosts h
      where ${scope === null ? sql`true` : sql`h.vineyard_id = ${scope}`}
        ${vineyard_id === undefined ? sql`` : sql`and h.vineyard_id = ${vineyard_id}`}`,
  )
}

/** Returns a host that these staff manage. */
export async function findHost(sql: Queryable, id: string, { by }: { by: Staff }): Promise<Host | undefined> {
  const scope = vineyardScope(by).vineyard_id
  const [host] = await sql<Host[]>`
    select ${columns(sql)} from hosts h
    where h.id = ${id} and ${scope === null ? sql`true` : sql`h.vineyard_id = ${scope}`}`
  return host
}

/** A host as visitors see it. */
export type ShownHost = Pick<Host, 'id' | 'name' | 'introduction' | 'picture'>

/** Returns the people of a vineyard whom its staff show to visitors, by name. */
export async function listShownHosts(sql: Queryable, vineyard_id: string): Promise<ShownHost[]> {
  return sql<ShownHost[]>`
    select h.id, h.name, h.introduction, ${pictureOfHost(sql, sql`p.address`)} as picture from hosts h
    where h.vineyard_id = ${vineyard_id} and h.kind = 'person' and h.is_shown
    order by name_sort_key(h.name), h.id`
}
