import { z } from 'zod'

import { email, id, instant, line, prose } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'
import { longest } from './message.ts'

export const messageState = z.enum(['new', 'read', 'answered'])

export const messageShape = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    state: messageState,
    assigned_to: id.nullable(),
    assigned_name: z.string().nullable(),
    answer: z.string().nullable(),
    answered_name: z.string().nullable(),
    answered_at: instant.nullable(),
    created_at: instant,
    version,
  })
  .meta({ id: 'ContactMessage' })

export type MessageView = z.infer<typeof messageShape>

export const newMessage = z.strictObject({
  name: line(longest.name),
  email,
  subject: line(longest.subject),
  message: prose(longest.message).refine((text) => text !== '', 'must not be empty'),
})
