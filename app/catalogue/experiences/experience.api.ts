import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, keysToo, only } from '../../people/sign-in/access.server.ts'
import {
  addAndAnswer,
  answerMade,
  answerRow,
  changeAndAnswer,
  changedShape,
  removeAndAnswer,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line, pounds, prose, whole } from '../../platform/api/fields.server.ts'
import { pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import {
  copyExperience,
  experienceListing,
  experienceNoun,
  findExperience,
  kind,
  listKinds,
  pageOfExperiences,
} from './experience.server.ts'
import { experiencePolicy } from './experience-policy.ts'
import { experienceShape, sceneShape } from './experience.shapes.ts'
import { visitFactChanges } from './experience-facts.shapes.ts'

const yearInMinutes = 525_600
const fields = {
  title: line(200),
  description: prose(10_000).nullable(),
  type: kind.nullable(),
  duration_minutes: whole(1, 1440).nullable(),
  price_per_person: pounds,
  currency: z.literal('GBP'),
  min_group_size: whole(1, 1000),
  max_group_size: whole(1, 1000).nullable(),
  is_active: z.boolean(),
  is_instant: z.boolean().describe('Whether bookings are confirmed instantly.'),
  sold_by_resellers: z
    .boolean()
    .describe('Whether resellers may sell the experience, as long as its bookings are confirmed instantly.'),
  included: prose(10_000).nullable(),
  host_id: id.nullable().describe('The host whose capacity limits how many people are present at once.'),
  booking_cutoff_minutes: whole(0, yearInMinutes),
  booking_horizon_days: whole(1, 1100),
  cancellation_cutoff_minutes: whole(0, yearInMinutes),
  scene: sceneShape,
  ...visitFactChanges,
}

const changes = z.strictObject(fields).partial()
const newExperience = z
  .strictObject({ vineyard_id: id, ...fields })
  .partial()
  .required({ vineyard_id: true, title: true, price_per_person: true })

const absent = 'Experience not found'
const sentences: Sentences = {
  absent,
  in_use: 'An experience with bookings, or in an itinerary, cannot be deleted. Take it off sale instead.',
  refusals: {
    group_sizes_in_order: {
      field: 'min_group_size',
      message: 'The smallest party must not be larger than the largest party, which is 10 if none is given.',
    },
    experiences_host_id_vineyard_id_fkey: {
      field: 'host_id',
      message: 'host_id must be a host of the same vineyard.',
    },
    experiences_vineyard_id_fkey: { field: 'vineyard_id', message: 'Vineyard not found', status: 404 },
  },
}

/** /api/experiences */
export const experienceApi = new Hono<ApiEnv>()
  .get(
    '/',
    keysToo('availability:read'),
    describe(
      'Experiences',
      { 200: pageOf(experienceShape) },
      'Experiences that are off sale or at a hidden vineyard are listed only for admins, and for the staff and API keys ' +
        'of that vineyard.',
    ),
    query(experienceListing),
    async (c) =>
      c.json(await pageOfExperiences(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
  )
  .get(
    '/kinds',
    only(experiencePolicy.readKinds),
    describe('The types of all experiences', { 200: z.array(z.string()) }),
    async (c) => c.json(await listKinds(c.var.sql)),
  )
  .post(
    '/',
    only(experiencePolicy.write),
    describe('Add an experience', { 201: z.object({ id }) }, undefined, {
      404: 'Vineyard not found',
    }),
    body(newExperience),
    (c) => addAndAnswer(c, experienceNoun, c.req.valid('json'), '/api/experiences', sentences),
  )
  .get(
    '/:id',
    keysToo('availability:read'),
    requireUuidParams(absent),
    describe('An experience', { 200: experienceShape }),
    async (c) => {
      const { sql, actor: by, now } = c.var
      return answerRow(c, await findExperience(sql, c.req.param('id'), { by }, now()), absent)
    },
  )
  .patch(
    '/:id',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe(
      'Change an experience',
      { 200: changedShape },
      'The facts parking, station, food, step_free, dogs and children count as stated today if the request sends them.',
    ),
    body(changes),
    (c) => changeAndAnswer(c, experienceNoun, c.req.valid('json'), sentences),
  )
  .post(
    '/:id/copy',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe(
      'Copy an experience',
      { 201: z.object({ id }) },
      'The copy has the same weekly start times and facts, and is off sale.',
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const copied = await copyExperience(sql, c.req.param('id'), { by }, now())
      return answerMade(c, copied, '/api/experiences', sentences)
    },
  )
  .delete(
    '/:id',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe(
      'Delete an experience that has no bookings, together with its start times and exceptions',
      { 204: null },
      undefined,
      { 409: 'The experience has bookings or is in an itinerary. Take it off sale instead.' },
    ),
    (c) => removeAndAnswer(c, experienceNoun, sentences),
  )
