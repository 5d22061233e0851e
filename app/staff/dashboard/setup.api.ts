import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, id, line, pounds, time, timeShown, whole } from '../../platform/api/fields.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import {
  firstExperienceDefaults,
  optionalSteps,
  pageParts,
  setupPolicy,
  setupStates,
  setupSteps,
} from './setup.ts'
import { addFirstExperience, findSetup, makeTestBooking, skipSetupStep } from './setup.server.ts'

const setup = z
  .object({
    is_visible: z.boolean().meta({ description: 'Whether visitors see the vineyard.' }),
    missing: z
      .array(z.enum(pageParts))
      .meta({ description: 'The parts that the vineyard’s page still lacks.' }),
    experience_id: id.nullable().meta({
      description: 'The vineyard’s first experience that can be booked, or else its first experience.',
    }),
    test_booking: z.object({ id, is_cancelled: z.boolean() }).nullable(),
    next_slot: z
      .object({ slot_date: day, start_time: timeShown })
      .nullable()
      .meta({ description: 'The next slot of the experience in `experience_id` that guests can book.' }),
    steps: z.array(z.object({ step: z.enum(setupSteps), state: z.enum(setupStates) })),
  })
  .meta({ id: 'Setup' })

const { duration_minutes, capacity, start_time } = firstExperienceDefaults
const firstExperience = z
  .strictObject({
    title: line(200),
    price_per_person: pounds,
    duration_minutes: whole(1, 1440).default(duration_minutes),
    days_of_week: z
      .array(whole(1, 7))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'must name each day once')
      .meta({ description: 'ISO weekdays: 1 is Monday, 7 is Sunday.' }),
    start_time: time,
    capacity: whole(1, 1000),
  })
  .meta({
    example: {
      title: 'Vineyard tour and tasting',
      price_per_person: 25,
      duration_minutes,
      days_of_week: [6, 7],
      start_time,
      capacity,
    },
  })

/** /api/setup */
export const setupApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(setupPolicy.run),
    describe('The steps until guests can book', { 200: setup }, 'Computed from the vineyard’s data.'),
    async (c) => {
      const { sql, by, now } = c.var
      const found = await findSetup(sql, by.vineyard_id, now())
      return found ? c.json(found) : problem(c, 404, 'Vineyard not found')
    },
  )
  .post(
    '/experience',
    only(setupPolicy.run),
    describe(
      'Add the first experience with its weekly start',
      { 201: z.object({ id }) },
      'The experience is on sale at once, and its start is valid from today on. Stores both or nothing.',
      { 409: 'The vineyard has an experience already.' },
    ),
    body(firstExperience),
    async (c) => {
      const { sql, by, now } = c.var
      const added = await addFirstExperience(sql, c.req.valid('json'), { by }, now())
      if (!added.ok) return problem(c, 409, 'You have an experience already. Add more under Experiences.')
      return c.json(added.value, 201, { Location: `/api/experiences/${added.value.id}` })
    },
  )
  .post(
    '/test_booking',
    only(setupPolicy.run),
    describe(
      'Make a test booking',
      { 201: z.object({ id }) },
      'Books the smallest party into the next free slot, with your own email address as the guest’s. Repeating the request ' +
        'returns the same booking. Cancel it like any other booking.',
      { 409: 'There is no slot to book.' },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const made = await makeTestBooking(sql, { by }, now())
      if (!made.ok) return problem(c, 409, 'There is no free slot to book. Plan a start time first.')
      return c.json(made.value, 201, { Location: `/api/bookings/${made.value.id}` })
    },
  )
  .put(
    '/skipped',
    only(setupPolicy.run),
    describe('Skip an optional step, or bring it back', { 204: null }),
    body(z.strictObject({ step: z.enum(optionalSteps), is_skipped: z.boolean() })),
    async (c) => {
      const { sql, by, now } = c.var
      await skipSetupStep(sql, c.req.valid('json'), { by }, now())
      return c.body(null, 204)
    },
  )
