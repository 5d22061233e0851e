import { z } from 'zod'

import { day, id, instant, timeShown } from '../../platform/api/fields.server.ts'
import { addDays } from '../../platform/days.ts'
import { bookingChannels } from '../booking-channel.ts'
import { toldShape, undoSeconds } from '../booking.shapes.ts'
import { noteShape } from '../notes/notes.shapes.ts'
import { attendances, bookingStatuses } from '../booking.ts'
import { hostKinds } from '../../catalogue/hosts/host.ts'

const maxDays = 62

export const session = z
  .object({
    id: z.string().nullable().meta({ description: "The slot's id; null for bookings without a slot." }),
    experience_id: id,
    title: z.string(),
    slot_date: day,
    start_time: timeShown.nullable(),
    end_time: timeShown.nullable(),
    capacity: z
      .int()
      .nullable()
      .meta({ description: 'Null if the start is not planned any more, but has bookings.' }),
    own_places: z.int().nullable().meta({
      description:
        'The places of the slot that a whole session got when staff moved it to this time. Guests cannot book this slot.',
    }),
    remaining: z.int().meta({ description: 'The largest party that can still book.' }),
    host_guests: z.int().nullable().meta({
      description: 'How many guests of other sessions the host is with, if that limits `remaining`.',
    }),
    guests: z.int().meta({ description: 'The number of guests, without guests of called-off bookings.' }),
    called_off: z
      .int()
      .meta({ description: 'Guests of a called-off session who have not chosen another time yet.' }),
    parties: z.int(),
    waiting: z.int(),
    no_shows: z.int().meta({ description: 'Guests whose party was marked as a no-show.' }),
    came: z.int().meta({ description: 'Guests who came, of the parties marked as arrived.' }),
    not_marked: z.int().meta({ description: 'Guests whose attendance nobody marked.' }),
    has_begun: z.boolean(),
    host: z
      .object({ id, name: z.string(), kind: z.enum(hostKinds), is_own: z.boolean() })
      .nullable()
      .meta({
        description:
          'The guide or the room of the session. `is_own`: staff chose this host for this session alone.',
      }),
    group_holds: z
      .array(z.object({ id, name: z.string(), number_of_guests: z.int(), expires_at: z.string() }))
      .meta({
        description:
          'The places that staff keep in this session for groups, with the end of each hold as an instant.',
      }),
  })
  .meta({ id: 'Session' })

export const vineyardSessions = z
  .object({
    id,
    name: z.string(),
    city: z.string().nullable(),
    sessions: z.array(session),
  })
  .meta({ id: 'VineyardSessions' })

export const sessionSpan = z
  .strictObject({
    vineyard_id: id.optional(),
    experience_id: id.optional(),
    from: day.optional().meta({ description: 'Default: today.' }),
    until: day.optional().meta({ description: 'Default: the first day.' }),
    moving: id.optional().meta({ description: 'A booking whose places count as free.' }),
  })
  .superRefine(({ from, until, vineyard_id, experience_id }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (until !== undefined && (from === undefined || until < from || until > addDays(from, maxDays)))
      refuse('until', `must be at most ${maxDays} days after from`)
    if (vineyard_id === undefined && experience_id === undefined)
      refuse('vineyard_id', 'or experience_id is required')
  })

/** The fields of a party that every list of a day has. */
export const partyShape = {
  experience_id: id,
  booking_date: day,
  start_time: timeShown.nullable(),
  guest_name: z.string(),
  number_of_guests: z.int(),
  status: z.enum(bookingStatuses),
  special_requests: z.string(),
  ...noteShape,
  attendance: z.enum(attendances).nullable(),
  arrived_guests: z.int().nullable().meta({ description: 'How many guests came, if not the whole party.' }),
  called_off_at: instant.nullable(),
  due: z.number().meta({ description: 'Pounds still to pay. A negative amount is to be refunded.' }),
  paid: z.number().meta({ description: 'Pounds taken, less refunds.' }),
  ends_on: day.meta({
    description: 'The day on which the visit ends: the next day if it runs past midnight.',
  }),
}

export const party = z
  .object({
    id,
    ...partyShape,
    guest_phone: z.string().nullable(),
    has_email: z.boolean().meta({ description: 'Whether we email the guest.' }),
    emails_guest: z.boolean(),
    channel: z.enum(bookingChannels),
    undo_seconds: undoSeconds,
    moved_from: instant.nullable().meta({ description: 'The start before staff moved the whole session.' }),
    ...toldShape,
  })
  .meta({ id: 'Party' })
