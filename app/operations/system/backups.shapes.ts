import { z } from 'zod'

import { id, instant } from '../../platform/api/fields.server.ts'

/** A backup. `bytes` and the fields after it are null until they are known. */
export const backup = z.object({
  id,
  requested_by: z.string().nullable().meta({
    description: 'The name of the admin; null for a nightly backup and for a backup made outside the worker.',
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
})

export const backupReport = z
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
    backups: z.array(backup),
  })
  .meta({ id: 'Backups' })
