import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { attendances } from '../booking.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { partyShape, session } from '../sessions/session.api.ts'
import { findSessions } from '../sessions/session.server.ts'
import { paymentEntries, paymentKinds } from '../payments/payment.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, instant } from '../../platform/api/fields.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { dayOf } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import { winemakerRoles } from '../../staff-client/account-types.ts'
import { findOffers, findPartiesToday, findUsualKind } from './today.server.ts'

const kind = z.enum(paymentKinds)

export const partyToday = z
  .object({
    reference: z.string(),
    walk_in_key: id.nullable().meta({
      description:
        'The Idempotency-Key of a walk-in, which marks and payments may name instead of the reference.',
    }),
    ...partyShape,
    sold_by: z
      .string()
      .nullish()
      .meta({ description: 'The reseller that sold the booking, and how it names it.' }),
    arrived_guests: z.int().nullable().meta({ description: 'How many came, if not all of them.' }),
    marked_at: instant.nullable(),
    overruled: z
      .object({ attendance: z.enum(attendances).nullable(), marked_at: instant })
      .nullable()
      .meta({ description: 'The last mark that does not count, because another device made a later one.' }),
    balance: z.number().meta({ description: 'What is due from a party that comes, in pounds.' }),
    money: z
      .array(
        z.object({
          key: id,
          entry: z.enum(paymentEntries),
          kind: kind.nullable(),
          amount: z.number(),
          taken_at: instant,
        }),
      )
      .meta({ description: 'Payments, refunds and discounts that were not corrected, by key.' }),
  })
  .meta({ id: 'PartyToday' })

export const offer = z
  .object({
    id,
    min_group_size: z.int(),
    max_group_size: z.int(),
    price_per_person: z.number(),
  })
  .meta({ id: 'OfferToday' })

export const todayList = z.object({
  today: day,
  now: instant.meta({ description: "The server's clock." }),
  viewer: z
    .object({ id, role: z.enum([...winemakerRoles, 'admin']) })
    .meta({ description: 'The signed-in user.' }),
  usual_kind: kind.meta({ description: 'How most money was taken in the last 30 days.' }),
  experiences: z.array(offer).meta({ description: 'What walk-ins can book.' }),
  sessions: z.array(session),
  parties: z.array(partyToday),
})

/** /api/today: what staff who look after guests need, without a way to reach them. */
export const todayApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.today),
  describe(
    "Today's sessions and parties, by time",
    { 200: todayList },
    'Parties have a reference instead of an id, and no email address or phone number. Admins give the vineyard_id.',
    { 404: 'No such vineyard in scope.' },
  ),
  query(z.strictObject({ vineyard_id: id.optional() })),
  async (c) => {
    const { sql, by, now } = c.var
    const vineyardId = c.req.valid('query').vineyard_id
    const vineyard_id = by.actor === 'winemaker' ? by.vineyard_id : vineyardId
    if (vineyard_id === undefined) return problem(c, 400, 'vineyard_id is required.')
    if (vineyardId !== undefined && vineyardId !== vineyard_id) return problem(c, 404, 'Vineyard not found')
    const today = dayOf(now())
    const [sessions, parties, experiences, usual_kind] = await Promise.all([
      findSessions(sql, { vineyard_id, from: today, until: today }, { by }, now()),
      findPartiesToday(sql, { vineyard_id, day: today }, { by }),
      findOffers(sql, vineyard_id),
      findUsualKind(sql, vineyard_id, today),
    ])
    const viewer = { id: by.actor_id, role: by.actor === 'winemaker' ? by.role : by.actor }
    return c.json({ today, now: now(), viewer, usual_kind, experiences, sessions, parties })
  },
)
