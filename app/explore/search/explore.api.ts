import { Hono } from 'hono'

import type { ApiEnv } from '../../people/sign-in/access.server.ts'
import { ratingOf } from '../../bookings/reviews/rating.ts'
import { noReviews, readRatings } from '../../bookings/reviews/review.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { dayOf } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import { factFilterNames } from '../../catalogue/facts/fact-filters.ts'
import { findVisibleVineyard } from '../../catalogue/vineyards/vineyard.server.ts'
import { readFilters } from './filters.ts'
import { findMeaning } from './meaning.server.ts'
import { readCardFacts } from './card-facts.server.ts'
import { findPinRows } from './search.server.ts'
import { filterNames, readSearch } from './search-url.ts'
import { mapVineyard, pinRows } from './explore.shapes.ts'

const absent = 'Vineyard not found'

/** The filters of the page /explore, as its address names them. */
const filterParameters = [...filterNames, ...factFilterNames]

/** The longest description in a popup, in characters. The popup shows its first two lines. */
const popupDescription = 240

/** /api/explore: the data of the map. */
export const exploreApi = new Hono<ApiEnv>()
  .get(
    '/places',
    describe(
      'Positions of the vineyards in a list',
      { 200: pinRows },
      'Returns all vineyards of the list, not one page. Takes the parameters of the page /explore; invalid values become the nearest valid ones.',
      {},
      ['search', ...filterParameters],
    ),
    async (c) => {
      const now = c.var.now()
      const params = new URL(c.req.url).searchParams
      const { filters } = readFilters(params, dayOf(now), null)
      const search = readSearch(params)
      const meaning = await findMeaning(c.var.sql, search, now)
      return c.json(await findPinRows(c.var.sql, { search, meaning, filters }, now))
    },
  )
  .get(
    '/places/:id',
    requireUuidParams(absent),
    describe(
      'A vineyard for the map',
      { 200: mapVineyard },
      'Takes the filters of the page /explore. Hidden vineyards are not found.',
      {},
      filterParameters,
    ),
    async (c) => {
      const now = c.var.now()
      const { filters } = readFilters(new URL(c.req.url).searchParams, dayOf(now), null)
      const vineyard = await findVisibleVineyard(c.var.sql, c.req.param('id'))
      if (!vineyard) return problem(c, 404, absent)
      const [cards, ratings] = await Promise.all([
        readCardFacts(c.var.sql, [vineyard.id], filters, now),
        readRatings(c.var.sql, [vineyard.id]),
      ])
      // The shape leaves out the other fields of the vineyard and its facts.
      const shown = mapVineyard.parse({
        ...vineyard,
        description: vineyard.description?.slice(0, popupDescription) ?? null,
        rating: ratingOf(ratings.get(vineyard.id) ?? noReviews),
        facts: cards.get(vineyard.id)?.facts ?? null,
      })
      return c.json(shown)
    },
  )
