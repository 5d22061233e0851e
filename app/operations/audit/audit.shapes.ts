import { z } from 'zod'

import { day, id, instant, line } from '../../platform/api/fields.server.ts'

const values = z.record(z.string(), z.unknown()).nullable()

/** A change by staff. `erased` names the fields whose values were erased together with a person's data. */
export const auditEvent = z
  .object({
    id: z.string(),
    happened_at: instant,
    actor: z.enum(['winemaker', 'admin', 'key', 'system']),
    actor_id: id.nullable(),
    actor_name: z.string().nullable(),
    noun: z.string(),
    noun_id: id,
    name: z
      .string()
      .nullable()
      .meta({ description: 'The present name of the changed row. Null if it was deleted, or has no name.' }),
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

export const auditFilters = z.object({
  noun: line(60).optional(),
  noun_id: id.optional(),
  vineyard_id: id.optional(),
  actor_id: id.optional(),
  from: day.optional(),
  until: day.optional(),
})
