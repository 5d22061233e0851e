import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id, time, timeShown, whole } from '../platform/api/fields.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion, stale, version } from '../platform/api/version.server.ts'
import { dayOf } from '../platform/days.ts'
import { problem } from '../platform/http/problem.ts'
import { availabilityPolicy } from './availability-policy.ts'
import { weekdays } from './pattern.api.ts'
import { findPlan, type PlanProblem, previewPlan, savePlan } from './plan.server.ts'
import { endsInTime, longestSlotSpan } from './span.ts'

const absent = 'Experience not found'
const same_start = 'Another start of this plan is at that time on one of these days.'

const pattern = {
  days_of_week: weekdays,
  start_time: time,
  capacity: whole(1, 10_000),
  valid_from: day,
  valid_until: day.nullable(),
}
const patterns = z
  .array(z.strictObject({ id: id.nullable(), ...pattern }))
  .max(100)
  .superRefine((starts, context) => {
    const ids = new Set<string>()
    for (const [place, { id, valid_from, valid_until }] of starts.entries()) {
      if (valid_until !== null && valid_until < valid_from)
        context.addIssue({
          code: 'custom',
          path: [place, 'valid_until'],
          message: 'must not be before valid_from',
        })
      if (id !== null && ids.has(id))
        context.addIssue({ code: 'custom', path: [place, 'id'], message: 'must be named once' })
      if (id !== null) ids.add(id)
    }
  })

const shape = z
  .object({
    experience_id: id,
    patterns: z.array(
      z.object({
        id,
        days_of_week: z.array(z.int()),
        start_time: timeShown,
        capacity: z.int(),
        valid_from: day,
        valid_until: day.nullable(),
      }),
    ),
    version,
    today: day.meta({ description: 'The day it is in London.' }),
  })
  .meta({ id: 'AvailabilityPlan' })

const left = { bookings: z.int(), guests: z.int(), over: z.int() }
const start = z.object({
  slot_date: day,
  start_time: timeShown,
  planned: z.int(),
  capacity: z.int(),
  taken: z.int(),
  closed: z.boolean(),
  skipped: z.boolean().meta({ description: 'The clocks skip this hour.' }),
  exception_id: id.nullable(),
})

/** /api/availability_plans: all weekly starts of an experience as one thing, named by the experience. */
export const planApi = new Hono<ApiEnv>()
  .get(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe('All active weekly starts of an experience', { 200: shape }),
    async (c) => {
      const plan = await findPlan(c.var.sql, c.req.param('id'), { by: c.var.by })
      if (!plan) return problem(c, 404, absent)
      setVersion(c, plan)
      return c.json({ ...plan, today: dayOf(c.var.now()) })
    },
  )
  .patch(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe(
      'Write all weekly starts of an experience',
      { 200: z.object({ ...left, version }) },
      'Those that stand already are named by their id; those that are not named go. Bookings stay as they are: the answer ' +
        'says how many stand outside of the plan, and how many places are sold beyond it.',
      { 409: 'Two of the starts are at the same time on one day.' },
    ),
    body(z.strictObject({ patterns })),
    async (c) => {
      const { sql, by, now } = c.var
      const { patterns } = c.req.valid('json')
      const saved = await savePlan(sql, c.req.param('id'), patterns, { by, seen: seenVersion(c) }, now())
      if (!saved.ok) return refusePlan(c, saved.problem)
      setVersion(c, saved.value)
      return c.json(saved.value)
    },
  )
  .post(
    '/:id/preview',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe(
      'What a plan would give, before it is saved',
      { 200: z.object({ ...left, starts: z.array(start) }) },
      `Nothing is changed. At most ${longestSlotSpan} days.`,
      { 409: 'Two of the starts are at the same time on one day.' },
    ),
    body(z.strictObject({ patterns, from: day, until: day }).superRefine(endsInTime('from', 'until'))),
    async (c) => {
      const { sql, by, now } = c.var
      const { patterns, ...span } = c.req.valid('json')
      const seen = await previewPlan(sql, c.req.param('id'), patterns, span, { by }, now())
      return seen.ok ? c.json(seen.value) : refusePlan(c, seen.problem)
    },
  )

function refusePlan(c: Context, refusal: PlanProblem) {
  switch (refusal.kind) {
    case 'absent':
      return problem(c, 404, absent)
    case 'stale':
      return stale(c)
    case 'same_start':
      return problem(c, 409, same_start, {
        fields: [{ field: `patterns.${refusal.place}.start_time`, message: same_start }],
      })
  }
}
