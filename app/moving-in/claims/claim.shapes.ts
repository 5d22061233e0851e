import { z } from 'zod'

import { email, id, instant, line, prose } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { claimFields } from './claim.ts'

export const claimState = z.enum(['unproven', 'new', 'approved', 'refused'])

export const claimShape = z
  .object({
    id,
    vineyard_id: id.nullable().describe('Null for a vineyard that is not listed yet.'),
    vineyard_name: z.string(),
    vineyard_location: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    message: z.string(),
    vineyard_website: z.string().nullable(),
    vineyard_email: z.string().nullable(),
    state: claimState,
    refusal: z.string().nullable(),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable(),
    created_at: instant,
    version,
  })
  .meta({ id: 'VineyardClaim' })

export type ClaimView = z.infer<typeof claimShape>

export const newClaim = z.strictObject({
  vineyard_id: id,
  name: line(claimFields.name.longest),
  email,
  role: line(claimFields.role.longest),
  message: prose(claimFields.message.longest).refine((text) => text !== '', 'must not be empty'),
})
