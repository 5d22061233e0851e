import { z } from 'zod'

import { id, instant, line } from '../../platform/api/fields.server.ts'
import { keyPermissions } from '../sign-in/policy.ts'

const permissions = z
  .array(z.enum(keyPermissions))
  .min(1, 'must name at least one permission')
  .meta({ description: 'The permissions of the key.', example: ['availability:read', 'bookings:read'] })

export const apiKeyShape = z
  .object({
    id,
    vineyard_id: id.nullable(),
    reseller_id: id.nullable(),
    is_test: z.boolean().describe('Whether the key reaches only the sandbox vineyard.'),
    name: z.string(),
    permissions,
    ending: z
      .string()
      .meta({ description: 'The last four characters, to tell keys apart.', example: 'x7Qk' }),
    created_at: instant,
    expires_at: instant.nullable().describe('When the key expires, or null if it never does.'),
    last_used_at: instant.nullable(),
    revoked_at: instant.nullable(),
    is_expired: z.boolean(),
  })
  .meta({ id: 'ApiKey' })

export const newKey = z
  .strictObject({
    vineyard_id: id.optional(),
    reseller_id: id
      .nullable()
      .default(null)
      .describe('The reseller that gets the key, instead of a vineyard. Only admins may set this field.'),
    name: line(80),
    permissions: permissions.refine(
      (list) => new Set(list).size === list.length,
      'must not repeat a permission',
    ),
    is_test: z.boolean().default(false).describe('Whether the key reaches only the sandbox vineyard.'),
    days: z
      .int()
      .min(1)
      .max(3650)
      .nullable()
      .default(null)
      .meta({ description: 'How many days the key works; null: until it is revoked.', example: 365 }),
  })
  .refine(({ vineyard_id, reseller_id }) => (vineyard_id === undefined) !== (reseller_id === null), {
    path: ['vineyard_id'],
    error: 'or reseller_id is required, but not both',
  })
