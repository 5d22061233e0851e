import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day } from '../platform/api/fields.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion, stale, version } from '../platform/api/version.server.ts'
import { dayOf } from '../platform/days.ts'
import { problem } from '../platform/http/problem.ts'
import { availabilityPolicy } from './availability-policy.ts'
import { sameStartSentence } from './plan.ts'
import { findPlan, type PlanProblem, previewPlan, savePlan } from './plan.server.ts'
import { draftStarts, plannedStart, planShape } from './plan.shapes.ts'
import { checkSpan, maxSlotSpan } from './slot.shapes.ts'

const absent = 'Experience not found'

const left = { bookings: z.int(), guests: z.int(), over: z.int() }

/** /api/availability_plans: all weekly starts of an experience as one resource, found by the experience's id. */
export const planApi = new Hono<ApiEnv>()
  .get(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe('All active weekly start times of an experience', { 200: planShape }),
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
      'Replace all weekly start times of an experience',
      { 200: z.object({ ...left, version }) },
      'Existing start times have their id, new ones have null. Existing start times that the request leaves out are ' +
        'removed. A start time without `yearly_season` keeps its season. Bookings stay as they are. The response ' +
        'counts the bookings and guests outside the new plan, and the places sold beyond the capacity.',
      { 409: 'Two starts have the same time on one day.' },
    ),
    body(z.strictObject({ patterns: draftStarts })),
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
      'Preview a plan without saving it',
      { 200: z.object({ ...left, starts: z.array(plannedStart) }) },
      `Nothing is changed. \`until\` is at most ${maxSlotSpan} days after \`from\`.`,
      { 409: 'Two starts have the same time on one day.' },
    ),
    body(
      z
        .strictObject({ patterns: draftStarts, from: day, until: day })
        .superRefine(checkSpan('from', 'until')),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const { patterns, ...span } = c.req.valid('json')
      const preview = await previewPlan(sql, c.req.param('id'), patterns, span, { by }, now())
      return preview.ok ? c.json(preview.value) : refusePlan(c, preview.problem)
    },
  )

function refusePlan(c: Context, refusal: PlanProblem) {
  switch (refusal.kind) {
    case 'absent':
      return problem(c, 404, absent)
    case 'stale':
      return stale(c)
    case 'same_start':
      return problem(c, 409, sameStartSentence, {
        fields: [{ field: `patterns.${refusal.index}.start_time`, message: sameStartSentence }],
      })
  }
}
