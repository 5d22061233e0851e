import { z } from 'zod'

import { id, instant } from '../../platform/api/fields.server.ts'

/** The number of sign-ins that a request ended. */
export const endedSessions = z.object({ sessions: z.int() })

export const sessionShape = z.object({
  id,
  browser: z.string().nullable(),
  created_at: instant,
  last_used_at: instant,
  is_current: z.boolean(),
})
