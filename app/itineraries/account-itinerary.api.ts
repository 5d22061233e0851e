import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { isToken } from '../accounts/token.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { giveItineraryKey, joinItineraries, leaveItinerary } from './account-itinerary.server.ts'
import { itineraryPolicy } from './itinerary-policy.ts'

const absent = 'Itinerary not found'
const key = z.string().refine(isToken, 'must be the key of an itinerary')

/** /api/me/itineraries: those of the visitor who is signed in, on whichever device. /api/itineraries lists them. */
export const accountItineraryApi = new Hono<ApiEnv>()
  .post(
    '/',
    only(itineraryPolicy.own),
    describe(
      'Bring itineraries into the account',
      { 200: z.object({ joined: z.array(id) }) },
      'Those whose key opens them and that are in nobody’s account.',
    ),
    body(z.strictObject({ itineraries: z.array(z.strictObject({ id, key })).max(100) })),
    async (c) => {
      const { sql, by } = c.var
      return c.json({ joined: await joinItineraries(sql, by.actor_id, c.req.valid('json').itineraries) })
    },
  )
  .post(
    '/:id/key',
    only(itineraryPolicy.own),
    requireUuidParams(absent),
    describe('A key to an own itinerary, for a device without one', {
      200: z.object({ id, title: z.string(), key: z.string() }),
    }),
    async (c) => {
      const { sql, by, now } = c.var
      const itinerary = c.req.param('id')
      const given = await giveItineraryKey(sql, by.actor_id, itinerary, now())
      return given ? c.json({ id: itinerary, ...given }) : problem(c, 404, absent)
    },
  )
  .delete(
    '/:id',
    only(itineraryPolicy.own),
    requireUuidParams(absent),
    describe('Take an itinerary out of the account', { 204: null }, 'Whoever has a key to it keeps it.'),
    async (c) => {
      const left = await leaveItinerary(c.var.sql, c.var.by.actor_id, c.req.param('id'))
      return left ? c.body(null, 204) : problem(c, 404, absent)
    },
  )
