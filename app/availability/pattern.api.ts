import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../people/sign-in/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { day, flag, id, instant, time, timeShown, whole } from '../platform/api/fields.server.ts'
import { listing, pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion, stale, version } from '../platform/api/version.server.ts'
import { addDays } from '../platform/days.ts'
import { problem } from '../platform/http/problem.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import { availabilityPolicy } from './availability-policy.ts'
import { createPattern, findPattern, pageOfPatterns, removePattern, updatePattern } from './pattern.server.ts'

const absent = 'Availability pattern not found'
const same_start = 'Another pattern of this experience starts then on one of these days.'
const season = 'valid_until must not be before valid_from.'

const weekdays = z
  .array(whole(1, 7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'must name each day once')
  .meta({ description: 'ISO weekdays: 1 is Monday, 7 is Sunday.', uniqueItems: true })

const dayOfYear = z
  .string()
  .regex(
    /^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))$/,
    'must be a day of the year, as MM-dd',
  )

const yearlySeason = z
  .strictObject({
    from: dayOfYear.meta({ description: 'The first day, MM-dd.' }),
    until: dayOfYear.meta({
      description: 'The last day, MM-dd; in the next year if that is earlier in the year than the first.',
    }),
    changes: z
      .array(z.strictObject({ year: whole(2000, 2199), from: day.nullable(), until: day.nullable() }))
      .max(50)
      .superRefine((changes, context) => {
        const years = new Set<number>()
        for (const [index, { year, from, until }] of changes.entries()) {
          const refuse = (field: string, message: string) =>
            context.addIssue({ code: 'custom', path: [index, field], message })
          if (years.has(year)) refuse('year', 'must occur once')
          years.add(year)
          if ((from === null) !== (until === null)) refuse('until', 'must be given with from, or both null')
          if (from !== null && Number(from.slice(0, 4)) !== year) refuse('from', `must be in ${year}`)
          if (from !== null && until !== null && (until < from || until > addDays(from, 365)))
            refuse('until', 'must be within a year from the first day')
        }
      })
      .meta({
        description: 'Other dates of the season that begins in a year; with dates of null it is left out.',
      }),
  })
  .meta({
    id: 'YearlySeason',
    description:
      'A season that recurs every year. In years without 29 February, one that begins then begins on 1 March, and one ' +
      'that ends then ends on 28 February.',
    examples: [
      {
        from: '04-01',
        until: '10-31',
        changes: [],
      },
    ],
  })

/** The fields of a weekly start in a request. */
export const patternFields = {
  days_of_week: weekdays,
  start_time: time,
  capacity: whole(1, 10_000),
  valid_from: day,
  valid_until: day.nullable().meta({ description: 'The last day; null until further notice.' }),
  yearly_season: yearlySeason.nullable().optional().meta({
    description: 'Only these days of each year between the first and the last day; null for all.',
  }),
}
/** One start time on some weekdays of a season, both ends included. */
export const patternInput = z.strictObject({ ...patternFields, is_active: z.boolean().optional() })
const newPattern = z
  .strictObject({ experience_id: id, ...patternInput.shape })
  .superRefine(({ valid_from, valid_until }, context) => {
    if (valid_until !== null && valid_until < valid_from)
      context.addIssue({ code: 'custom', path: ['valid_until'], message: 'must not be before valid_from' })
  })

/** The fields of a weekly start in a response. */
export const shownPattern = {
  id,
  days_of_week: z.array(z.int()),
  start_time: timeShown,
  capacity: z.int(),
  valid_from: day,
  valid_until: day.nullable(),
  yearly_season: yearlySeason.nullable(),
}

export const patternShape = z
  .object({
    ...shownPattern,
    experience_id: id,
    is_active: z.boolean(),
    created_at: instant,
    updated_at: instant,
    version,
  })
  .meta({ id: 'AvailabilityPattern' })

export const patternFilters = z.object({
  experience_id: id.optional(),
  vineyard_id: id.optional(),
  is_active: flag.optional(),
})

const left = { bookings: z.int(), guests: z.int() }
const sameStart = { 409: 'Another pattern starts then on one of these days.' }

/** /api/availability_patterns */
export const patternApi = new Hono<ApiEnv>()
  .get(
    '/',
    describe(
      'Weekly start times',
      { 200: pageOf(patternShape) },
      'Only their own staff and admins see inactive ones.',
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
      'One that was ever booked, or offered on a past day, is deactivated and keeps its bookings; any other is deleted.',
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
      return problem(c, 409, same_start)
    case 'season':
      return problem(c, 422, season, { fields: [{ field: 'valid_until', message: season }] })
    case 'stale':
      return stale(c)
  }
}
