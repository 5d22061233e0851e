import { Hono } from 'hono'
import { z } from 'zod'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, instant } from '../../platform/api/fields.server.ts'
import { listing, pageOf, readListPage } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { mostFavourites } from './favourites.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { favouritePolicy } from './favourite-policy.ts'

const absent = 'Vineyard not found'

const favouriteShape = z
  .object({
    id,
    name: z.string(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    saved_at: instant,
  })
  .meta({ id: 'Favourite' })

type Favourite = Omit<z.infer<typeof favouriteShape>, 'saved_at'> & { saved_at: Date }

/** /api/favourites: the vineyards that the signed-in visitor has saved. */
export const favouriteApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(favouritePolicy.own),
    describe('Own favourites', { 200: pageOf(favouriteShape) }),
    query(listing(['-saved_at', 'name'], {})),
    async (c) => {
      const { sql, by } = c.var
      const favourites = await readListPage<Favourite>(
        sql,
        c.req.valid('query'),
        sql`
          select v.id, v.name, v.city, v.region, f.created_at as saved_at
          from favourites f join vineyards v on v.id = f.vineyard_id and v.is_visible
          where f.user_id = ${by.actor_id}`,
      )
      return c.json(favourites)
    },
  )
  .put(
    '/:id',
    only(favouritePolicy.own),
    requireUuidParams(absent),
    describe('Save a vineyard as a favourite', { 204: null }, undefined, {
      409: `There are ${mostFavourites} favourites already.`,
    }),
    async (c) => {
      const { sql, by, now } = c.var
      const saved = await saveFavourite(sql, by.actor_id, c.req.param('id'), now())
      if (saved.ok) return c.body(null, 204)
      if (saved.problem === 'absent') return problem(c, 404, absent)
      return problem(c, 409, `There are ${mostFavourites} favourites already. Remove one of them first.`)
    },
  )
  .delete(
    '/:id',
    only(favouritePolicy.own),
    requireUuidParams(absent),
    describe('Remove a favourite', { 204: null }),
    async (c) => {
      const { sql, by } = c.var
      const { count } = await sql`
        delete from favourites where user_id = ${by.actor_id} and vineyard_id = ${c.req.param('id')}`
      return count > 0 ? c.body(null, 204) : problem(c, 404, absent)
    },
  )

/** Saves a vineyard. Saving it again has no effect. */
async function saveFavourite(
  sql: Sql,
  userId: string,
  vineyardId: string,
  now: Date,
): Promise<Result<undefined, 'absent' | 'too_many'>> {
  return inTransaction(sql, async (transaction) => {
    // Handles the requests of one visitor one after another, so that each request counts what earlier requests have saved.
    await transaction`select from users where id = ${userId} for no key update`
    const [{ exists, is_saved }] = await transaction<[{ exists: boolean; is_saved: boolean }]>`
      with wanted as (
        select id from vineyards where id = ${vineyardId} and is_visible
      ), saved as (
        insert into favourites (user_id, vineyard_id, created_at)
        select ${userId}, w.id, ${now} from wanted w
        where (select count(*) from favourites f where f.user_id = ${userId}) < ${mostFavourites}
        on conflict do nothing
        returning vineyard_id
      )
      select
        exists (select from wanted) as exists,
        exists (select from saved) or exists (
          select from favourites f where f.user_id = ${userId} and f.vineyard_id = ${vineyardId}
        ) as is_saved`
    if (!exists) return refused('absent')
    return is_saved ? ok(undefined) : refused('too_many')
  })
}
