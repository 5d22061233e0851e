import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../sign-in/access.server.ts'
import { attemptResponses, refuseAttempt, takeAttempts } from '../sign-in/attempt-limit.server.ts'
import type { SignedInWinemaker } from '../sign-in/actor.ts'
import { roleRefusal } from '../sign-in/policy.ts'
import type { WinemakerRole } from '../../staff-client/account-types.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body } from '../../platform/api/reading.server.ts'
import { clientAddressOf } from '../../platform/http/client-address.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { linkLimits } from '../sign-in/sign-in-limits.ts'
import { inviteProblems, teamPolicy, teamSentences } from './team.ts'
import { changeColleague, findTeam, inviteColleague } from './team.server.ts'
import { findWinemaker, sendInvitation } from './winemaker.server.ts'
import { colleagueShape, invitation, winemakerRole } from './team.shapes.ts'

const tooMany = { 429: attemptResponses[429] }

/** /api/team: the owners of a vineyard manage its team. */
export const teamApi = new Hono<ApiEnv>()
  .use(only(teamPolicy.run))
  .use('/:id/*', requireUuidParams(teamSentences.absent))
  .get(
    '/',
    describe('Colleagues and invitations', { 200: z.object({ items: z.array(colleagueShape) }) }),
    async (c) => c.json({ items: await findTeam(c.var.sql, { by: c.var.by }, c.var.now()) }),
  )
  .post(
    '/',
    describe(
      'Invite a colleague',
      { 201: z.object({ id }) },
      'Emails a link that verifies the address and sets the password. An open invitation to another vineyard is replaced. ' +
        'An address whose link expires unused is deleted.',
      { 409: 'The address cannot be invited, or 20 invitations are open.', ...tooMany },
    ),
    body(invitation),
    async (c) => {
      const { by, now } = c.var
      const allowed = await limitInvitations(c, c.req.valid('json').email)
      if (!allowed.ok) return refuseAttempt(c, allowed.problem)
      const made = await inviteColleague(c.var, c.req.valid('json'), { by }, now())
      if (made.ok) return c.json(made.value, 201, { Location: '/api/team' })
      if (made.problem === 'not_owner') return problem(c, 403, roleRefusal(teamPolicy.run))
      const message = inviteProblems[made.problem]
      return made.problem === 'many' ? problem(c, 409, message) : refuseField(c, 'email', message, 409)
    },
  )
  .post(
    '/:id/role',
    describe('Change the role of a colleague', { 204: null }, 'The new role applies from the next request.', {
      409: teamSentences.last_owner,
    }),
    body(z.strictObject({ role: winemakerRole })),
    (c) => change(c, c.req.valid('json').role),
  )
  .delete(
    '/:id',
    describe(
      'Remove a colleague, withdraw an invitation, or leave',
      { 204: null },
      'The colleague is signed out everywhere at once. The address and name of a withdrawn invitation are deleted.',
      { 409: teamSentences.last_owner },
    ),
    (c) => change(c, null),
  )
  .post(
    '/:id/invitation',
    describe('Send the invitation again', { 204: null }, '', { 409: teamSentences.not_needed, ...tooMany }),
    async (c) => {
      const { sql, by, now } = c.var
      const id = c.req.param('id')
      const colleague = await findWinemaker(sql, id)
      if (colleague?.vineyard_id !== by.vineyard_id) return problem(c, 404, teamSentences.absent)
      const allowed = await limitInvitations(c, colleague.email)
      if (!allowed.ok) return refuseAttempt(c, allowed.problem)
      const sent = await sendInvitation(c.var, id, { by }, now())
      if (sent.ok) return c.body(null, 204)
      return sent.problem === 'absent'
        ? problem(c, 404, teamSentences.absent)
        : problem(c, 409, teamSentences.not_needed)
    },
  )

type OwnerEnv = { Variables: ApiEnv['Variables'] & { by: SignedInWinemaker } }

async function change<Env extends OwnerEnv>(c: Context<Env>, role: WinemakerRole | null) {
  const { sql, by, now } = c.var
  const changed = await changeColleague(sql, c.req.param('id') ?? '', role, { by }, now())
  if (changed.ok) return c.body(null, 204)
  const [status, title] = refusals[changed.problem]
  return problem(c, status, title)
}

const refusals = {
  not_owner: [403, roleRefusal(teamPolicy.run)],
  absent: [404, teamSentences.absent],
  last_owner: [409, teamSentences.last_owner],
} as const satisfies Record<SqlEnums['team_problem'], unknown>

function limitInvitations<Env extends OwnerEnv>(c: Context<Env>, email: string) {
  const { sql, config, now } = c.var
  const address = clientAddressOf(c, config.trusted_proxies)
  return takeAttempts(sql, linkLimits(config.limits, 'team', email, address), now())
}
