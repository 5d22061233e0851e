import { Hono } from 'hono'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { pageOf } from '../../platform/api/listing.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { awaitedListing, awaitedShape, pageOfAwaited } from './opening-alert.server.ts'
import { openingAlertPolicy } from './opening-alert-policy.ts'

/** /api/opening_alerts */
export const openingAlertApi = new Hono<ApiEnv>().get(
  '/',
  only(openingAlertPolicy.count),
  describe(
    'Vineyards that visitors wait for',
    { 200: pageOf(awaitedShape) },
    'Returns how many confirmed email addresses wait for each vineyard to open for booking, but never the addresses.',
  ),
  query(awaitedListing),
  async (c) => c.json(await pageOfAwaited(c.var.sql, c.req.valid('query'))),
)
