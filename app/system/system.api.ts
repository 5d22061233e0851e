import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../accounts/access.server.ts'
import { describe } from '../platform/api/describe.server.ts'
import { instant } from '../platform/api/fields.server.ts'
import { staffPolicy } from '../accounts/policy.ts'
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
        seen_at: instant.nullable().meta({ description: 'When a worker last counted its queues.' }),
        queues: z.array(
          z.object({
            name: z.string(),
            waiting: count,
            active: count,
            failed: count,
            oldest_at: instant.nullable().meta({ description: 'Since when its oldest job waits.' }),
            next_at: instant.nullable().meta({ description: 'When the next of those that wait is due.' }),
            every: z.string().nullable().meta({ description: 'By the clock in London, as cron writes it.' }),
          }),
        ),
      })
      .nullable()
      .meta({ description: 'Null where no worker ever ran.' }),
    mail: z.object({ waiting: count, failed: count, dead: count }),
    storage: z.object({ free: bytes, total: bytes }).nullable(),
  })
  .meta({ id: 'System' })

/** /api/system */
export const systemApi = new Hono<ApiEnv>().get(
  '/',
  only(staffPolicy.run),
  describe('What the site runs on and how it does', { 200: shape }),
  async (c) => c.json(await findSystem(c.var.sql, c.var.config)),
)
