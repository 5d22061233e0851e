import { z } from 'zod'

import { email, id, instant, line } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'

export const resellerShape = z
  .object({
    id,
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Where we reach the people who run its programs.' }),
    is_active: z.boolean().meta({ description: 'Whether its keys work.' }),
    vineyards: z.int().meta({ description: 'How many vineyards opted in.' }),
    created_at: instant,
    version,
  })
  .meta({ id: 'Reseller' })

export const optInShape = z
  .object({
    id: id.meta({ description: 'The reseller.' }),
    name: z.string(),
    is_active: z.boolean(),
    opted_in_at: instant.nullable().meta({ description: 'null: it may not sell the vineyard.' }),
  })
  .meta({ id: 'ResellerOptIn' })

export const newReseller = z.strictObject({ name: line(80), email: email.nullable().default(null) })
export const resellerChanges = z
  .strictObject({ name: line(80), email: email.nullable(), is_active: z.boolean() })
  .partial()
