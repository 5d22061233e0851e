import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import { mostBeyondLimits } from '../../catalogue/experiences/experience.ts'
import { bookingPolicy } from '../booking-policy.ts'
import { contactMissing, hasContact, staffGuest } from '../booking.shapes.ts'
import { refuseChange } from '../new-bookings/explain-refusal.server.ts'
import { groupHoldSentences } from './group-hold.ts'
import {
  bookGroupHold,
  changeGroupHold,
  createGroupHold,
  type GroupHoldProblem,
  listGroupHolds,
  releaseGroupHold,
} from './group-hold.server.ts'
import { groupHoldChange, groupHoldShape, newGroupHold } from './group-hold.shapes.ts'

function refuseGroup(
  c: Context,
  sql: Queryable,
  { kind, remaining, current }: Pick<GroupHoldProblem, 'kind' | 'remaining'> & { current?: object },
  request: { experience_id: string; overbook: boolean; number_of_guests: number },
) {
  if (kind === 'late') return refuseField(c, 'until', groupHoldSentences.late)
  // Staff are offered the second step only for a party that the second step can accept.
  if (kind === 'group_size' && (request.overbook || request.number_of_guests > mostBeyondLimits))
    return refuseField(c, 'number_of_guests', `number_of_guests must be at most ${mostBeyondLimits}.`)
  if (kind === 'changed') return problem(c, 409, groupHoldSentences.changed, { current })
  if (kind === 'other') return problem(c, 422, groupHoldSentences.other)
  const refusal =
    kind === 'full'
      ? { kind, remaining: remaining ?? 0 }
      : kind === 'group_size'
        ? { kind, remaining }
        : { kind }
  return refuseChange(c, sql, refusal, request)
}

/** /api/group_holds: places that staff keep for a group for days. */
export const groupHoldApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(bookingPolicy.run),
    describe(
      'The places that a vineyard keeps for groups now',
      { 200: z.object({ items: z.array(groupHoldShape) }) },
      'Sorted by the end of the hold, the earliest first. Each hold lists the sessions that have not begun.',
    ),
    query(z.strictObject({ vineyard_id: id, search: line(100).optional() })),
    async (c) => {
      const { sql, by, now } = c.var
      return c.json({ items: await listGroupHolds(sql, c.req.valid('query'), { by }, now()) })
    },
  )
  .post(
    '/',
    only(bookingPolicy.run),
    describe(
      'Keep places for a group',
      { 201: z.object({ id }) },
      'Holds places in one or several sessions of one vineyard: in all of them or in none. The hold lasts at most 90 ' +
        'days. In each session, the hold ends when the session begins, if not earlier.',
      {
        404: 'No such experience or vineyard in scope.',
        409: 'A session is gone or has too few places: `remaining` says how many are left.',
      },
    ),
    body(newGroupHold),
    async (c) => {
      const { sql, by, now } = c.var
      const request = c.req.valid('json')
      const held = await createGroupHold(sql, request, { by }, now())
      if (held.ok) return c.json({ id: request.id }, 201)
      const { experience_id = request.id } = request.sessions[(held.problem.slot_number ?? 1) - 1] ?? {}
      return refuseGroup(c, sql, held.problem, { ...request, experience_id })
    },
  )
  .put(
    '/:id',
    only(bookingPolicy.run),
    requireUuidParams(groupHoldSentences.not_found),
    describe(
      'Change the size, the end or the note of a group hold',
      { 204: null },
      'Applies to all sessions of the group or to none, and follows the rules of a new group hold.',
      {
        404: 'No such group hold in scope, or it has ended.',
        409: 'A session has too few places (`remaining` says how many are left), or someone else has changed the group hold (`current` has its values).',
      },
    ),
    body(groupHoldChange),
    async (c) => {
      const { sql, by, now } = c.var
      const request = c.req.valid('json')
      const changed = await changeGroupHold(sql, c.req.param('id'), request, { by }, now())
      return changed.ok
        ? c.body(null, 204)
        : refuseGroup(c, sql, changed.problem, { ...changed.problem, ...request })
    },
  )
  .delete(
    '/:id',
    only(bookingPolicy.run),
    requireUuidParams(groupHoldSentences.not_found),
    describe('Let the places of a group go', { 204: null }, 'A group hold that has ended stays as it is.'),
    async (c) => {
      const { sql, by, now } = c.var
      const released = await releaseGroupHold(sql, c.req.param('id'), { by }, now())
      return released.ok ? c.body(null, 204) : problem(c, 404, groupHoldSentences.not_found)
    },
  )
  .post(
    '/:id/book',
    only(bookingPolicy.run),
    requireUuidParams(groupHoldSentences.not_found),
    describe(
      'Book the places of a group',
      { 201: z.object({ ids: z.array(id) }) },
      'Needs a name, and an email address or a phone number. Makes one confirmed booking for each session, or none at all.',
      { 409: 'The places are no longer held, or a slot is gone.' },
    ),
    body(z.strictObject(staffGuest).refine(hasContact, contactMissing)),
    async (c) => {
      const { sql, by, now } = c.var
      const booked = await bookGroupHold(sql, c.req.param('id'), c.req.valid('json'), { by }, now())
      if (booked.ok) return c.json(booked.value, 201)
      const { kind, remaining } = booked.problem
      if (kind === 'absent') return problem(c, 404, groupHoldSentences.not_found)
      if (kind === 'ended') return problem(c, 409, groupHoldSentences.ended)
      const refusal = kind === 'full' ? { kind, remaining } : { kind }
      return refuseChange(c, sql, refusal, { experience_id: c.req.param('id') })
    },
  )
