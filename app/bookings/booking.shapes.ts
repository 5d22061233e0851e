import { z } from 'zod'
import { isWholePence } from '../platform/money.ts'

import { parseSlotId } from '../availability/slot.ts'
import {
  day,
  email,
  id,
  instant,
  line,
  phone,
  pounds,
  prose,
  time,
  timeShown,
  whole,
  noMore,
  readWith,
  type RowOf,
} from '../platform/api/fields.server.ts'
import { listing } from '../platform/api/listing.server.ts'
import { addDays, dayOf } from '../platform/days.ts'
import { emailFailure, emailOfBooking } from '../mail/email.ts'
import { attendances, bookingStatuses } from './booking.ts'
import { bookingChannels } from './booking-channel.ts'
import { bookingViews } from './booking-list.ts'
import { cancellationReasons, maxGuestMessage } from './changes/cancellation-reason.ts'
import { noteShape, ownNoteShape } from './notes/notes.shapes.ts'
import { callOffReasons } from './sessions/call-off.ts'
import { visitFactsSent } from '../catalogue/experiences/experience-facts.shapes.ts'

export const guests = whole(1, 10_000)

/** The guest of a booking that staff make: a name, and an email address, a phone number or both. */
export const staffGuest = {
  guest_name: line(120),
  guest_email: email.nullable().default(null),
  guest_phone: phone.nullable().default(null),
  special_requests: prose(1000).default(''),
}
type Contact = { guest_email: string | null; guest_phone: string | null }
export const hasContact = ({ guest_email, guest_phone }: Contact) =>
  guest_email !== null || guest_phone !== null
export const contactMissing = {
  path: ['guest_phone'],
  error: 'Please enter a phone number or an email address.',
}

/** The number of days for which a device can still send what staff recorded while it was offline. */
const maxDaysLate = 7

/** The time when staff recorded an entry on an offline device. */
export const takenAt = instant.optional().meta({
  description: `When the device recorded the entry, if it had no connection then. Must be at most ${maxDaysLate} days ago.`,
})

/** Returns why a `taken_at` is refused, or null. */
export function lateSentence(taken_at: string | undefined, now: Date): string | null {
  const isLate = taken_at !== undefined && dayOf(new Date(taken_at)) < addDays(dayOf(now), -maxDaysLate)
  return isLate ? `taken_at must be at most ${maxDaysLate} days ago.` : null
}

const status = z.enum(bookingStatuses)
const text = z.string().nullable()

/** The fields of the insert in specification §7. `total_price` must be the current price. `end_time` is ignored. */
export const newBooking = z
  .strictObject({
    user_id: z.null().optional(),
    vineyard_id: id,
    experience_id: id,
    availability_id: z.null().optional(),
    booking_date: day,
    start_time: time,
    end_time: z.string().optional(),
    booking_time: z.string().optional(),
    number_of_guests: guests,
    num_guests: guests.optional(),
    guest_name: line(120),
    guest_email: email,
    guest_phone: phone,
    special_requests: prose(1000).default(''),
    customer_notes: z.string().max(0).default(''),
    total_price: z
      .number()
      .max(1e9)
      .refine(isWholePence, 'must be an amount in pounds with at most two decimals'),
    currency: z.literal('GBP').default('GBP'),
    status: z.literal('pending').default('pending'),
  })
  .superRefine(({ number_of_guests, num_guests = number_of_guests }, context) => {
    if (num_guests !== number_of_guests)
      context.addIssue({ code: 'custom', path: ['num_guests'], message: 'must equal number_of_guests' })
  })

const row = {
  id,
  reference: z.string(),
  user_id: id.nullable(),
  vineyard_id: id,
  experience_id: id,
  availability_id: id.nullable(),
  booking_date: day,
  start_time: timeShown.nullable(),
  end_time: timeShown.nullable(),
  booking_time: z.string().meta({ description: 'The start as shown to people, such as 2:30 PM.' }),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  number_of_guests: guests,
  num_guests: guests,
  guest_name: z.string(),
  guest_email: z.string().nullable().meta({ description: 'Null if the guest has no email address.' }),
  guest_phone: z.string().nullable(),
  emails_guest: z
    .boolean()
    .meta({ description: 'False if the reseller or other system that made the booking emails the guest.' }),
  has_email: z.boolean().meta({ description: 'Whether we email the guest about changes.' }),
  special_requests: z.string(),
  customer_notes: z.string(),
  price_per_person: pounds,
  total_price: z.number(),
  currency: z.string(),
  status,
  called_off_at: instant.nullable().meta({
    description:
      'When the vineyard called the session off. Until the start the guest may choose another time or cancel.',
  }),
  called_off_reason: z.enum(callOffReasons).nullable(),
  called_off_message: z.string(),
  moved_from: instant.nullable().meta({ description: 'The start before staff moved the whole session.' }),
  created_at: instant,
  updated_at: instant,
}

/** A booking's own fields. */
export const bookingRow = z.object(row).meta({ id: 'BookingRow' })

/** A booking with the specification's field names (§3). Times are London's, prices are in pounds. */
export type Booking = RowOf<typeof bookingRow>

/** A booking with its experience and its vineyard. */
export const bookingShape = z
  .object({
    ...row,
    cancellation_final_at: instant.nullable().meta({
      description:
        'When a cancellation by staff becomes final: until then they may undo it. Null for any other booking, including a booking that its guest cancelled.',
    }),
    call_off_final_at: instant.nullable().meta({ description: 'Staff may undo the call-off until then.' }),
    experience: z.object({
      id,
      title: z.string(),
      description: text,
      duration_minutes: z.int().nullable(),
      price_per_person: pounds,
      cancellation_cutoff_minutes: z.int(),
      included: z.string().nullable(),
      ...visitFactsSent,
      vineyard: z.object({
        id,
        name: z.string(),
        address: text,
        city: text,
        region: text,
        postcode: text,
        phone: text,
        email: text,
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        cover_image_url: text,
        poster_url: text,
        is_visible: z.boolean(),
        is_demo: z.boolean(),
      }),
    }),
  })
  .meta({ id: 'Booking' })

export const undoSeconds = z.number().nullable().meta({
  description: 'For how many seconds staff may still undo the last change of status; null if they may not.',
})
/** Fields that show whether staff told a guest that the session was called off, opened again or moved. */
export const toldShape = {
  informed_at: instant.nullable().meta({ description: 'When staff told the guest about the change.' }),
  to_call: z.boolean().meta({ description: 'Whether staff should call, because no email tells the guest.' }),
}

/** Whether a party came, and its money, in the lists of staff. */
export const arrivalShape = {
  attendance: z.enum(attendances).nullable(),
  arrived_guests: z.int().nullable().meta({ description: 'How many guests came, if not the whole party.' }),
  due: z.number().meta({ description: 'Pounds still to pay. A negative amount is to be refunded.' }),
  paid: z.number().meta({ description: 'Pounds taken, less refunds.' }),
}

/** A booking in a signed-in visitor's list of bookings. */
export const ownBookingLine = z
  .object({
    ...row,
    is_overbooked: z.boolean(),
    beyond_limits: z.boolean(),
    experiences: z.object({ id, title: z.string(), vineyard_id: id }),
    vineyards: z.object({ id, name: z.string() }),
  })
  .meta({ id: 'OwnBookingLine' })

export const bookingLine = ownBookingLine
  .extend({
    ...arrivalShape,
    channel: z.enum(bookingChannels).meta({ description: 'Where the booking was made.' }),
    ...noteShape,
    seller: text.meta({ description: 'The reseller that booked, or the name of the vineyard’s key.' }),
    external_reference: text.meta({ description: 'The reference at the seller or in another system.' }),
    undo_seconds: undoSeconds,
    failed_email: emailFailure.nullable().meta({
      description: 'Why the newest email to the guest failed; null if it was delivered or is on its way.',
    }),
  })
  .meta({ id: 'BookingLine' })

/** A booking as its vineyard's staff see it. */
export const bookingRecord = bookingLine
  .extend({
    may_record: z
      .array(z.enum(attendances))
      .meta({ description: 'The attendance that may be recorded now.' }),
    ...ownNoteShape,
    ...toldShape,
    is_erased: z.boolean(),
    /** The ten latest other bookings of the same customer, by day. */
    others: z.array(
      bookingLine.pick({
        id: true,
        booking_date: true,
        booking_time: true,
        number_of_guests: true,
        arrived_guests: true,
        status: true,
        total_price: true,
      }),
    ),
    mails: z.array(emailOfBooking.extend({ id, created_at: instant })),
  })
  .meta({ id: 'BookingRecord' })

const filters = {
  vineyard_id: id.optional(),
  experience_id: id.optional(),
  status: status.optional(),
  channel: z.enum(bookingChannels).optional(),
  view: z.enum(bookingViews).optional().meta({
    description:
      'Which bookings to list: those of today, upcoming, waiting to be confirmed, past, cancelled or all. Days are days in London. The first four views leave out a cancelled booking once its cancellation can no longer be undone.',
  }),
  email: z.literal('failed').optional().meta({
    description: 'Only bookings whose newest email to the guest was not delivered.',
  }),
  from: day.optional(),
  until: day.optional(),
  guest_email: email.optional(),
  customer_id: id.optional(),
  search: line(200).optional().meta({
    description:
      'Parts of the guest’s name, email address, phone number or reference. One or two letters match only the beginning of a word. Admins who send no `vineyard_id` find such matches only among the latest ten thousand bookings.',
  }),
}

const sorts = ['created_at', 'guest_name', 'status', 'starts_at', 'number_of_guests', 'total_price'] as const

export const bookingListing = listing(['-booking_date', ...sorts, 'nearest'], filters)

/** The filters of lists of bookings without paging, for counts and CSV files. */
export const bookingFilters = z.strictObject(filters)

/** The reason why staff cancel, and the message to the guests. */
export const cancellation = z.strictObject({
  reason: z.enum(cancellationReasons).nullable().default(null).meta({
    description: "The history keeps the reason. The email states it, except for 'other'.",
  }),
  message: prose(maxGuestMessage).default('').meta({ description: "Shown in the guest's email." }),
})

export const slot = z.string().transform(readWith(parseSlotId, 'must be the id of a slot')).meta({
  description: "A slot's id: its pattern's id and the day, or a legacy row's own id.",
  maxLength: 47,
})

/** An entry of a booking's history. `actor_name` is null for guests and the system, and for staff who were deleted. */
export const bookingEvent = z.object({
  id: z.int(),
  kind: z.string(),
  actor: z.enum(['guest', 'winemaker', 'admin', 'key', 'system']),
  actor_name: text,
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()]).meta(noMore)),
  message: text.meta({ description: 'The message that staff wrote to the guest.' }),
  is_undo: z.boolean().meta({ description: 'Whether this event undid the change of status before it.' }),
  happened_at: instant,
})
