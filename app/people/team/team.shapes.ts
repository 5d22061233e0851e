import { z } from 'zod'

import { email, id, instant, line } from '../../platform/api/fields.server.ts'
import { winemakerRoles } from '../../staff-client/account-types.ts'

export const winemakerRole = z.enum(winemakerRoles)

export const colleagueShape = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role: winemakerRole,
    is_active: z.boolean(),
    has_password: z.boolean().describe('Whether the colleague has accepted the invitation.'),
    is_you: z.boolean(),
    created_at: instant,
    invited_by: z
      .string()
      .nullable()
      .describe('The name of the colleague who sent the invitation, or null if an admin sent it.'),
    last_used_at: instant.nullable(),
    link_expires_at: instant
      .nullable()
      .describe(
        'Until when the link of the invitation works; null if there is no link, or if it has expired.',
      ),
  })
  .meta({ id: 'Colleague' })

export const invitation = z
  .strictObject({ name: line(120), email, role: winemakerRole })
  .meta({ example: { name: 'Ada Lovelace', email: 'ada@example.com', role: 'gate' } })
