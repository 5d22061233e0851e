import { Hono } from 'hono'
import { z } from 'zod'

import { bookingPolicy } from '../../bookings/booking-policy.ts'
import { bookingStatuses } from '../../bookings/booking.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, instant, line } from '../../platform/api/fields.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { findEverywhere } from './search.server.ts'

const name = z.string()
const shape = z
  .object({
    vineyards: z.array(
      z.object({ id, name, city: name.nullable(), region: name.nullable(), is_visible: z.boolean() }),
    ),
    bookings: z.array(
      z.object({
        id,
        reference: z.string(),
        guest_name: name,
        booking_date: day,
        status: z.enum(bookingStatuses),
        vineyard_name: name,
      }),
    ),
    groups: z.array(
      z.object({
        id,
        name,
        number_of_guests: z.int(),
        slot_date: day,
        vineyard_id: id,
        vineyard_name: name,
      }),
    ),
    customers: z.array(
      z.object({ id, name, email: z.string(), phone: z.string(), vineyard_id: id, vineyard_name: name }),
    ),
    winemakers: z.array(z.object({ id, name, email: z.string(), vineyard_id: id, vineyard_name: name })),
    posts: z.array(z.object({ id, slug: z.string(), title: z.string(), published_at: instant.nullable() })),
  })
  .meta({ id: 'Found' })

/** /api/search: vineyards, bookings, groups that hold places, customers, winemakers and posts that match a text. */
export const searchApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe(
    'Search everything',
    { 200: shape },
    'Finds vineyards and winemakers by any part of the name, and guests by name, email address, at least four digits of the telephone number, or reference. Winemakers find bookings, groups that hold places, and customers of their vineyard only.',
  ),
  query(z.strictObject({ search: line(100) })),
  async (c) =>
    c.json(await findEverywhere(c.var.sql, c.req.valid('query').search, { by: c.var.by }, c.var.now())),
)
