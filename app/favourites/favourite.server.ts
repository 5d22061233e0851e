import { type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { mostFavourites } from './favourites.ts'

/** A visible vineyard that a visitor likes. */
export type Favourite = {
  id: string
  name: string
  city: string | null
  region: string | null
  saved_at: Date
}

/** One page of a visitor's favourites. */
export async function pageOfFavourites(
  sql: Queryable,
  asked: Listing,
  userId: string,
): Promise<Page<Favourite>> {
  return readListPage(
    sql,
    asked,
    sql`
      select v.id, v.name, v.city, v.region, f.created_at as saved_at
      from favourites f join vineyards v on v.id = f.vineyard_id and v.is_visible
      where f.user_id = ${userId}`,
  )
}

/** Keeps a vineyard among a visitor's favourites; keeping it again is no news. */
export async function keepFavourite(
  sql: Sql,
  userId: string,
  vineyardId: string,
  now: Date,
): Promise<Result<undefined, 'absent' | 'too_many'>> {
  return sql.begin(async (one) => {
    // The devices of one person take turns: neither counts what is there without what the other brings.
    await one`select from users where id = ${userId} for no key update`
    return keepOne(one, userId, vineyardId, now)
  })
}

async function keepOne(
  sql: Queryable,
  userId: string,
  vineyardId: string,
  now: Date,
): Promise<Result<undefined, 'absent' | 'too_many'>> {
  const [{ is_there, is_kept }] = await sql<[{ is_there: boolean; is_kept: boolean }]>`
    with wanted as (
      select v.id from vineyards v where v.id = ${vineyardId} and v.is_visible
    ), kept as (
      insert into favourites (user_id, vineyard_id, created_at)
      select ${userId}, w.id, ${now} from wanted w
      where (select count(*) from favourites f where f.user_id = ${userId}) < ${mostFavourites}
      on conflict do nothing
      returning vineyard_id
    )
    select
      exists (select from wanted) as is_there,
      exists (select from kept) or exists (
        select from favourites f where f.user_id = ${userId} and f.vineyard_id = ${vineyardId}
      ) as is_kept`
  if (!is_there) return refused('absent')
  return is_kept ? ok(undefined) : refused('too_many')
}

/** Forgets one; what is not kept is not there. */
export async function dropFavourite(
  sql: Queryable,
  userId: string,
  vineyardId: string,
): Promise<Result<undefined, 'absent'>> {
  const { count } =
    await sql`delete from favourites where user_id = ${userId} and vineyard_id = ${vineyardId}`
  return count > 0 ? ok(undefined) : refused('absent')
}
