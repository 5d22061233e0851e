import { Hono } from 'hono'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { requestConsistencyCheck, latestChecks, consistencyCheckSteps } from './consistency-check.server.ts'
import { consistencyChecks } from './consistency-check.shapes.ts'
import { consistencyCheckPolicy } from './consistency-check-policy.ts'

/** /api/consistency_checks: whether counters, events, emails and limits agree with the bookings. */
export const consistencyCheckApi = new Hono<ApiEnv>()
  .get(
    '/',
    only(consistencyCheckPolicy.run),
    describe('The latest consistency checks', { 200: consistencyChecks }),
    async (c) => c.json({ steps: consistencyCheckSteps, checks: await latestChecks(c.var.sql) }),
  )
  .post(
    '/',
    only(consistencyCheckPolicy.run),
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
