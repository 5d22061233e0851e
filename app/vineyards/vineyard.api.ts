import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import {
  answerChanged,
  answerMade,
  answerRemoved,
  changedShape,
  type Sentences,
  addRow,
  changeRow,
  removeRow,
} from '../accounts/staff-edit.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { id } from '../platform/api/fields.server.ts'
import { pageOf } from '../platform/api/listing.server.ts'
import { requireUuidParams } from '../platform/api/path-params.server.ts'
import { body, query } from '../platform/api/reading.server.ts'
import { seenVersion, setVersion } from '../platform/api/version.server.ts'
import { problem } from '../platform/http/problem.ts'
import { findVineyard, listRegions, pageOfVineyards, vineyardNoun } from './vineyard-edit.server.ts'
import { halfSentence, lackingIn } from './position.ts'
import { vineyardPolicy } from './vineyard-policy.ts'
import {
  type VineyardChanges,
  decides,
  newVineyard,
  vineyardChanges,
  vineyardColumns,
  vineyardListing,
  vineyardShape,
} from './vineyard-schemas.server.ts'

const absent = 'Vineyard not found'
const sentences: Sentences = {
  absent,
  in_use: 'A vineyard with experiences, staff or bookings can not be deleted. Hide it instead.',
}

/** With the words for half a position: that is wrong at the number that is not there. */
function sentencesFor(changes: Pick<VineyardChanges, 'latitude' | 'longitude'>): Sentences {
  // Of one number alone that was taken out, the other still stands in the row.
  const field = lackingIn(changes) ?? (changes.longitude === null ? 'longitude' : 'latitude')
  return { ...sentences, refusals: { position_is_whole: { field, message: halfSentence(field) } } }
}

/** /api/vineyards */
export const vineyardApi = new Hono<ApiEnv>()
  .get(
    '/',
    describe(
      'Vineyards',
      { 200: pageOf(vineyardShape) },
      'Hidden ones are there for their own staff and for admins.',
    ),
    query(vineyardListing),
    async (c) => c.json(await pageOfVineyards(c.var.sql, c.req.valid('query'), { by: c.var.actor })),
  )
  .post(
    '/',
    only(vineyardPolicy.run),
    describe('Add a vineyard', { 201: z.object({ id }) }),
    body(newVineyard),
    async (c) => {
      const { sql, by, now } = c.var
      const written = c.req.valid('json')
      const made = await addRow(sql, vineyardNoun, vineyardColumns(written, now()), { by }, now())
      return answerMade(c, made, '/api/vineyards', sentencesFor(written))
    },
  )
  .get(
    '/regions',
    only(vineyardPolicy.run),
    describe('The regions that vineyards are in', {
      200: z.array(z.object({ region: z.string(), vineyards: z.int() })),
    }),
    async (c) => c.json(await listRegions(c.var.sql)),
  )
  .get('/:id', requireUuidParams(absent), describe('A vineyard', { 200: vineyardShape }), async (c) => {
    const vineyard = await findVineyard(c.var.sql, c.req.param('id'), { by: c.var.actor })
    if (!vineyard) return problem(c, 404, absent)
    setVersion(c, vineyard)
    return c.json(vineyard)
  })
  .patch(
    '/:id',
    only(vineyardPolicy.write),
    requireUuidParams(absent),
    describe('Change a vineyard', { 200: changedShape }),
    body(vineyardChanges),
    async (c) => {
      const { sql, by, now } = c.var
      const changes = c.req.valid('json')
      if (decides(changes) && !vineyardPolicy.run.who.some((who) => who === by.actor))
        return problem(c, 403, vineyardPolicy.run.rule)
      const columns = vineyardColumns(changes, now())
      const seen = seenVersion(c)
      return answerChanged(
        c,
        await changeRow(sql, vineyardNoun, c.req.param('id'), columns, { by, seen }, now()),
        sentencesFor(changes),
      )
    },
  )
  .delete(
    '/:id',
    only(vineyardPolicy.run),
    requireUuidParams(absent),
    describe('Delete a vineyard that never offered anything', { 204: null }, undefined, {
      409: 'Something belongs to it. Hide it instead.',
    }),
    async (c) => {
      const { sql, by, now } = c.var
      const seen = seenVersion(c)
      return answerRemoved(
        c,
        await removeRow(sql, vineyardNoun, c.req.param('id'), { by, seen }, now()),
        sentences,
      )
    },
  )
