import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, instant, timeShown } from '../platform/api/fields.server.ts'
import { query } from '../platform/api/reading.server.ts'
import { winemakerRoles } from '../staff-client/account-types.ts'
import { addDays, dayOf } from '../platform/days.ts'
import { attendances, bookingStatuses } from './booking.ts'
import { bookingPolicy } from './booking-policy.ts'
import { problem } from '../platform/http/problem.ts'
import { findParties, findPartiesToday, findSessions } from './session.server.ts'

const maxDays = 62

export const session = z
  .object({
    id: z.string().nullable().meta({ description: "The slot's id; null for what was booked outside slots." }),
    experience_id: id,
    title: z.string(),
    slot_date: day,
    start_time: timeShown.nullable(),
    end_time: timeShown.nullable(),
    capacity: z.int().nullable().meta({ description: 'null: no longer planned, but booked.' }),
    remaining: z.int().meta({ description: 'The largest party that can still book.' }),
    guests: z.int(),
    parties: z.int(),
    waiting: z.int(),
    no_shows: z.int().meta({ description: 'Guests whose party was marked as a no-show.' }),
    has_begun: z.boolean(),
  })
  .meta({ id: 'Session' })

const span = z
  .strictObject({
    vineyard_id: id.optional(),
    experience_id: id.optional(),
    from: day.optional().meta({ description: 'Default: today.' }),
    until: day.optional().meta({ description: 'Default: the first day.' }),
    moving: id.optional().meta({ description: 'A booking whose places count as free.' }),
  })
  .superRefine(({ from, until, vineyard_id, experience_id }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (until !== undefined && (from === undefined || until < from || until > addDays(from, maxDays)))
      refuse('until', `must be at most ${maxDays} days after from`)
    if (vineyard_id === undefined && experience_id === undefined)
      refuse('vineyard_id', 'or experience_id is required')
  })

/** /api/sessions: starts as staff see them, full and closed ones too, with their guests. */
export const sessionApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe('Sessions of a vineyard or an experience, by time', {
    200: z.object({ today: day, items: z.array(session) }),
  }),
  query(span),
  async (c) => {
    const { sql, by, now } = c.var
    const today = dayOf(now())
    const { from = today, until = from, ...owner } = c.req.valid('query')
    return c.json({ today, items: await findSessions(sql, { ...owner, from, until }, { by }, now()) })
  },
)

const partyShape = {
  experience_id: id,
  booking_date: day,
  start_time: timeShown.nullable(),
  guest_name: z.string(),
  number_of_guests: z.int(),
  status: z.enum(bookingStatuses),
  special_requests: z.string(),
  attendance: z.enum(attendances).nullable(),
  due: z.number().meta({ description: 'Pounds still to pay; negative if too much was taken.' }),
  ends_on: day.meta({ description: 'The day after, if the visit runs past midnight.' }),
}

export const party = z
  .object({ id, ...partyShape, guest_phone: z.string().nullable(), has_email: z.boolean() })
  .meta({ id: 'Party' })

export const partyToday = z
  .object({
    reference: z.string(),
    ...partyShape,
    arrived_guests: z.int().nullable().meta({ description: 'How many came, if not all of them.' }),
    marked_at: instant.nullable(),
    overruled: z
      .object({ attendance: z.enum(attendances).nullable(), marked_at: instant })
      .nullable()
      .meta({ description: 'The last mark that does not count, because another device made a later one.' }),
  })
  .meta({ id: 'PartyToday' })

export const todayList = z.object({
  today: day,
  now: instant.meta({ description: "The server's clock." }),
  viewer: z
    .object({ id, role: z.enum([...winemakerRoles, 'admin']) })
    .meta({ description: 'The signed-in user.' }),
  sessions: z.array(session),
  parties: z.array(partyToday),
})

/** /api/parties: the parties of a vineyard's day. */
export const partyApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.run),
  describe(
    'The parties of a day, by time',
    { 200: z.object({ items: z.array(party) }) },
    'All of them, including cancelled ones and those that began the evening before and end past midnight.',
  ),
  query(z.strictObject({ vineyard_id: id, day })),
  async (c) => {
    const { sql, by } = c.var
    const { vineyard_id, day } = c.req.valid('query')
    return c.json({ items: await findParties(sql, { vineyard_id, from: day, until: day }, { by }) })
  },
)

/** /api/today: what staff who look after guests need, without a way to reach them. */
export const todayApi = new Hono<ApiEnv>().get(
  '/',
  only(bookingPolicy.today),
  describe(
    "Today's sessions and parties, by time",
    {
      200: todayList,
    },
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
    const [sessions, parties] = await Promise.all([
      findSessions(sql, { vineyard_id, from: today, until: today }, { by }, now()),
      findPartiesToday(sql, { vineyard_id, day: today }, { by }),
    ])
    const viewer = { id: by.actor_id, role: by.actor === 'winemaker' ? by.role : by.actor }
    return c.json({ today, now: now(), viewer, sessions, parties })
  },
)
