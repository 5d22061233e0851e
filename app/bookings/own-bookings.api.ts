import { Hono } from 'hono'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { policy } from '../accounts/policy.ts'
import { describe } from '../platform/api/describe.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { pageOfOwnBookings } from './booking-list.server.ts'
import { ownBookingLine } from './booking-schemas.server.ts'

const own = policy(['visitor'], 'Whoever proved a mail address reads the bookings made under it.')

/** /api/me/bookings: those of the visitor who is signed in. */
export const ownBookingApi = new Hono<ApiEnv>().get(
  '/',
  only(own),
  describe('Own bookings', { 200: pageOf(ownBookingLine) }),
  query(listing(['-booking_date', 'created_at'], {})),
  async (c) => c.json(await pageOfOwnBookings(c.var.sql, c.req.valid('query'), { by: c.var.by })),
)
