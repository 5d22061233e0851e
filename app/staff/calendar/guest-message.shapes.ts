import { z } from 'zod'

import { id, instant } from '../../platform/api/fields.server.ts'

const guest = { booking_id: id, guest_name: z.string(), guest_phone: z.string().nullable() }

/** A message to guests, with the state of each guest's email. */
export type GuestMessage = z.infer<typeof guestMessage>
export const guestMessage = z
  .object({
    id,
    message: z.string(),
    sent_at: instant,
    guests: z.array(z.object({ ...guest, state: z.string() })),
  })
  .meta({ id: 'GuestMessage' })

/** How many guests a message would reach, the email as the first guest would read it, and the guests it would not reach. */
export const messagePreview = z.object({
  parties: z.int(),
  guests: z.int(),
  email: z
    .object({ to: z.string(), subject: z.string(), text: z.string() })
    .nullable()
    .meta({ description: 'null if the message would reach nobody.' }),
  without_email: z.array(z.object({ ...guest, number_of_guests: z.int() })),
})
export type MessagePreview = z.infer<typeof messagePreview>
