import { z } from 'zod'

import { emailSchema, emailStates, unwritableReasons } from '../../mail/email.ts'
import { id, instant, line, typed } from '../../platform/api/fields.server.ts'

/** An email in the log. */
export const loggedMail = z
  .object({
    id,
    email_type: z.string(),
    to_address: z.string(),
    booking_id: id.nullable(),
    state: z.enum(emailStates).meta({
      description:
        'failed: will be retried; dead: given up; kept: stored and never sent; superseded: not sent, because a newer ' +
        'event of its booking made it untrue, or because the guest’s address was removed.',
    }),
    attempts: z.int(),
    last_error: z.string().nullable(),
    created_at: instant,
    sent_at: instant.nullable(),
    deliver_by: instant.nullable(),
  })
  .meta({ id: 'Mail' })

/** The content of an email, as text and in parts. `gone`: the email can no longer be written, because of `problem`. */
export const emailContent = z.discriminatedUnion('gone', [
  emailSchema.extend({ gone: z.literal(false), text: z.string() }),
  z.object({ gone: z.literal(true), problem: z.enum(unwritableReasons) }),
])

export const mailFilters = z.object({
  state: z.enum(emailStates).optional(),
  email_type: line(100).optional(),
  booking_id: id.optional(),
  search: typed(254).optional(),
})
