import { Hono } from 'hono'
import { href } from 'react-router'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import {
  answerMade,
  answerRow,
  changeAndAnswer,
  changedShape,
  removeAndAnswer,
  type Sentences,
} from '../../people/accounts/staff-edit.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, line, whole } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { experiencePolicy } from '../experiences/experience-policy.ts'
import { hostKinds } from './host.ts'
import {
  addHost,
  endHostFeed,
  findHost,
  hostNoun,
  hostShape,
  pageOfHosts,
  renewHostFeed,
} from './host.server.ts'

const absent = 'Host not found'
const sentences: Sentences = {
  absent,
  in_use: 'Experiences or coming sessions use this host. Give them another host first.',
  refusals: {
    hosts_vineyard_id_name_key: {
      field: 'name',
      message: 'Another host has this name.',
      status: 409,
    },
    hosts_vineyard_id_fkey: { field: 'vineyard_id', message: 'Vineyard not found', status: 404 },
  },
}

const fields = z.strictObject({
  name: line(200),
  kind: z.enum(hostKinds).default('room'),
  capacity: whole(1, 10_000),
  introduction: line(160).nullable().optional(),
  is_shown: z.boolean().optional(),
})

/** /api/hosts */
export const hostApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(experiencePolicy.readHosts),
    describe('Hosts', { 200: pageOf(hostShape) }),
    query(listing(['name', 'capacity', 'created_at'], { vineyard_id: id.optional() })),
    async (c) => c.json(await pageOfHosts(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .post(
    '/',
    only(experiencePolicy.write),
    describe('Add a host', { 201: z.object({ id }) }, undefined, {
      404: 'Vineyard not found',
      409: 'Another host has this name.',
    }),
    body(
      fields.extend({
        vineyard_id: id,
        picture_id: id.optional().describe('The photograph of a host that was just deleted.'),
      }),
    ),
    async (c) => {
      const { sql, by, now } = c.var
      return answerMade(c, await addHost(sql, c.req.valid('json'), { by }, now()), '/api/hosts', sentences)
    },
  )
  .get(
    '/:id',
    only(experiencePolicy.readHosts),
    requireUuidParams(absent),
    describe('A host', { 200: hostShape }),
    async (c) => answerRow(c, await findHost(c.var.sql, c.req.param('id'), { by: c.var.by }), absent),
  )
  .patch(
    '/:id',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe('Change a host', { 200: changedShape }, undefined, {
      409: 'Another host has this name.',
    }),
    body(fields.extend({ kind: z.enum(hostKinds) }).partial()),
    (c) => changeAndAnswer(c, hostNoun, c.req.valid('json'), sentences),
  )
  .delete(
    '/:id',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe('Delete a host that no experience or coming session uses', { 204: null }, undefined, {
      409: 'Experiences or coming sessions use the host.',
    }),
    (c) => removeAndAnswer(c, hostNoun, sentences),
  )
  .post(
    '/:id/feed',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe(
      'Make the link of a host’s own calendar, or renew it',
      { 201: z.object({ url: z.url() }) },
      'A calendar program reads the sessions of the host at this link. Only this response shows the link; an earlier link ' +
        'stops working.',
    ),
    async (c) => {
      const { sql, by, now, config } = c.var
      const renewed = await renewHostFeed(sql, c.req.param('id'), by, now())
      if (!renewed) return problem(c, 404, absent)
      return c.json(
        { url: config.site_url + href('/calendars/:secret/bookings.ics', { secret: renewed.secret }) },
        201,
      )
    },
  )
  .delete(
    '/:id/feed',
    only(experiencePolicy.write),
    requireUuidParams(absent),
    describe('End the link of a host’s own calendar', { 204: null }),
    async (c) =>
      (await endHostFeed(c.var.sql, c.req.param('id'), c.var.by))
        ? c.body(null, 204)
        : problem(c, 404, absent),
  )
