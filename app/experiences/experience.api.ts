import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import {
  answerChanged,
  answerMade,
  answerRemoved,
  changedShape,
  type Sentences,
} from '../accounts/edit-responses.server.ts'
import { addRow, changeRow, removeRow } from '../accounts/staff-edit.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion } from '../platform/api/version.server.ts'
import { problem } from '../platform/http/problem.ts'
import {
  copyExperience,
  experienceNoun,
  findExperience,
  listKinds,
  pageOfExperiences,
} from './experience-edit.server.ts'
import { experiencePolicy } from './experience-policy.ts'
import {
  experienceChanges,
  experienceListing,
  experienceShape,
  newExperience,
} from './experience-schemas.server.ts'

const absent = 'Experience not found'
const sentences: Sentences = {
  absent,
  in_use:
    'An experience that was booked, or that an itinerary leads to, can not be deleted. Switch it off instead.',
  refusals: {
    group_sizes_in_order: {
      field: 'min_group_size',
      message: 'min_group_size must be at most max_group_size, or at most 10 where there is none.',
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
    describe(
      'Experiences',
      { 200: pageOf(experienceShape) },
      'Those that are off or hidden are there for their own staff and for admins.',
    ),
    query(experienceListing),
    async (c) =>
      c.json(await pageOfExperiences(c.var.sql, c.req.valid('query'), { by: c.var.actor }, c.var.now())),
  )
  .get(
    '/kinds',
    only(experiencePolicy.readKinds),
    describe('The kinds that experiences are of', { 200: z.array(z.string()) }),
    async (c) => c.json(await listKinds(c.var.sql)),
  )
  .post(
    '/',
    only(experiencePolicy.write),
    describe('Add an experience', { 201: z.object({ id }) }, undefined, {
      404: 'No such vineyard within reach.',
    }),
    body(newExperience),
    async (c) => {
      const { sql, by, now } = c.var
      const made = await addRow(sql, experienceNoun, c.req.valid('json'), { by }, now())
      return answerMade(c, made, '/api/experiences', sentences)
    },
  )
  .get('/:id', requireUuidParams(absent), describe('An experience', { 200: experienceShape }), async (c) => {
    const experience = await findExperience(c.var.sql, c.req.param('id'), { by: c.var.actor }, c.var.now())
    if (!experience) return problem(c, 404, absent)
    setVersion(c, experience)
    return c.json(experience)
  })
  .patch(
    '/:id',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe('Change an experience', { 200: changedShape }),
    body(experienceChanges),
    async (c) => {
      const { sql, by, now } = c.var
      const seen = seenVersion(c)
      const changes = c.req.valid('json')
      const changed = await changeRow(sql, experienceNoun, c.req.param('id'), changes, { by, seen }, now())
      return answerChanged(c, changed, sentences)
    },
  )
  .post(
    '/:id/copy',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe(
      'Add another experience like this one',
      { 201: z.object({ id }) },
      'It has the same weekly starts and is switched off.',
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
    describe('Delete an experience that was never booked, with its plans', { 204: null }, undefined, {
      409: 'It was booked. Switch it off instead.',
    }),
    async (c) => {
      const { sql, by, now } = c.var
      const removed = await removeRow(
        sql,
        experienceNoun,
        c.req.param('id'),
        { by, seen: seenVersion(c) },
        now(),
      )
      return answerRemoved(c, removed, sentences)
    },
  )
