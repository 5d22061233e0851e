import { Hono } from 'hono'
import { z } from 'zod'

import type { ApiEnv } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { flag, id, instant, timeShown } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { setVersion, version } from '../platform/api/version.server.ts'
import { problem } from '../platform/http/problem.ts'
import { stopShape } from './curated-schemas.server.ts'
import { curatedApi } from './curated.api.ts'
import { findListedItinerary, pageOfItineraries } from './itinerary-list.server.ts'

const absent = 'Itinerary not found'
const text = z.string().nullable()

const shown = {
  id,
  title: z.string(),
  summary: text,
  is_curated: z.boolean(),
  published_at: instant.nullable(),
}
/** /api/itineraries: what is published, and a visitor's own; what is curated is made here by admins. */
export const itineraryApi = new Hono<ApiEnv>()
  .get(
    '/',
    describe('Itineraries', { 200: pageOf(z.object({ ...shown, stops: z.int() })) }),
    query(listing(['-published_at', 'title'], { is_curated: flag.optional() })),
    async (c) =>
      c.json(await pageOfItineraries(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
  )
  .get(
    '/:id',
    requireUuidParams(absent),
    describe('An itinerary with its stops', {
      200: z
        .object({
          ...shown,
          party: z.int(),
          begins_at: timeShown,
          edition: z.int(),
          version,
          stops: z.array(stopShape),
        })
        .meta({ id: 'Itinerary' }),
    }),
    async (c) => {
      const itinerary = await findListedItinerary(
        c.var.sql,
        c.req.param('id'),
        { by: c.var.actor },
        c.var.now(),
      )
      if (!itinerary) return problem(c, 404, absent)
      setVersion(c, itinerary)
      return c.json(itinerary)
    },
  )
  .route('/', curatedApi)
