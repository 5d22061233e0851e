import { z } from 'zod'

import { day, id, instant, prose, time, timeShown } from '../../platform/api/fields.server.ts'
import { addDays } from '../../platform/days.ts'
import { bookingChannels } from '../booking-channel.ts'
import { staffSlot } from '../beyond-limits.shapes.ts'
import { arrivalShape, slot, toldShape, undoSeconds } from '../booking.shapes.ts'
import { maxGuestMessage } from '../changes/cancellation-reason.ts'
import { noteShape } from '../notes/notes.shapes.ts'
import { bookingStatuses } from '../booking.ts'
import { hostKinds } from '../../catalogue/hosts/host.ts'
import { callOffReasons } from './call-off.ts'

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
      description:
        'The number of guests of other sessions whom the host has at that time, if they limit `remaining`.',
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
  ...arrivalShape,
  called_off_at: instant.nullable(),
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

/** The sessions of one day to call off. */
export const newCallOff = z.strictObject({
  vineyard_id: id,
  day,
  slots: z.array(slot).min(1).max(200).nullable().default(null).meta({
    description: 'The ids of the slots of that day to call off; null calls off the whole day.',
  }),
  reason: z.enum(callOffReasons),
  message: prose(maxGuestMessage)
    .default('')
    .meta({ description: 'The message that the guests read, beside the reason.' }),
})

/** The result of a call-off. `id` is the id of the call-off, or null if nothing changed. */
export const calledOff = z.object({
  id: id.nullable(),
  bookings: z.int(),
  guests: z.int(),
  without_email: z.int(),
})
export type CalledOff = z.infer<typeof calledOff>

/** A call-off that can be opened again, with counts of the bookings whose guests have not moved or cancelled. */
export const openCallOff = z.object({
  id,
  reason: z
    .enum(callOffReasons)
    .nullable()
    .meta({ description: 'Null if none of its bookings is still called off.' }),
  is_whole_day: z.boolean(),
  start_times: z.array(timeShown),
  bookings: z.int().meta({
    description: 'Bookings whose guests have not moved or cancelled.',
  }),
  guests: z.int(),
  undo_seconds: z.int().nullable().meta({ description: 'Seconds left until the guests are emailed.' }),
})
export type OpenCallOff = z.infer<typeof openCallOff>

/** The numbers of bookings that take place after all, of their guests, and of guests to email and to call. */
export const reopened = z.object({ bookings: z.int(), guests: z.int(), emailed: z.int(), to_call: z.int() })
export type Reopened = z.infer<typeof reopened>

export const undoneSessionMove = z.object({ bookings: z.int(), guests: z.int() })

/** The session to move, and its new time. */
export const newSessionMove = z.strictObject({
  experience_id: id,
  slot,
  start_time: time
    .optional()
    .meta({ description: 'The start of the session as shown. Default: the start of its slot.' }),
  to: staffSlot.meta({
    description:
      'A slot, or any day and start as `yyyy-MM-ddTHH:mm`. A session that moves to a time without a slot gets its own slot.',
  }),
  into_past: z.boolean().default(false).meta({
    description: 'Whether to move the session even to a time that has passed. Nobody is then emailed.',
  }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to only return the effect of the move, without changing anything.' }),
})

/** The effect of a move or, in a preview, its expected effect. `held` includes the places of the group holds in `groups`. */
export const movedSession = z.object({
  id: id.nullable().meta({ description: 'Null for a preview.' }),
  ...undoneSessionMove.shape,
  without_email: z.int(),
  held: z.int().meta({ description: 'The held places that move with the session.' }),
  groups: z.array(z.object({ name: z.string(), number_of_guests: z.int() })),
})
export type MovedSession = z.infer<typeof movedSession>

/** A move of a session from or to a given day. `undo_seconds` is null once the guests are emailed. */
export const listedSessionMove = z.object({
  id,
  title: z.string(),
  from_starts_at: instant,
  to_starts_at: instant,
  undo_seconds: z.int().nullable().meta({ description: 'Seconds left until the guests are emailed.' }),
  emails: z.int().meta({ description: 'The emails about the move that have not been sent yet.' }),
})
export type ListedSessionMove = z.infer<typeof listedSessionMove>
