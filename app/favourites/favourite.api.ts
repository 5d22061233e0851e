import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { policy } from '../accounts/policy.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id, instant } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { dropFavourite, keepFavourite, pageOfFavourites } from './favourite.server.ts'
import { mostFavourites } from './favourites.ts'

const absent = 'Vineyard not found'
const own = policy(['visitor'], 'Whoever proved a mail address keeps favourites, and reads their own.')

const shape = z
  .object({
    id,
    name: z.string(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    saved_at: instant,
  })
  .meta({ id: 'Favourite' })

/** /api/favourites: the vineyards that the visitor who is signed in likes, by the vineyard's id. */
export const favouriteApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(own),
    describe('Own favourites', { 200: pageOf(shape) }),
    query(listing(['-saved_at', 'name'], {})),
    async (c) => c.json(await pageOfFavourites(c.var.sql, c.req.valid('query'), c.var.by.actor_id)),
  )
  .put(
    '/:id',
    only(own),
    requireUuidParams(absent),
    describe('Keep a vineyard', { 204: null }, undefined, { 409: `There are ${mostFavourites} already.` }),
    async (c) => {
      const { sql, by, now } = c.var
      const kept = await keepFavourite(sql, by.actor_id, c.req.param('id'), now())
      if (kept.ok) return c.body(null, 204)
      if (kept.problem === 'absent') return problem(c, 404, absent)
      return problem(c, 409, `There are ${mostFavourites} favourites already. Let one of them go first.`)
    },
  )
  .delete(
    '/:id',
    only(own),
    requireUuidParams(absent),
    describe('Let a vineyard go', { 204: null }),
    async (c) => {
      const dropped = await dropFavourite(c.var.sql, c.var.by.actor_id, c.req.param('id'))
      return dropped.ok ? c.body(null, 204) : problem(c, 404, absent)
    },
  )
