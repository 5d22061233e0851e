import { z } from 'zod'

import { id, instant, line } from '../../platform/api/fields.server.ts'
import { maxTagLength, maxTags, tidyTags } from './notes.ts'

export const tag = line(maxTagLength).meta({
  description:
    'One of allergy, access, birthday and regular, or other words. Allergy and access are about health.',
})
export const bookingTags = z.array(tag).max(maxTags).transform(tidyTags)

/** The notes of staff about a party. The guest's own request is a field of the booking. */
export const noteShape = {
  staff_notes: z.string().meta({ description: 'The note of staff about the booking.' }),
  customer_note: z.string().meta({ description: 'The notes of staff about the customer, by date.' }),
  tags: z.array(z.string()).meta({ description: 'The tags of the booking and of its customer.' }),
}

/** The fields that only the booking's own page needs. */
export const ownNoteShape = {
  booking_tags: z.array(z.string()).meta({ description: 'The tags of the booking alone.' }),
  customer_id: id.nullable(),
}

export const customerTagShape = z
  .object({
    id,
    tag: z.string(),
    agreed: z.boolean().meta({ description: 'Whether staff recorded that the guest agreed.' }),
    author: z.string().nullable().meta({ description: 'Who recorded the tag.' }),
    created_at: instant,
  })
  .meta({ id: 'CustomerTag' })
