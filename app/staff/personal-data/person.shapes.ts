import { z } from 'zod'

const rows = z.array(z.looseObject({}))
export const personCopy = z
  .looseObject({
    email: z.string(),
    bookings: z.array(
      z.looseObject({
        due: z.number(),
        guest_email: z.string().nullable(),
        guest_phone: z.string().nullable(),
      }),
    ),
    reviews: rows,
    group_holds: rows,
    held_bookings: rows,
    octo_bookings: rows,
    mails: rows,
    messages: rows,
    claims: rows,
    opening_alerts: rows,
    resellers: rows,
    itineraries: rows,
    account: z.looseObject({ favourites: rows, sessions: rows }).nullable(),
    staff: z.array(z.looseObject({ browsers: z.array(z.string()) })),
    links: rows,
    audit: rows,
    customer_merges: rows,
    customer_notes: rows,
    customer_tags: rows,
    erasure_requests: rows,
    known_callers: rows,
  })
  .meta({ id: 'PersonCopy' })

export type StoredPerson = z.infer<typeof personCopy>

/** The number of erased rows of each kind. `notes` are values in the audit log. */
export const personErased = z
  .object({
    bookings: z.int(),
    mails: z.int(),
    messages: z.int(),
    alerts: z.int(),
    accounts: z.int(),
    notes: z.int(),
  })
  .meta({ id: 'PersonErased', description: 'How many rows of each kind were erased.' })
export type Erased = z.infer<typeof personErased>
