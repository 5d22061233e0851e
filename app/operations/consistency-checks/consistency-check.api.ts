import { Hono } from 'hono'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { policy } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { requestConsistencyCheck, latestChecks, consistencyCheckSteps } from './consistency-check.server.ts'
import { consistencyChecks } from './consistency-check.shapes.ts'

const check = policy(['admin'], 'Only admins may run the consistency check.')

/** /api/consistency_checks: whether counters, events, emails and limits agree with the bookings. */
export const consistencyCheckApi = new Hono<ApiEnv>()
  .get('/', only(check), describe('The latest consistency checks', { 200: consistencyChecks }), async (c) =>
    c.json({ steps: consistencyCheckSteps, checks: await latestChecks(c.var.sql) }),
  )
  .post(
    '/',
    only(check),
    describe(
      'Request a consistency check',
      { 202: consistencyChecks },
      'The worker runs the check. If a check is already waiting or running, no second check starts.',
    ),
    async (c) => {
      await requestConsistencyCheck(c.var.sql, c.var.by, c.var.now())
      return c.json({ steps: consistencyCheckSteps, checks: await latestChecks(c.var.sql) }, 202)
    },
  )
