import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { overbookedSlot } from '../../availability/slot.shapes.ts'
import { sourceProblemNames } from '../../partners/calendar-feeds/calendar-source.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, instant } from '../../platform/api/fields.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { bookingPolicy } from '../../bookings/booking-policy.ts'
import { bookingLine } from '../../bookings/booking.shapes.ts'
import { findDashboard } from './dashboard.server.ts'
import { moneyToGiveBack } from '../../bookings/payments/payment.shapes.ts'
import { reportShape } from '../../partners/calendar-feeds/calendar-source.shapes.ts'
import { party, session } from '../../bookings/sessions/session.shapes.ts'

const week = z.object({ guests: z.int(), not_marked: z.int(), earned: z.number(), expected: z.number() })

const dashboard = z
  .object({
    today: day,
    sessions: z.array(session),
    parties: z.array(party),
    waiting: z.object({ items: z.array(bookingLine), total: z.int() }),
    this_week: week.meta({
      description:
        'From Monday to Sunday. `earned` is in pounds: the price of completed visits, and the money kept from no-shows and from ' +
        'cancelled bookings. ' +
        '`expected` is the price of pending and confirmed visits in pounds. `guests` leaves out no-shows and cancelled visits.',
    }),
    last_week: week,
    calendars: z
      .array(
        z.object({
          id,
          host: z.string(),
          problem: z.enum(sourceProblemNames).nullable(),
          succeeded_at: instant
            .nullable()
            .meta({ description: 'When the calendar was last read successfully.' }),
          read_report: reportShape.nullable(),
        }),
      )
      .meta({ description: 'External calendars that could not be read, or were only partly read.' }),
    failed_emails: z
      .object({ items: z.array(bookingLine), total: z.int() })
      .meta({ description: 'The next bookings whose newest email to the guest was not delivered.' }),
    to_give_back: z.array(moneyToGiveBack),
    unanswered_reviews: z.int().meta({ description: 'Shown, unanswered reviews of the last 60 days.' }),
    overfull: z.array(overbookedSlot),
  })
  .meta({ id: 'Dashboard' })

/** /api/dashboard */
export const dashboardApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe("A vineyard's day and week", { 200: dashboard }, 'Admins must send `vineyard_id`.', {
    404: 'No such vineyard in scope.',
  }),
  query(z.strictObject({ vineyard_id: id.optional() })),
  async (c) => {
    const { sql, by, now } = c.var
    const vineyardId = c.req.valid('query').vineyard_id
    const own = by.actor === 'winemaker' ? by.vineyard_id : vineyardId
    if (own === undefined) return problem(c, 400, 'vineyard_id is required.')
    if (vineyardId !== undefined && vineyardId !== own) return problem(c, 404, 'Vineyard not found')
    return c.json(await findDashboard(sql, own, { by }, now()))
  },
)
