import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { staffPolicy } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, instant } from '../../platform/api/fields.server.ts'
import { problem } from '../../platform/http/problem.ts'
import { backupModeOf, findBackups, requestBackup } from './backups.server.ts'

const shape = z
  .object({
    mode: z.enum(['on', 'off', 'own_server']).meta({
      description:
        '`own_server`: the tools of the server of `DATABASE_URL` back up the database. `off`: `BACKUPS_KEPT` is 0.',
    }),
    folder: z.string(),
    kept: z.int(),
    next: z
      .object({ day: z.string(), time: z.string() })
      .nullable()
      .meta({ description: 'The London day and time of the next nightly backup.' }),
    newest_at: instant.nullable().meta({
      description:
        'When the newest good backup was requested or, before the first backup, when the database was created. ' +
        'Null if no backup is expected.',
    }),
    backups: z.array(
      z.object({
        id,
        requested_by: z.string().nullable().meta({
          description:
            'The name of the admin; null for a nightly backup and for a backup made outside the worker.',
        }),
        requested_at: instant,
        step: z.enum(['copying', 'checking']).nullable(),
        done: z.number().meta({ description: 'The share of the copying that is done.' }),
        finished_at: instant.nullable(),
        folder: z.string().nullable().meta({ description: 'The name of the copy in the folder of backups.' }),
        bytes: z.number().nullable(),
        checked_at: instant.nullable().meta({ description: 'When the copy was opened and read.' }),
        bookings: z.int().nullable().meta({
          description:
            'The number of bookings in the copy; null until it is checked, and for a backup made outside the worker.',
        }),
        fault_count: z
          .int()
          .nullable()
          .meta({ description: 'The number of faults that the consistency check found in the copy.' }),
        problem: z.string().nullable().meta({ description: 'Why the backup failed.' }),
      }),
    ),
  })
  .meta({ id: 'Backups' })

/**
 * /api/backups: the worker's backups of the embedded database, or the backups recorded for a separate database server.
 */
export const backupApi = new Hono<ApiEnv>()
  .get('/', only(staffPolicy.run), describe('The latest backups', { 200: shape }), async (c) =>
    c.json(await findBackups(c.var.sql, c.var.config, c.var.now())),
  )
  .post(
    '/',
    only(staffPolicy.run),
    describe(
      'Request a backup',
      { 202: shape },
      'The worker makes the backup and checks that it can be read. If a backup is waiting or running, no second backup starts.',
      { 409: 'The site makes no backups: see `mode`.' },
    ),
    async (c) => {
      if (backupModeOf(c.var.config) !== 'on') return problem(c, 409, 'This site makes no backups.')
      await requestBackup(c.var.sql, c.var.by.actor_id, c.var.now())
      return c.json(await findBackups(c.var.sql, c.var.config, c.var.now()), 202)
    },
  )
