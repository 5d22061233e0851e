import { z } from 'zod'

import { day, instant } from '../../platform/api/fields.server.ts'

const count = z.int()
const bytes = z.number().meta({ description: 'In bytes.' })
/** The state of a queue at the worker's last count. */
export const queue = z.object({
  name: z.string(),
  waiting: count,
  active: count,
  failed: count,
  oldest_at: instant
    .nullable()
    .meta({ description: 'When the oldest waiting job of the queue was created.' }),
  next_at: instant.nullable().meta({ description: 'When the next waiting job is due.' }),
  every: z.string().nullable().meta({ description: 'Cron expression in London’s time.' }),
})

export const systemReport = z
  .object({
    version: z.string(),
    node: z.string(),
    started_at: instant,
    database: z.object({ version: z.string(), bytes, connections: count }),
    migrations: z.object({ count, newest: z.string(), applied_at: instant }),
    worker: z
      .object({
        seen_at: instant.nullable().meta({ description: 'When the worker last counted its queues.' }),
        queues: z.array(queue),
      })
      .nullable()
      .meta({ description: 'Null if no worker has ever run.' }),
    mail: z.object({ waiting: count, failed: count, dead: count }),
    slots: z
      .object({
        until: day.meta({ description: 'The last day for which the slots of every experience are stored.' }),
        spare_days: count.meta({ description: 'The least number of stored days beyond a booking horizon.' }),
      })
      .nullable()
      .meta({ description: 'Null if no experience has slots.' }),
    storage: z.object({ free: bytes, total: bytes }).nullable(),
  })
  .meta({ id: 'System' })
