import { Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { policy } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, instant } from '../../platform/api/fields.server.ts'
import { requestConsistencyCheck, latestChecks, consistencyCheckSteps } from './consistency-check.server.ts'

const check = policy(['admin'], 'Only admins may run the consistency check.')

const shape = z
  .object({
    steps: z.int().meta({ description: 'The number of steps of a check.' }),
    checks: z.array(
      z.object({
        id,
        requested_by: z.string().nullable(),
        requested_at: instant,
        steps_done: z.int(),
        finished_at: instant.nullable(),
        fault_count: z.int(),
        faults: z
          .array(z.object({ fault: z.string(), noun: z.string(), noun_id: z.string(), detail: z.string() }))
          .meta({ description: 'The first hundred faults.' }),
      }),
    ),
  })
  .meta({ id: 'LedgerChecks' })

/** /api/consistency_checks: whether counters, events, emails and limits agree with the bookings. */
export const consistencyCheckApi = new Hono<ApiEnv>()
  .get('/', only(check), describe('The latest consistency checks', { 200: shape }), async (c) =>
    c.json({ steps: consistencyCheckSteps, checks: await latestChecks(c.var.sql) }),
  )
  .post(
    '/',
    only(check),
    describe(
      'Request a consistency check',
      { 202: shape },
      'The worker runs the check. If a check is already waiting or running, no second one starts.',
    ),
    async (c) => {
      await requestConsistencyCheck(c.var.sql, c.var.by, c.var.now())
      return c.json({ steps: consistencyCheckSteps, checks: await latestChecks(c.var.sql) }, 202)
    },
  )
