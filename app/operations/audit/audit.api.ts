import { Hono } from 'hono'
import { z } from 'zod'

import { describe } from '../../platform/api/describe.server.ts'
import { day, id, instant, line } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { query } from '../../platform/api/reading.server.ts'
import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { pageOfAudit } from './audit.server.ts'
import { policy } from '../../people/sign-in/policy.ts'

const read = policy(['admin'], 'Only admins may read the audit log.')

const values = z.record(z.string(), z.unknown()).nullable()
const shape = z
  .object({
    id: z.string(),
    happened_at: instant,
    actor: z.enum(['winemaker', 'admin', 'key', 'system']),
    actor_id: id.nullable(),
    actor_name: z.string().nullable(),
    noun: z.string(),
    noun_id: id,
    vineyard_id: id.nullable(),
    before: values,
    after: values,
    erased: z
      .array(z.string())
      .meta({ description: 'Fields whose values were erased with a person’s data.' }),
    booking: z
      .object({ reference: z.string(), guest_name: z.string().nullable() })
      .nullable()
      .meta({ description: 'The booking that was changed. `guest_name` is null if the guest was erased.' }),
  })
  .meta({ id: 'AuditEvent' })

/** /api/audit_events: all changes by staff, for admins. */
export const auditApi = new Hono<ApiEnv>().get(
  '/',
  only(read),
  describe(
    'Changes by staff: who, what, before and after',
    { 200: pageOf(shape) },
    '`total` is at most 10,000.',
  ),
  query(
    listing(['-happened_at'], {
      noun: line(60).optional(),
      noun_id: id.optional(),
      vineyard_id: id.optional(),
      actor_id: id.optional(),
      from: day.optional(),
      until: day.optional(),
    }),
  ),
  async (c) => c.json(await pageOfAudit(c.var.sql, c.req.valid('query'))),
)
