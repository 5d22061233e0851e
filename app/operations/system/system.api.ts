import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { day, instant } from '../../platform/api/fields.server.ts'
import { staffPolicy } from '../../people/sign-in/policy.ts'
import { findSystem } from './system.server.ts'

const count = z.int()
const bytes = z.number().meta({ description: 'In bytes.' })
const shape = z
  .object({
    version: z.string(),
    node: z.string(),
    started_at: instant,
    database: z.object({ version: z.string(), bytes, connections: count }),
    migrations: z.object({ count, newest: z.string(), applied_at: instant }),
    worker: z
      .object({
        seen_at: instant.nullable().meta({ description: 'When the worker last counted its queues.' }),
        queues: z.array(
          z.object({
            name: z.string(),
            waiting: count,
            active: count,
            failed: count,
            oldest_at: instant
              .nullable()
              .meta({ description: 'When the oldest waiting job of the queue was created.' }),
            next_at: instant.nullable().meta({ description: 'When the next waiting job is due.' }),
            every: z.string().nullable().meta({ description: 'Cron expression in London’s time.' }),
          }),
        ),
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

/** /api/system: the state of the system, for admins. */
export const systemApi = new Hono<ApiEnv>().get(
  '/',
  only(staffPolicy.run),
  describe('The state of the system', { 200: shape }),
  async (c) => c.json(await findSystem(c.var.sql, c.var.config, c.var.now())),
)
