import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { flag, id } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { query, body } from '../../platform/api/reading.server.ts'
import { seenVersion } from '../../platform/api/version.server.ts'
import { problem } from '../../platform/http/problem.ts'
import {
  findListedItinerary,
  pageOfItineraries,
  changeItinerary,
  stopProblems,
  changeStops,
  findCurated,
  itineraryNoun,
} from './curated.server.ts'
import {
  addAndAnswer,
  answerChanged,
  answerRow,
  changedShape,
  removeAndAnswer,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { isToken } from '../../people/sign-in/session.server.ts'
import { createItineraryKey, joinItineraries, leaveItinerary } from './itinerary.server.ts'
import {
  itineraryChanges,
  itineraryEntry,
  itineraryShape,
  newItinerary,
  sentStops,
} from './itinerary.shapes.ts'
import { itineraryPolicy } from './itinerary.ts'

const absent = 'Itinerary not found'

const sentences: Sentences = {
  absent,
  refusals: {
    [stopProblems.none]: { field: 'stops', message: 'A published itinerary needs at least one stop.' },
    [stopProblems.unknown]: {
      field: 'stops',
      message: 'A stop names a vineyard or an experience that does not exist.',
    },
  },
}

/** Admins create, change, publish and delete curated itineraries, which the site suggests to visitors. */
const curatedApi = new Hono<ApiEnv>()
  .post(
    '/',
    only(itineraryPolicy.curate),
    describe(
      'Create a curated itinerary',
      { 201: z.object({ id }) },
      'The new itinerary has no stops and is not published.',
    ),
    body(newItinerary),
    (c) => {
      const row = { ...c.req.valid('json'), is_curated: true }
      return addAndAnswer(c, itineraryNoun, row, '/api/itineraries', sentences)
    },
  )
  .patch(
    '/:id',
    only(itineraryPolicy.curate),
    requireUuidParams(absent),
    describe('Change, publish or unpublish a curated itinerary', { 200: changedShape }),
    body(itineraryChanges),
    async (c) => {
      const { sql, by, now } = c.var
      const options = { by, seen: seenVersion(c) }
      const changed = await changeItinerary(sql, c.req.param('id'), c.req.valid('json'), options, now())
      return answerChanged(c, changed, sentences)
    },
  )
  .put(
    '/:id/stops',
    only(itineraryPolicy.curate),
    requireUuidParams(absent),
    describe(
      'Set the stops of a curated itinerary',
      { 200: changedShape },
      'The list replaces all stops, in this order. A stop with an `id` is kept, a stop without an `id` is new, and stops left out are deleted.',
      { 412: 'The itinerary has changed since the version in `If-Match`.' },
    ),
    body(sentStops),
    async (c) => {
      const { sql, by, now } = c.var
      const options = { by, seen: seenVersion(c) }
      const { stops } = c.req.valid('json')
      return answerChanged(c, await changeStops(sql, c.req.param('id'), stops, options, now()), sentences)
    },
  )
  .delete(
    '/:id',
    only(itineraryPolicy.curate),
    requireUuidParams(absent),
    describe('Delete a curated itinerary', { 204: null }),
    async (c) => {
      if (!(await findCurated(c.var.sql, c.req.param('id')))) return problem(c, 404, absent)
      return removeAndAnswer(c, itineraryNoun, sentences)
    },
  )

/** /api/itineraries: published itineraries and, for a signed-in visitor, their own. Admins edit curated ones. */
export const itineraryApi = new Hono<ApiEnv>()
  .get(
    '/',
    describe('Itineraries', { 200: pageOf(itineraryEntry) }),
    query(listing(['-published_at', 'title'], { is_curated: flag.optional() })),
    async (c) =>
      c.json(await pageOfItineraries(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
  )
  .get(
    '/:id',
    requireUuidParams(absent),
    describe('An itinerary with its stops', { 200: itineraryShape }),
    async (c) => {
      const { sql, actor: by, now } = c.var
      return answerRow(c, await findListedItinerary(sql, c.req.param('id'), { by }, now()), absent)
    },
  )
  .route('/', curatedApi)

const key = z.string().refine(isToken, 'must be an edit key of an itinerary')

/** /api/me/itineraries: adds and removes itineraries of the signed-in visitor. GET /api/itineraries lists them. */
export const accountItineraryApi = new Hono<ApiEnv>()
  .post(
    '/',
    only(itineraryPolicy.own),
    describe(
      'Add itineraries to the account',
      { 200: z.object({ joined: z.array(id) }) },
      'Adds the itineraries whose key is valid and that are in no account yet, and returns their ids.',
    ),
    body(z.strictObject({ itineraries: z.array(z.strictObject({ id, key })).max(100) })),
    async (c) => {
      const { sql, by } = c.var
      return c.json({ joined: await joinItineraries(sql, by.actor_id, c.req.valid('json').itineraries) })
    },
  )
  .post(
    '/:id/key',
    only(itineraryPolicy.own),
    requireUuidParams(absent),
    describe('Create another edit key for one of your itineraries', {
      200: z.object({ id, title: z.string(), key: z.string() }),
    }),
    async (c) => {
      const { sql, by, now } = c.var
      const itinerary = c.req.param('id')
      const given = await createItineraryKey(sql, by.actor_id, itinerary, now())
      return given ? c.json({ id: itinerary, ...given }) : problem(c, 404, absent)
    },
  )
  .delete(
    '/:id',
    only(itineraryPolicy.own),
    requireUuidParams(absent),
    describe(
      'Remove an itinerary from the account',
      { 204: null },
      'Devices with an edit key can still open the itinerary.',
    ),
    async (c) => {
      const left = await leaveItinerary(c.var.sql, c.var.by.actor_id, c.req.param('id'))
      return left ? c.body(null, 204) : problem(c, 404, absent)
    },
  )
