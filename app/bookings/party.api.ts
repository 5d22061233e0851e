import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, timeShown } from '../platform/api/fields.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { attendances } from './attendance.ts'
import { bookingPolicy } from './booking-policy.ts'
import { bookingStatuses } from './booking.ts'
import { findParties } from './party.server.ts'

export const party = z
  .object({
    id,
    experience_id: id,
    booking_date: day,
    start_time: timeShown.nullable(),
    guest_name: z.string(),
    guest_phone: z.string(),
    number_of_guests: z.int(),
    status: z.enum(bookingStatuses),
    special_requests: z.string(),
    attendance: z.enum(attendances).nullable(),
    ends_on: day.meta({ description: 'The day after, if the visit runs past midnight.' }),
  })
  .meta({ id: 'Party' })

/** /api/parties: everybody who comes to a vineyard on a day. */
export const partyApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe(
    'The parties of a day by the clock',
    { 200: z.object({ items: z.array(party) }) },
    'All of them, cancelled ones too, and those that began the evening before and end past midnight.',
  ),
  query(z.strictObject({ vineyard_id: id, day })),
  async (c) => {
    const { sql, by } = c.var
    const { vineyard_id, day } = c.req.valid('query')
    return c.json({ items: await findParties(sql, { vineyard_id, from: day, until: day }, { by }) })
  },
)
