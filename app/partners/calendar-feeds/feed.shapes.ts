import { z } from 'zod'

import { id, instant } from '../../platform/api/fields.server.ts'

export const feedShape = z
  .object({
    id,
    vineyard_id: id,
    experience_id: id.nullable().meta({ description: 'null: all experiences.' }),
    renewed_at: instant,
    last_read_at: instant.nullable(),
  })
  .meta({ id: 'CalendarFeed' })

export const newFeed = z.strictObject({ vineyard_id: id, experience_id: id.nullable().default(null) })
