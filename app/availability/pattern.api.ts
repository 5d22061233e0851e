import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion, stale, version } from '../platform/api/version.server.ts'
import { problem } from '../platform/http/problem.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import { availabilityPolicy } from './availability-policy.ts'
import { createPattern, findPattern, pageOfPatterns, removePattern, updatePattern } from './pattern.server.ts'
import { sameStartSentence } from './plan.ts'
import { newPattern, patternFilters, patternInput, patternShape } from './pattern.shapes.ts'

const absent = 'Availability pattern not found'
const season = 'valid_until must not be before valid_from.'

const left = { bookings: z.int(), guests: z.int() }
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
      404: 'Experience not found',
    }),
    body(newPattern),
    async (c) => {
      const { sql, by, now } = c.var
      const { experience_id, is_active = true, ...pattern } = c.req.valid('json')
      const created = await createPattern(sql, experience_id, { ...pattern, is_active }, { by }, now())
      if (!created.ok) return refusePattern(c, created.problem, 'Experience not found')
      return c.json(created.value, 201, { Location: `/api/availability_patterns/${created.value.id}` })
    },
  )
  .get(
    '/:id',
    requireUuidParams(absent),
    describe('A weekly start time', { 200: patternShape }),
    async (c) => {
      const pattern = await findPattern(c.var.sql, c.req.param('id'), { by: c.var.actor })
      if (!pattern) return problem(c, 404, absent)
      setVersion(c, pattern)
      return c.json(pattern)
    },
  )
  .patch(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe(
      'Change a weekly start time',
      { 200: z.object({ ...left, over: z.int(), version }) },
      'Bookings stay as they are. The response counts the bookings and guests outside the new plan, and the places ' +
        'sold beyond the capacity.',
      sameStart,
    ),
    body(patternInput.partial()),
    async (c) => {
      const { sql, by, now } = c.var
      const updated = await updatePattern(
        sql,
        c.req.param('id'),
        c.req.valid('json'),
        { by, seen: seenVersion(c) },
        now(),
      )
      if (!updated.ok) return refusePattern(c, updated.problem, absent)
      setVersion(c, updated.value)
      return c.json(updated.value)
    },
  )
  .delete(
    '/:id',
    only(availabilityPolicy.write),
    requireUuidParams(absent),
    describe(
      'Remove a weekly start time',
      { 200: z.object({ ...left, deleted: z.boolean() }) },
      'A start time that was ever booked or held, or offered on a past day, is deactivated and keeps its bookings. Any other ' +
        'start time is deleted.',
    ),
    async (c) => {
      const removed = await removePattern(c.var.sql, c.req.param('id'), { by: c.var.by }, c.var.now())
      return removed.ok ? c.json(removed.value) : problem(c, 404, absent)
    },
  )

function refusePattern(c: Context, refusal: SqlEnums['pattern_change_problem'], absent: string) {
  switch (refusal) {
    case 'absent':
      return problem(c, 404, absent)
    case 'same_start':
      return problem(c, 409, sameStartSentence)
    case 'season':
      return problem(c, 422, season, { fields: [{ field: 'valid_until', message: season }] })
    case 'stale':
      return stale(c)
  }
}
