import { Hono } from 'hono'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { marketplacePolicy } from '../../staff/dashboard/marketplace-policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { backupModeOf, findBackups, requestBackup } from './backups.server.ts'
import { backupReport } from './backups.shapes.ts'

/**
 * /api/backups: the worker's backups of the embedded database, or the backups recorded for a separate database server.
 */
export const backupApi = new Hono<ApiEnv>()
  .get('/', only(marketplacePolicy.run), describe('The latest backups', { 200: backupReport }), async (c) =>
    c.json(await findBackups(c.var.sql, c.var.config, c.var.now())),
  )
  .post(
    '/',
    only(marketplacePolicy.run),
    describe(
      'Request a backup',
      { 202: backupReport },
      'The worker makes the backup and checks that it can be read. If a backup is waiting or running, no second backup starts.',
      { 409: 'The site makes no backups: see `mode`.' },
    ),
    async (c) => {
      if (backupModeOf(c.var.config) !== 'on') return problem(c, 409, 'This site makes no backups.')
      await requestBackup(c.var.sql, c.var.by.actor_id, c.var.now())
      return c.json(await findBackups(c.var.sql, c.var.config, c.var.now()), 202)
    },
  )
