import { Hono } from 'hono'

import { describe } from '../../platform/api/describe.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { pageOfAudit } from './audit.server.ts'
import { auditEvent, auditFilters } from './audit.shapes.ts'
import { auditPolicy } from './audit-policy.ts'

/** /api/audit_events: all changes by staff, for admins. */
export const auditApi = new Hono<ApiEnv>().get(
  '/',
  only(auditPolicy.read),
  describe(
    'Changes by staff, with the values before and after',
    { 200: pageOf(auditEvent) },
    '`total` is at most 10,000.',
  ),
  query(listing(['-happened_at'], auditFilters.shape)),
  async (c) => c.json(await pageOfAudit(c.var.sql, c.req.valid('query'))),
)
