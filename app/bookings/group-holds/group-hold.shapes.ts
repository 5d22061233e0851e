import { z } from 'zod'

import { day, email, id, instant, line, phone, prose, timeShown } from '../../platform/api/fields.server.ts'
import { overbook, staffSlot } from '../beyond-limits.shapes.ts'
import { guests } from '../booking.shapes.ts'

/** The largest number of sessions in which one group may hold places. */
const maxSessions = 20

const fields = z.strictObject({
  id: id.meta({
    description: 'Chosen by the caller, so that a repeated request holds the places only once.',
  }),
  vineyard_id: id,
  name: line(120).meta({ description: 'The name of the group, such as “Coach party”.' }),
  number_of_guests: guests,
  guest_email: email.nullable().default(null),
  guest_phone: phone.nullable().default(null),
  note: prose(1000).default(''),
  until: day.meta({
    description:
      'The places are held until 6 PM on this day, or until the session begins if that is earlier.',
  }),
  sessions: z
    .array(z.strictObject({ experience_id: id, slot: staffSlot }))
    .min(1, 'Choose at least one session.')
    .max(maxSessions)
    .refine((sessions) => new Set(sessions.map((each) => JSON.stringify(each))).size === sessions.length, {
      error: 'must name each session once',
    })
    .meta({ description: 'The places are held in all of these sessions or in none.' }),
  overbook: overbook.meta({
    description:
      'Whether the group may exceed the capacity of a session and the largest party, or come at a start that is closed.',
  }),
})

export const newGroupHold = fields.refine(
  ({ sessions, overbook }) =>
    overbook || sessions.every(({ slot }) => 'pattern_id' in slot || 'availability_id' in slot),
  { path: ['sessions'], error: 'must be ids of slots, unless the group goes beyond the limits (`overbook`)' },
)

/** The fields of a group hold that staff may change. */
export const groupHoldChange = fields
  .pick({ number_of_guests: true, note: true, until: true, overbook: true })
  .extend({
    seen: z
      .strictObject({ number_of_guests: guests, note: prose(1000), expires_at: instant })
      .optional()
      .meta({
        description:
          'The values before the edit. If someone has changed one of them since, the answer is 409.',
      }),
  })

export const groupHoldShape = z
  .object({
    id,
    vineyard_id: id,
    name: z.string(),
    number_of_guests: guests,
    guest_email: z.string().nullable(),
    guest_phone: z.string().nullable(),
    note: z.string(),
    made_by: z
      .string()
      .nullable()
      .meta({ description: 'The name of the member of staff who made the hold.' }),
    expires_at: instant,
    sessions: z.array(
      z.object({
        hold_id: id,
        experience_id: id,
        experience_title: z.string(),
        slot_date: day,
        start_time: timeShown,
        is_overbooked: z.boolean(),
        is_closed: z.boolean().meta({ description: 'Whether the session is closed or called off by now.' }),
      }),
    ),
  })
  .meta({ id: 'GroupHold' })
