import { z } from 'zod'

import { day, id, instant } from '../../platform/api/fields.server.ts'
import { version } from '../../platform/api/version.server.ts'

export const customerShape = z
  .object({
    // The id is a hash of the vineyard and the main contact, so that links do not contain addresses.
    id,
    vineyard_id: id,
    email: z.string().meta({ description: 'Empty for a customer who only left a telephone number.' }),
    name: z.string(),
    phone: z.string(),
    bookings: z.int(),
    guests: z.int(),
    not_marked: z.int().meta({
      description: 'How many of the guests belong to completed visits that nobody marked.',
    }),
    spent: z.number().meta({
      description: 'Pounds for completed visits except no-shows, plus money that the vineyard kept.',
    }),
    expected: z.number().meta({ description: 'Pounds for pending and confirmed visits except no-shows.' }),
    first_visit: day.nullable(),
    last_visit: day
      .nullable()
      .meta({ description: 'The day of the last visit that has ended or is completed.' }),
    next_visit: day.nullable().meta({ description: 'The day of the first visit that has not ended.' }),
  })
  .meta({ id: 'Customer' })

export const customerNoteShape = z
  .object({
    id,
    customer_id: id,
    vineyard_id: id,
    note: z.string(),
    author: z.string().nullable(),
    created_at: instant,
    version,
  })
  .meta({ id: 'CustomerNote' })

export const erasureRequestShape = z
  .object({
    id,
    customer_id: id,
    vineyard_id: id,
    vineyard_name: z.string(),
    email: z.string(),
    phone: z.string().meta({ description: 'Empty for a customer with an email address.' }),
    reason: z.string(),
    requested_by: z.string(),
    created_at: instant,
    declined_at: instant.nullable(),
    refusal: z.string(),
    version,
  })
  .meta({ id: 'ErasureRequest' })
export type ErasureRequest = z.infer<typeof erasureRequestShape>

export const customerContactShape = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    is_main: z.boolean(),
    merged_by: z.string().nullable(),
    merged_at: instant.nullable(),
  })
  .meta({ id: 'CustomerContact' })
export type CustomerContact = z.infer<typeof customerContactShape>
