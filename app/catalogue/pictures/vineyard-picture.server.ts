import { z } from 'zod'

import type { Viewers } from '../../platform/media/serve-picture.server.ts'
import type { ReceivedPicture } from '../../platform/media/receive.server.ts'
import { inScope, type Staff } from '../../people/sign-in/actor.ts'
import { addRow, changeRow, type RowEditProblem, type Noun } from '../../people/accounts/staff-edit.server.ts'
import { id, instant, type RowOf } from '../../platform/api/fields.server.ts'
import { type Listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import { version } from '../../platform/api/version.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { addressWithKey, isFaceShown, pictureOfHost } from '../hosts/host.server.ts'
import { vineyardNoun } from '../vineyards/vineyard.server.ts'
import { mostPictures, pictureQuota, type ShownAs, shownAs } from './vineyard-picture.ts'

export const pictureNoun: Noun = { table: 'pictures', noun: 'picture', of_vineyard: 'vineyard_id' }

/**
 * An uploaded picture, and how it is shown. `vineyard_id` is null for pictures of blog posts. `alt` is the alternative text,
 * empty for a decorative picture.
 */
export const pictureShape = z
  .object({
    id,
    vineyard_id: id.nullable(),
    experience_id: id.nullable(),
    host_id: id.nullable(),
    shown_as: z.enum(shownAs),
    address: z.string(),
    alt: z.string(),
    rank: z.int(),
    created_at: instant,
    version,
  })
  .meta({ id: 'Picture' })

export type VineyardPicture = RowOf<typeof pictureShape>

type PictureRequest = Pick<VineyardPicture, 'vineyard_id' | 'experience_id' | 'host_id' | 'shown_as' | 'alt'>

const columns = (sql: Queryable) => sql`
  p.id, p.vineyard_id, p.experience_id, p.host_id, p.shown_as,
  case when p.shown_as = 'host' then ${addressWithKey(sql)} else p.address end as address, p.alt, p.rank, p.created_at,
  version_of(to_jsonb(p)) as version`

/**
 * Returns why a picture cannot be uploaded, or null. `absent`: the user does not manage the vineyard, or the experience or host
 * is not the vineyard's. `full` or `quota`: the vineyard already shows or stores as many pictures as it may.
 */
export async function refusePictureRequest(
  sql: Queryable,
  { vineyard_id, experience_id, host_id, shown_as }: PictureRequest,
  { by }: { by: Staff },
): Promise<'absent' | 'full' | 'quota' | null> {
  if (vineyard_id === null && by.actor === 'winemaker') return 'absent'
  if (vineyard_id !== null) {
    const [found] = await sql`
      select from vineyards v
      where v.id = ${vineyard_id} and ${inScope(sql, by, 'v.id')}
        and (${experience_id}::uuid is null or exists (
          select from experiences e where e.id = ${experience_id} and e.vineyard_id = v.id
        ))
        and (${host_id}::uuid is null or exists (
          select from hosts h where h.id = ${host_id} and h.vineyard_id = v.id
        ))`
    if (!found) return 'absent'
  }
  if (await isFull(sql, { vineyard_id, shown_as })) return 'full'
  return (await hasRoom(sql, vineyard_id, 0)) ? null : 'quota'
}

const enoughShown = { kind: 'refused', by: 'pictures_are_full' } as const

/** Returns whether a vineyard shows as many pictures as it may. */
async function isFull(
  sql: Queryable,
  { vineyard_id, shown_as }: Pick<PictureRequest, 'vineyard_id' | 'shown_as'>,
): Promise<boolean> {
  if (shown_as !== 'more') return false
  const [{ shown }] = await sql<[{ shown: number }]>`
    select count(*)::int as shown from pictures
    where vineyard_id = ${vineyard_id} and shown_as = 'more' and removed_at is null`
  return shown >= mostPictures
}

/** Records an uploaded picture. The address of a cover or logo is also stored in the vineyard's row. */
export async function addPicture(
  sql: Sql,
  request: PictureRequest,
  { id, address, bytes }: ReceivedPicture,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ id: string }, RowEditProblem | { kind: 'quota' }>> {
  return inTransaction(sql, async (transaction) => {
    await lockPictures(transaction, request.vineyard_id)
    if (await isFull(transaction, request)) return refused(enoughShown)
    if (!(await hasRoom(transaction, request.vineyard_id, bytes))) return refused({ kind: 'quota' })
    const rank = await nextRank(transaction, request.vineyard_id)
    const row = { id, address, bytes, rank, ...request }
    const added = await addRow(transaction, pictureNoun, row, { by }, now)
    const column = columnOf(request.shown_as)
    if (!added.ok || column === null || request.vineyard_id === null) return added
    const edit = { by, seen: null }
    const shown = { [column]: address }
    const set = await changeRow(transaction, vineyardNoun, request.vineyard_id, shown, edit, now)
    return set.ok ? added : set
  })
}

/** Takes a lock so that no other request adds pictures to the vineyard, or to posts, at the same time. */
async function lockPictures(sql: Queryable, vineyard_id: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('pictures of ' || ${vineyard_id ?? 'posts'}, 0))`
}

/** Returns whether another picture of this size in bytes may be stored. */
async function hasRoom(sql: Queryable, vineyard_id: string | null, bytes: number): Promise<boolean> {
  const quota = pictureQuota[vineyard_id === null ? 'posts' : 'vineyard']
  const [stored] = await sql<[{ has_room: boolean }]>`
    select count(*) < ${quota.pictures} and coalesce(sum(bytes), 0) + ${bytes} <= ${quota.bytes} as has_room
    from pictures where vineyard_id is not distinct from ${vineyard_id}`
  return stored.has_room
}

/** Returns the column of `vineyards` that has the URL of a cover or logo, or null for other pictures. */
function columnOf(shown_as: ShownAs): 'cover_image_url' | 'logo_url' | null {
  return shown_as === 'cover' ? 'cover_image_url' : shown_as === 'logo' ? 'logo_url' : null
}

async function nextRank(sql: Queryable, vineyard_id: string | null): Promise<number> {
  const [{ rank }] = await sql<[{ rank: number }]>`
    select coalesce(max(rank), 0) + 1 as rank from pictures where vineyard_id = ${vineyard_id}`
  return rank
}

/** Returns SQL for whether picture `p` of vineyard `v` is shown, that is, neither removed nor a replaced cover or logo. */
export const isPictureShown = (sql: Queryable) => sql`
  p.removed_at is null
    and (p.shown_as in ('more', 'post', 'host') or p.address in (v.cover_image_url, v.logo_url))`

/** Returns one page of the shown pictures that the user may edit. */
export async function pageOfPictures(
  sql: Queryable,
  {
    vineyard_id,
    experience_id,
    ...listing
  }: Listing & { vineyard_id?: string | undefined; experience_id?: string | undefined },
  { by }: { by: Staff },
): Promise<Page<VineyardPicture>> {
  return readListPage(
    sql,
    listing,
    sql`
      select ${columns(sql)} from pictures p left join vineyards v on v.id = p.vineyard_id
      where ${isPictureShown(sql)}
        and ${inScope(sql, by, 'p.vineyard_id')}
        and ${vineyard_id === undefined ? sql`true` : sql`p.vineyard_id = ${vineyard_id}`}
        and ${experience_id === undefined ? sql`true` : sql`p.experience_id = ${experience_id}`}`,
  )
}

/** Returns the cover and further pictures of a vineyard, in the order shown to visitors. */
export async function listPictures(
  sql: Queryable,
  vineyard_id: string,
): Promise<Pick<VineyardPicture, 'shown_as' | 'address' | 'alt' | 'experience_id'>[]> {
  return sql<VineyardPicture[]>`
    select p.shown_as, p.address, p.alt, p.experience_id
    from pictures p join vineyards v on v.id = p.vineyard_id
    where v.id = ${vineyard_id} and ${isPictureShown(sql)} and p.shown_as in ('cover', 'more')
    order by p.rank, p.created_at, p.id`
}

/**
 * Returns who may see the poster, guest's picture or host's photograph with this path; null for nobody. Until an admin
 * shows a guest's picture, and while its review is hidden, only people who know the booking of the review may see it.
 * While a host is not shown to visitors, only people who know the key of the photograph may see it.
 */
export async function viewersOf(sql: Queryable, address: string, key: string | null): Promise<Viewers> {
  const [found] = await sql<{ viewers: Viewers }[]>`
    select 'everybody' as viewers from vineyard_posters p join vineyards v on v.id = p.vineyard_id
    where p.address = ${address} and v.is_visible
    union all
    select case when p.shown_at is not null and is_review_shown(r) and v.is_visible then 'everybody' else 'with_key' end
    from review_pictures p join reviews r on r.id = p.review_id join vineyards v on v.id = r.vineyard_id
    where p.address = ${address} and p.removed_at is null
      and (p.shown_at is not null and is_review_shown(r) and v.is_visible or r.booking_id::text = ${key})
    union all
    select case when f.is_shown then 'everybody' else 'with_key' end
    from pictures p left join hosts h on h.id = p.host_id
      cross join lateral (select coalesce(${isFaceShown(sql)} and p.id = ${pictureOfHost(sql, sql`p.id`)}, false) as is_shown) as f
    where p.address = ${address} and p.shown_as = 'host' and p.removed_at is null
      and (f.is_shown or p.viewing_key::text = ${key})`
  return found?.viewers ?? null
}

/** Puts these pictures of a vineyard into this order. Changes nothing if one of them does not exist or is not shown. */
export async function orderPictures(
  sql: Sql,
  { vineyard_id, ids }: { vineyard_id: string; ids: string[] },
  { by }: { by: Staff },
  now: Date,
): Promise<Result<undefined, RowEditProblem>> {
  return inTransaction(sql, async (transaction) => {
    // Locks the rows, so that two concurrent requests do not mix their orders.
    const pictures = await transaction<{ id: string; rank: number }[]>`
      select p.id, p.rank from pictures p
      where p.id = any (${ids}) and p.vineyard_id = ${vineyard_id} and p.shown_as = 'more' and p.removed_at is null
        and ${inScope(transaction, by, 'p.vineyard_id')}
      order by p.id for update`
    if (pictures.length !== ids.length) return refused({ kind: 'absent' })
    for (const [index, id] of ids.entries()) {
      const rank = index + 1
      if (pictures.find((picture) => picture.id === id)?.rank === rank) continue
      const moved = await changeRow(transaction, pictureNoun, id, { rank }, { by, seen: null }, now)
      if (!moved.ok) return moved
    }
    return ok(undefined)
  })
}

/**
 * Shows or removes a picture. A picture is not restored if the vineyard already shows as many pictures as it may. For a cover
 * or logo, also sets or clears the URL in the vineyard's row.
 */
export async function setPictureShown(
  sql: Sql,
  id: string,
  { by, seen, is_shown }: { by: Staff; seen: string | null; is_shown: boolean },
  now: Date,
): Promise<Result<{ version: string }, RowEditProblem>> {
  return inTransaction(sql, async (transaction) => {
    const [removed] = await transaction<Pick<VineyardPicture, 'vineyard_id' | 'shown_as'>[]>`
      select vineyard_id, shown_as from pictures
      where id = ${id} and removed_at is not null and ${inScope(transaction, by, 'vineyard_id')}`
    if (is_shown && removed) {
      await lockPictures(transaction, removed.vineyard_id)
      if (await isFull(transaction, removed)) return refused(enoughShown)
    }
    const removed_at = is_shown ? null : now.toISOString()
    const changed = await changeRow(transaction, pictureNoun, id, { removed_at }, { by, seen }, now)
    if (!changed.ok) return changed
    const [picture] = await transaction<[VineyardPicture]>`
      select ${columns(transaction)} from pictures p where p.id = ${id}`
    const column = columnOf(picture.shown_as)
    if (column === null || picture.vineyard_id === null) return changed
    const [{ is_current }] = await transaction<[{ is_current: boolean }]>`
      select ${transaction(column)} is not distinct from ${picture.address} as is_current
      from vineyards where id = ${picture.vineyard_id}`
    if (is_current === is_shown) return changed
    const edit = { by, seen: null }
    const shown = { [column]: is_shown ? picture.address : null }
    const set = await changeRow(transaction, vineyardNoun, picture.vineyard_id, shown, edit, now)
    return set.ok ? changed : set
  })
}
