import type postgres from 'postgres'
import { z } from 'zod'

import {
  addRow,
  type ColumnValues,
  isStillThere,
  type Noun,
} from '../../people/accounts/staff-edit.server.ts'
import { inScope, type Staff } from '../../people/sign-in/actor.ts'
import { hashToken, makeToken } from '../../people/sign-in/session.server.ts'
import { id, instant, type RowOf } from '../../platform/api/fields.server.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import { version } from '../../platform/api/version.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { hostKinds } from './host.ts'

/**
 * A guide or room shared by several experiences. `capacity` is the number of people who may be present at once.
 * `introduction` is the text that visitors read about a person.
 */
export const hostShape = z
  .object({
    id,
    vineyard_id: id,
    name: z.string(),
    kind: z.enum(hostKinds),
    capacity: z.int(),
    introduction: z.string().nullable(),
    is_shown: z.boolean().describe('Whether visitors see the host, if it is a person.'),
    picture_id: id.nullable(),
    picture: z.string().nullable(),
    feed_renewed_at: instant
      .nullable()
      .describe('When the link of the host’s calendar was made; null without a link.'),
    feed_read_at: instant.nullable(),
    created_at: instant,
    version,
  })
  .meta({ id: 'Host' })

type Host = RowOf<typeof hostShape>

export const hostNoun: Noun = { table: 'hosts', noun: 'host', of_vineyard: 'vineyard_id' }

/** Returns SQL for a column of `p`, the latest photograph of host `h`. */
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

// version_of ignores the counters in the row, because bookings change them.
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
  return readListPage(
    sql,
    listing,
    sql`
      select ${columns(sql)} from hosts h
      where ${inScope(sql, by, 'h.vineyard_id')}
        ${vineyard_id === undefined ? sql`` : sql`and h.vineyard_id = ${vineyard_id}`}`,
  )
}

/** Returns a host that these staff manage. */
export async function findHost(sql: Queryable, id: string, { by }: { by: Staff }): Promise<Host | undefined> {
  const [host] = await sql<Host[]>`
    select ${columns(sql)} from hosts h
    where h.id = ${id} and ${inScope(sql, by, 'h.vineyard_id')}`
  return host
}

/** Adds a host. `picture_id` gives this host the photograph of a host whom staff deleted less than a day ago. */
export async function addHost(
  sql: Queryable,
  {
    picture_id = null,
    ...host
  }: ColumnValues & { vineyard_id: string; picture_id?: string | null | undefined },
  { by }: { by: Staff },
  now: Date,
): ReturnType<typeof addRow> {
  return inTransaction(sql, async (transaction) => {
    const added = await addRow(transaction, hostNoun, host, { by }, now)
    if (added.ok)
      await transaction`
        update pictures set host_id = ${added.value.id}
        where id = ${picture_id} and vineyard_id = ${host.vineyard_id} and shown_as = 'host' and host_id is null
          and removed_at is null`
    return added
  })
}

/** A host as visitors see it. */
export type ShownHost = Pick<Host, 'id' | 'name' | 'introduction' | 'picture'>

/** Returns the people of a vineyard whom its staff show to visitors, sorted by name. */
export async function listShownHosts(sql: Queryable, vineyard_id: string): Promise<ShownHost[]> {
  return sql<ShownHost[]>`
    select h.id, h.name, h.introduction, ${pictureOfHost(sql, sql`p.address`)} as picture from hosts h
    where h.vineyard_id = ${vineyard_id} and h.kind = 'person' and h.is_shown
    order by name_sort_key(h.name), h.id`
}

/** Makes the secret link of a host's own calendar, or renews it. Only this call returns the secret. */
export async function renewHostFeed(sql: Queryable, id: string, by: Staff, now: Date) {
  const secret = makeToken()
  const renewed = await sql`
    update hosts h set feed_secret_hash = ${hashToken(secret)}, feed_renewed_at = ${now}, feed_read_at = null
    where h.id = ${id} and ${inScope(sql, by, 'h.vineyard_id')} and ${isStillThere(sql, by)}
    returning h.id`
  return renewed.length > 0 ? { secret } : undefined
}

/** Ends the link of a host's own calendar. Returns false if these staff do not manage the host. */
export async function endHostFeed(sql: Queryable, id: string, by: Staff): Promise<boolean> {
  const ended = await sql`
    update hosts h set feed_secret_hash = null, feed_renewed_at = null, feed_read_at = null
    where h.id = ${id} and ${inScope(sql, by, 'h.vineyard_id')} and ${isStillThere(sql, by)}
    returning h.id`
  return ended.length > 0
}
