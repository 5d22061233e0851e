import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { addRow, removeRow } from '../accounts/staff-edit.server.ts'
import {
  answerChanged,
  answerMade,
  answerRemoved,
  changedShape,
  refuseEdit,
  type Sentences,
} from '../accounts/edit-responses.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body } from '../platform/api/reading.server.ts'
import { seenVersion } from '../platform/api/version.server.ts'
import { problem } from '../platform/http/problem.ts'
import { itineraryChanges, newItinerary, newStops } from './curated-schemas.server.ts'
import { changeItinerary, changeStops, isCurated, itineraryNoun } from './curated.server.ts'
import { itineraryPolicy } from './itinerary-policy.ts'

const absent = 'Itinerary not found'
const sentences: Sentences = { absent }
const unknown = 'stops name a vineyard or an experience that is not there.'

/** The itineraries that the marketplace proposes: made, changed, published and deleted by admins. */
export const curatedApi = new Hono<ApiEnv>()
  .post(
    '/',
    only(itineraryPolicy.curate),
    describe('Make a curated itinerary', { 201: z.object({ id }) }, 'It has no stops and is not published.'),
    body(newItinerary),
    async (c) => {
      const { sql, by, now } = c.var
      const made = await addRow(
        sql,
        itineraryNoun,
        { ...c.req.valid('json'), is_curated: true },
        { by },
        now(),
      )
      return answerMade(c, made, '/api/itineraries', sentences)
    },
  )
  .patch(
    '/:id',
    only(itineraryPolicy.curate),
    requireUuidParams(absent),
    describe('Change a curated itinerary, publish or withdraw it', { 200: changedShape }),
    body(itineraryChanges),
    async (c) => {
      const { sql, by, now } = c.var
      const how = { by, seen: seenVersion(c) }
      const changes = c.req.valid('json')
      return answerChanged(c, await changeItinerary(sql, c.req.param('id'), changes, how, now()), sentences)
    },
  )
  .put(
    '/:id/stops',
    only(itineraryPolicy.curate),
    requireUuidParams(absent),
    describe(
      'Set the stops of a curated itinerary',
      { 200: changedShape },
      'In their order. One with an `id` stays the stop it is, one without is new, and those that are left out go.',
      { 412: 'Somebody else changed it since it was read, by `If-Match`.' },
    ),
    body(newStops),
    async (c) => {
      const { sql, by, now } = c.var
      const how = { by, seen: seenVersion(c) }
      const stops = c.req.valid('json').stops.map((stop) => ({ ...stop, booking_id: null }))
      const changed = await changeStops(sql, c.req.param('id'), stops, how, now())
      if (changed.ok) return answerChanged(c, changed, sentences)
      if (changed.problem.kind === 'unknown')
        return problem(c, 422, unknown, { fields: [{ field: 'stops', message: unknown }] })
      return refuseEdit(c, changed.problem, sentences)
    },
  )
  .delete(
    '/:id',
    only(itineraryPolicy.curate),
    requireUuidParams(absent),
    describe('Delete a curated itinerary', { 204: null }),
    async (c) => {
      const { sql, by, now } = c.var
      const id = c.req.param('id')
      if (!(await isCurated(sql, id))) return problem(c, 404, absent)
      const removed = await removeRow(sql, itineraryNoun, id, { by, seen: seenVersion(c) }, now())
      return answerRemoved(c, removed, sentences)
    },
  )
