import { hashToken, isToken, makeToken } from '../accounts/token.server.ts'
import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { isStillThere } from '../accounts/still-employed.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { CalendarFeed } from './feed.ts'

/** The feeds within reach, or those of one vineyard of it, those of whole vineyards first. */
export async function listFeeds(
  sql: Queryable,
  by: Staff,
  of: { vineyard_id?: string | undefined } = {},
): Promise<CalendarFeed[]> {
  const { vineyard_id } = vineyardScope(by)
  return sql<CalendarFeed[]>`
    select id, vineyard_id, experience_id, renewed_at, last_read_at
    from calendar_feeds
    where (${vineyard_id}::uuid is null or vineyard_id = ${vineyard_id})
      and (${of.vineyard_id ?? null}::uuid is null or vineyard_id = ${of.vineyard_id ?? null})
    order by vineyard_id, experience_id nulls first`
}

/** Makes a feed, or gives it another secret, which is told this once. Undefined: no such vineyard or experience in reach. */
export async function renewFeed(
  sql: Queryable,
  of: { vineyard_id: string; experience_id: string | null },
  by: Staff,
  now: Date,
): Promise<(CalendarFeed & { secret: string }) | undefined> {
  const secret = makeToken()
  const { vineyard_id } = vineyardScope(by)
  const [feed] = await sql<CalendarFeed[]>`
    insert into calendar_feeds (vineyard_id, experience_id, secret_hash, renewed_at)
    select v.id, e.id, ${hashToken(secret)}, ${now}
    from vineyards v left join experiences e on e.vineyard_id = v.id and e.id = ${of.experience_id}
    where v.id = ${of.vineyard_id} and (${vineyard_id}::uuid is null or v.id = ${vineyard_id})
      and (${of.experience_id}::uuid is null or e.id is not null)
      and ${isStillThere(sql, by)}
    on conflict on constraint one_feed_each do update
      set secret_hash = excluded.secret_hash, renewed_at = excluded.renewed_at, last_read_at = null
    returning id, vineyard_id, experience_id, renewed_at, last_read_at`
  return feed && { ...feed, secret }
}

/** Ends a feed. False: there is none of that id in reach. */
export async function endFeed(sql: Queryable, id: string, by: Staff): Promise<boolean> {
  const { vineyard_id } = vineyardScope(by)
  const ended = await sql`
    delete from calendar_feeds
    where id = ${id} and (${vineyard_id}::uuid is null or vineyard_id = ${vineyard_id}) and ${isStillThere(sql, by)}
    returning id`
  return ended.length > 0
}

/** The feed of a secret, noting that it was read. */
export async function openFeed(
  sql: Queryable,
  secret: string | undefined,
  now: Date,
): Promise<(CalendarFeed & { name: string }) | undefined> {
  if (!isToken(secret)) return undefined
  const [feed] = await sql<(CalendarFeed & { name: string })[]>`
    update calendar_feeds f set last_read_at = ${now}
    where f.secret_hash = ${hashToken(secret)}
    returning f.id, f.vineyard_id, f.experience_id, f.renewed_at, f.last_read_at, coalesce(
      (select e.title from experiences e where e.id = f.experience_id),
      (select v.name from vineyards v where v.id = f.vineyard_id)
    ) as name`
  return feed
}
