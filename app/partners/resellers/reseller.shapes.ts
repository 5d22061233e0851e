import { z } from 'zod'

import { email, id, instant, line } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'

export const resellerShape = z
  .object({
    id,
    name: z.string(),
    email: z.string().nullable().describe('The address of the people who run the reseller’s programs.'),
    is_active: z.boolean().describe('Whether the reseller’s keys work.'),
    vineyards: z.int().describe('How many vineyards opted in.'),
    created_at: instant,
    version,
  })
  .meta({ id: 'Reseller' })

export const optInShape = z
  .object({
    id: id.describe('The reseller.'),
    name: z.string(),
    is_active: z.boolean(),
    opted_in_at: instant
      .nullable()
      .describe('When the vineyard opted in; null if the vineyard has not opted in.'),
  })
  .meta({ id: 'ResellerOptIn' })

export const newReseller = z.strictObject({ name: line(80), email: email.nullable().default(null) })
export const resellerChanges = z
  .strictObject({ name: line(80), email: email.nullable(), is_active: z.boolean() })
  .partial()
