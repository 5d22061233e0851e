import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { answerRow } from '../people/accounts/staff-edit.server.ts'
import { type ApiEnv, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, id } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion, stale, version } from '../platform/api/version.server.ts'
import { dayOf } from '../platform/days.ts'
import { problem } from '../platform/http/problem.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import { availabilityPolicy } from './availability-policy.ts'
import { sameStartSentence } from './plan.ts'
import {
  createPattern,
  findPattern,
  findPlan,
  pageOfPatterns,
  previewPlan,
  removePattern,
  savePlan,
  updatePattern,
} from './plan.server.ts'
import {
  draftStarts,
  newPattern,
  patternFilters,
  patternInput,
  patternShape,
  plannedStart,
  planShape,
} from './plan.shapes.ts'
import { checkSpan, maxSlotSpan } from './slot.shapes.ts'

const absentPattern = 'Availability pattern not found'
const absentExperience = 'Experience not found'
const season = 'valid_until must not be before valid_from.'

const left = { bookings: z.int(), guests: z.int(), held: z.int(), groups: z.array(z.string()), over: z.int() }
const sameStart = { 409: 'Another pattern has the same start time on one of these days.' }

/** /api/availability_patterns */
export const patternApi = new Hono<ApiEnv>()
  .get(
    '/',
    describe(
      'Weekly start times',
      { 200: pageOf(patternShape) },
      'Inactive start times are listed only for admins, and for the staff and API keys of the vineyard.',
    ),
    query(listing(['start_time', 'valid_from', 'created_at'], patternFilters.shape)),
    async (c) => c.json(await pageOfPatterns(c.var.sql, c.req.valid('query'), { by: c.var.actor })),
  )
  .post(
    '/',
    only(availabilityPolicy.write),
    describe('Add a weekly start time', { 201: z.object({ id }) }, undefined, {
      ...sameStart,
      404: absentExperience,
    }),
    body(newPattern),
    async (c) => {
      const { sql, by, now } = c.var
      const { experience_id, is_active = true, ...pattern } = c.req.valid('json')
      const created = await createPattern(sql, experience_id, { ...pattern, is_active }, { by }, now())
      if (!created.ok) return refuseStart(c, { kind: created.problem }, absentExperience)
      return c.json(created.value, 201, { Location: `/api/availability_patterns/${created.value.id}` })
    },
  )
  .get(
    '/:id',
    requireUuidParams(absentPattern),
    describe('A weekly start time', { 200: patternShape }),
    async (c) =>
      answerRow(c, await findPattern(c.var.sql, c.req.param('id'), { by: c.var.actor }), absentPattern),
  )
  .patch(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absentPattern),
    describe(
      'Change a weekly start time',
      { 200: z.object({ ...left, version }) },
      'Bookings stay as they are. The response counts the bookings, guests and held places outside the new plan, and ' +
        'the places sold beyond the capacity.',
      sameStart,
    ),
    body(patternInput.partial()),
    async (c) => {
      const { sql, by, now } = c.var
      const edit = { by, seen: seenVersion(c) }
      const updated = await updatePattern(sql, c.req.param('id'), c.req.valid('json'), edit, now())
      if (!updated.ok) return refuseStart(c, { kind: updated.problem }, absentPattern)
      setVersion(c, updated.value)
      return c.json(updated.value)
    },
  )
  .delete(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absentPattern),
    describe(
      'Remove a weekly start time',
      { 200: z.object({ bookings: z.int(), guests: z.int(), deleted: z.boolean() }) },
      'A start time that was ever booked or held, or offered on a past day, is deactivated and keeps its bookings. Any other ' +
        'start time is deleted.',
    ),
    async (c) => {
      const removed = await removePattern(c.var.sql, c.req.param('id'), { by: c.var.by }, c.var.now())
      return removed.ok ? c.json(removed.value) : problem(c, 404, absentPattern)
    },
  )

const twoStarts = { 409: 'Two starts have the same time on one day.' }

/** /api/availability_plans: all weekly starts of an experience as one resource, found by the experience's id. */
export const planApi = new Hono<ApiEnv>()
  .get(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absentExperience),
    describe('All active weekly start times of an experience', { 200: planShape }),
    async (c) => {
      const plan = await findPlan(c.var.sql, c.req.param('id'), { by: c.var.by })
      return answerRow(c, plan && { ...plan, today: dayOf(c.var.now()) }, absentExperience)
    },
  )
  .patch(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absentExperience),
    describe(
      'Replace all weekly start times of an experience',
      { 200: z.object({ ...left, version }) },
      'Existing start times have their id, new ones have null. Existing start times that the request leaves out are ' +
        'removed. A start time without `yearly_season` keeps its season. Bookings stay as they are. The response ' +
        'counts the bookings, guests and held places outside the new plan, and the places sold beyond the capacity.',
      twoStarts,
    ),
    body(z.strictObject({ patterns: draftStarts })),
    async (c) => {
      const { sql, by, now } = c.var
      const { patterns } = c.req.valid('json')
      const saved = await savePlan(sql, c.req.param('id'), patterns, { by, seen: seenVersion(c) }, now())
      if (!saved.ok) return refuseStart(c, saved.problem, absentExperience)
      setVersion(c, saved.value)
      return c.json(saved.value)
    },
  )
  .post(
    '/:id/preview',
    only(availabilityPolicy.write),
    requireUuidParams(absentExperience),
    describe(
      'Preview a plan without saving it',
      { 200: z.object({ ...left, starts: z.array(plannedStart) }) },
      `Nothing is changed. \`until\` is at most ${maxSlotSpan} days after \`from\`.`,
      twoStarts,
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
      return preview.ok ? c.json(preview.value) : refuseStart(c, preview.problem, absentExperience)
    },
  )

/** Answers why a start or a plan was refused. `place` is the position of the refused start in its plan. */
function refuseStart(
  c: Context,
  { kind, place }: { kind: SqlEnums['pattern_change_problem'] | SqlEnums['plan_problem']; place?: number },
  absent: string,
) {
  switch (kind) {
    case 'absent':
      return problem(c, 404, absent)
    case 'same_start': {
      const field = { field: `patterns.${place}.start_time`, message: sameStartSentence }
      return problem(c, 409, sameStartSentence, place === undefined ? {} : { fields: [field] })
    }
    case 'season':
      return problem(c, 422, season, { fields: [{ field: 'valid_until', message: season }] })
    case 'stale':
      return stale(c)
  }
}
