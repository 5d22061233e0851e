import { Hono } from 'hono'
import { z } from 'zod'

import type { ApiEnv } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id, noMore } from '../platform/api/fields.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { dayOf } from '../platform/days.ts'
import { problem } from '../platform/http/problem.ts'
import { findVisibleVineyard } from '../vineyards/vineyard.server.ts'
import { readFilters } from './filters.ts'
import { findPlaces } from './search.server.ts'
import type { PinRows } from './map-pins.ts'
import { readSearch } from './search-terms.ts'

const line = z.string().nullable()
const absent = 'Vineyard not found'

const pins = z.object({
  places: z.array(z.tuple([id, z.string(), z.number(), z.number()]).meta(noMore)).meta({
    description: 'Id, name, latitude and longitude of each, by name.',
  }),
  without_position: z
    .number()
    .meta({ description: 'How many more answer, but nobody knows where they are.' }),
})

const spot = z.object({
  id: z.uuid(),
  name: z.string(),
  city: line,
  region: line,
  description: line,
  cover_image_url: line,
  logo_url: line,
  is_verified: z.boolean(),
  is_demo: z.boolean(),
})

/** What a popup of the map shows of a vineyard. */
export type MapVineyard = z.infer<typeof spot>

/** As much of a description as two lines can hold. */
const twoLines = 240

/** /api/explore: what the map reads. */
export const exploreApi = new Hono<ApiEnv>()
  .get(
    '/places',
    describe(
      'Where the vineyards of a list are',
      { 200: pins },
      'All of them, not a page. Words and filters are the parameters of the page /explore, read as it reads them: what makes no sense becomes the nearest that does.',
    ),
    async (c) => {
      const now = c.var.now()
      const params = new URL(c.req.url).searchParams
      const { filters } = readFilters(params, dayOf(now), null)
      const found = await findPlaces(c.var.sql, { search: readSearch(params), filters }, now)
      const rows: PinRows = {
        places: found.places.map(({ id, name, latitude, longitude }) => [id, name, latitude, longitude]),
        without_position: found.without_position,
      }
      return c.json(rows)
    },
  )
  .get(
    '/places/:id',
    requireUuidParams(absent),
    describe('What the map says of a vineyard', { 200: spot }, 'Hidden ones are not there.'),
    async (c) => {
      const vineyard = await findVisibleVineyard(c.var.sql, c.req.param('id'))
      if (!vineyard) return problem(c, 404, absent)
      const { name, city, region, description, cover_image_url, logo_url, is_verified, is_demo } = vineyard
      const shown: MapVineyard = {
        id: vineyard.id,
        name,
        city,
        region,
        description: description?.slice(0, twoLines) ?? null,
        cover_image_url,
        logo_url,
        is_verified,
        is_demo,
      }
      return c.json(shown)
    },
  )
