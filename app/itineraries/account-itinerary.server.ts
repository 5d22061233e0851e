import { hashToken, makeToken } from '../accounts/token.server.ts'
import type { Queryable } from '../platform/database.server.ts'

/** An itinerary that a device holds the key of. */
export type Held = { id: string; key: string }

/**
 * Brings itineraries into a visitor's account, those whose key opens them; returns their ids. One that is in somebody's
 * account stays there: a key may have been passed on.
 */
export async function joinItineraries(sql: Queryable, user_id: string, held: Held[]): Promise<string[]> {
  const shown = held.map(({ id, key }) => ({ id, key_hash: hashToken(key).toString('hex') }))
  const joined = await sql<{ id: string }[]>`
    update itineraries i set user_id = ${user_id}
    from jsonb_to_recordset(${sql.json(shown)}) as held (id uuid, key_hash text)
    where i.id = held.id and not i.is_curated and i.user_id is null
      and may_change_itinerary(i, decode(held.key_hash, 'hex'))
    returning i.id`
  return joined.map(({ id }) => id)
}

/** A new key to an itinerary of a visitor's account, for a device that has none; undefined where it is not theirs. */
export async function giveItineraryKey(
  sql: Queryable,
  user_id: string,
  id: string,
  now: Date,
): Promise<{ title: string; key: string } | undefined> {
  const key = makeToken()
  const [given] = await sql<[{ title: string }?]>`
    with given as (
      insert into itinerary_keys (key_hash, itinerary_id, created_at)
      select ${hashToken(key)}, i.id, ${now} from itineraries i
      where i.id = ${id} and i.user_id = ${user_id} and not i.is_curated
      returning itinerary_id
    )
    select i.title from itineraries i join given on given.itinerary_id = i.id`
  return given && { title: given.title, key }
}

/** Takes an itinerary out of a visitor's account: whoever has a key keeps it, without one it goes. */
export async function leaveItinerary(sql: Queryable, user_id: string, id: string): Promise<boolean> {
  const [{ left }] = await sql<[{ left: boolean }]>`
    with gone as (
      delete from itineraries
      where id = ${id} and user_id = ${user_id} and not is_curated and key_hash is null returning 1
    ), kept as (
      update itineraries set user_id = null
      where id = ${id} and user_id = ${user_id} and not is_curated and key_hash is not null returning 1
    )
    select exists (select from gone union all select from kept) as left`
  return left
}
