import { Hono } from 'hono'
import { z } from 'zod'

import { availabilityPolicy } from '../availability/availability-policy.ts'
import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, instant, line, time, timeShown, whole } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { problem } from '../platform/http/problem.ts'
import { addException, removeException } from './closure.server.ts'
import { findException, pageOfExceptions } from './closure-list.server.ts'

const absent = 'Closure not found'
const ofCalendar = 'Another calendar closes this. Change its entry there, or take the calendar away here.'

const shape = z
  .object({
    id,
    vineyard_id: id,
    experience_id: id.nullable(),
    pattern_id: id.nullable(),
    starts_on: day,
    ends_on: day,
    from_time: timeShown.nullable(),
    until_time: timeShown.nullable(),
    capacity: z.int().nullable().meta({ description: 'null: closed.' }),
    reason: z.string().nullable(),
    source: z.enum(['staff', 'feed']),
    created_at: instant,
  })
  .meta({ id: 'AvailabilityException' })

const newException = z
  .strictObject({
    vineyard_id: id,
    experience_id: id.nullable().default(null),
    pattern_id: id.nullable().default(null),
    starts_on: day,
    ends_on: day,
    from_time: time.nullable().default(null),
    until_time: time.nullable().default(null),
    capacity: whole(0, 10_000).nullable().meta({ description: 'null closes; a number is another capacity.' }),
    reason: line(200).nullable().default(null),
    bookings: z.enum(['keep', 'cancel']).optional().meta({
      description:
        'What becomes of the bookings that a closure closes over. Without it they stand in the way.',
    }),
  })
  .superRefine(({ starts_on, ends_on, from_time, until_time, experience_id, pattern_id }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (ends_on < starts_on) refuse('ends_on', 'must not be before starts_on')
    if ((from_time === null) !== (until_time === null))
      refuse('until_time', 'must come together with from_time')
    else if (from_time !== null && until_time !== null && until_time.slice(0, 5) <= from_time.slice(0, 5))
      refuse('until_time', 'must be after from_time')
    if (pattern_id !== null && experience_id === null)
      refuse('experience_id', 'must be named together with pattern_id')
  })

/** /api/availability_exceptions: days or hours that are closed, or hold another number of people. */
export const closureApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(availabilityPolicy.readExceptions),
    describe('Closures and other capacities', { 200: pageOf(shape) }),
    query(
      listing(['starts_on', 'ends_on', 'created_at'], {
        vineyard_id: id.optional(),
        experience_id: id.optional(),
        from: day.optional(),
        until: day.optional(),
      }),
    ),
    async (c) => c.json(await pageOfExceptions(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .post(
    '/',
    only(availabilityPolicy.write),
    describe(
      'Close days or hours, or give them another capacity',
      { 201: z.object({ id, bookings: z.int(), guests: z.int() }) },
      undefined,
      {
        404: 'No such vineyard, experience or pattern within reach.',
        409: 'Bookings stand there: `bookings` and `guests` say how many. Keep them, or cancel them.',
      },
    ),
    body(newException),
    async (c) => {
      const { sql, by, now } = c.var
      const { bookings = null, ...exception } = c.req.valid('json')
      const added = await addException(sql, exception, { by, bookings }, now())
      if (added.ok)
        return c.json(added.value, 201, { Location: `/api/availability_exceptions/${added.value.id}` })
      if (added.problem.kind === 'absent') return problem(c, 404, 'Vineyard, experience or pattern not found')
      const { kind: _, ...met } = added.problem
      return problem(c, 409, 'There are bookings then. Say whether to keep or to cancel them.', met)
    },
  )
  .get(
    '/:id',
    only(availabilityPolicy.readExceptions),
    requireUuidParams(absent),
    describe('A closure', { 200: shape }),
    async (c) => {
      const exception = await findException(c.var.sql, c.req.param('id'), { by: c.var.by })
      return exception ? c.json(exception) : problem(c, 404, absent)
    },
  )
  .delete(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe('Open again what was closed', { 204: null }, 'What was cancelled for it stays cancelled.', {
      409: 'A calendar closes it.',
    }),
    async (c) => {
      const removed = await removeException(c.var.sql, c.req.param('id'), { by: c.var.by }, c.var.now())
      if (removed.ok) return c.body(null, 204)
      return removed.problem === 'of_calendar' ? problem(c, 409, ofCalendar) : problem(c, 404, absent)
    },
  )
