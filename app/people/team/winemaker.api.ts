import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../../platform/api/describe.server.ts'
import { email, id, line } from '../../platform/api/fields.server.ts'
import { pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { type ApiEnv, only } from '../sign-in/access.server.ts'
import {
  answerMade,
  answerRow,
  changeAndAnswer,
  changedShape,
  type Sentences,
} from '../accounts/staff-edit.server.ts'
import { winemakerRoles } from '../../staff-client/account-types.ts'
import {
  inviteWinemaker,
  sendInvitation,
  findWinemaker,
  pageOfWinemakers,
  winemakerListing,
  winemakerNoun,
  winemakerShape,
} from './winemaker.server.ts'
import { teamPolicy } from './team.ts'

const sentences: Sentences = {
  absent: 'There is no such winemaker.',
  refusals: {
    winemakers_by_email: {
      field: 'email',
      message: 'That address already has an account.',
      status: 409,
    },
    winemakers_vineyard_id_fkey: { field: 'vineyard_id', message: 'There is no such vineyard.' },
    removed_is_inactive: {
      field: 'is_active',
      message: 'This colleague has been removed from the team.',
      status: 409,
    },
  },
}

const position = line(120).nullable()
const invited = z.strictObject({ vineyard_id: id, name: line(120), email, position: position.optional() })
const changes = z
  .strictObject({
    vineyard_id: id,
    name: line(120),
    position,
    role: z.enum(winemakerRoles),
    is_active: z.boolean(),
  })
  .partial()

/** /api/winemakers: the accounts of vineyards' staff, which admins manage. */
export const winemakersApi = new Hono<ApiEnv>()
  .use(only(teamPolicy.run_winemakers))
  .use('/:id/*', requireUuidParams(sentences.absent))
  .get(
    '/',
    describe(
      'Winemakers',
      { 200: pageOf(winemakerShape) },
      'In the state `invited`, a winemaker has not set a password yet.',
    ),
    query(winemakerListing),
    async (c) => c.json(await pageOfWinemakers(c.var.sql, c.req.valid('query'))),
  )
  .post(
    '/',
    describe(
      'Invite a winemaker',
      { 201: z.object({ id }) },
      'The winemaker becomes an owner, and gets an email with a link to set the password. An open invitation to the same ' +
        'address is replaced.',
      {
        409: 'That address already has an account.',
      },
    ),
    body(invited),
    async (c) => {
      const { by, now } = c.var
      const made = await inviteWinemaker(c.var, c.req.valid('json'), { by }, now())
      return answerMade(c, made, '/api/winemakers', sentences)
    },
  )
  .get('/:id', describe('A winemaker', { 200: winemakerShape }), async (c) =>
    answerRow(c, await findWinemaker(c.var.sql, c.req.param('id')), sentences.absent),
  )
  .patch(
    '/:id',
    describe(
      'Change, move or disable a winemaker',
      { 200: changedShape },
      'A disabled winemaker is signed out at once. A winemaker who was moved sees only the new vineyard.',
    ),
    body(changes),
    (c) => changeAndAnswer(c, winemakerNoun, c.req.valid('json'), sentences),
  )
  .post(
    '/:id/invitation',
    describe('Send the invitation again', { 204: null }, '', {
      409: 'The winemaker has a password already, or is disabled.',
    }),
    async (c) => {
      const sent = await sendInvitation(c.var, c.req.param('id'), { by: c.var.by }, c.var.now())
      if (sent.ok) return c.body(null, 204)
      if (sent.problem === 'absent') return problem(c, 404, sentences.absent)
      return problem(c, 409, 'The winemaker has a password already, or is disabled.')
    },
  )
