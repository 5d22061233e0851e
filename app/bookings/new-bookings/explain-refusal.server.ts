import type { Context } from 'hono'

import { largestParty } from '../../catalogue/experiences/experience.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { formatDay } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import { adviceAfter } from '../../platform/http/rate-limit.server.ts'
import type { MoveProblem, StatusProblem } from '../booking.server.ts'
import type { BookingProblem, LinkNeeded } from './create-booking.server.ts'
import { bookingSentences, priceRefusal, slotRefusal } from '../booking-sentences.ts'
import { cancelSentences } from '../cancel-sentences.ts'
import { type BookingRefusal, groupSentence, type GuestBookingRequest } from './booking-request.ts'
import { changeSentences } from '../changes/change-request.ts'
import type { StaffBookingProblem } from './staff-booking.server.ts'
import type { EmailsProblem } from './unverified-booking.server.ts'
import type { Booking } from '../booking.shapes.ts'

/** A refused booking. The API also returns `details`. `earlier` is the booking that a reused idempotency key made. */
export type ExplainedRefusal = BookingRefusal & {
  status: 409 | 422 | 429 | 503
  details: Record<string, unknown>
  /** The seconds to wait, for the header `Retry-After`. */
  wait_seconds?: number
  earlier?: EarlierBooking | undefined
}

/** Returns why a booking was refused, for the form and for the API. */
export async function explainRefusal(
  sql: Queryable,
  problem: Exclude<BookingProblem, LinkNeeded>,
  request: Pick<GuestBookingRequest, 'number_of_guests' | 'guest_email'> & { experience_id: string },
  now: Date,
): Promise<ExplainedRefusal> {
  const { number_of_guests, guest_email } = request
  switch (problem.kind) {
    case 'queue_full':
      return { status: 503, message: bookingSentences.queue_full, fields: {}, details: {}, wait_seconds: 2 }
    case 'emails':
      return { status: 429, fields: {}, details: {}, ...emailsRefusal(problem, now) }
    case 'slot': {
      const { remaining } = problem
      return { status: 409, ...slotRefusal(remaining, number_of_guests), details: { remaining } }
    }
    case 'price': {
      const { price_per_person } = problem
      const { currency } = await findTerms(sql, request)
      const refusal = priceRefusal(price_per_person, currency, number_of_guests)
      return { status: 409, ...refusal, details: { price_per_person } }
    }
    case 'group_size': {
      const message = groupSentence(await findTerms(sql, request))
      const details = { fields: [{ field: 'number_of_guests', message }] }
      return { status: 422, message, fields: { guests: message }, details }
    }
    case 'key_reused': {
      // If `booking_id` is empty, the key only holds places. Anyone may have the key, so only the same email address proves
      // that the booking is the caller's.
      const [earlier] = await sql<EarlierBooking[]>`
        select id, reference, booking_date, booking_time from bookings
        where id = ${problem.booking_id || null} and lower(guest_email) = lower(${guest_email})`
      return {
        status: 422,
        message: earlier
          ? `You have already sent this form, which made booking ${earlier.reference} for ${formatDay(earlier.booking_date)} at ${earlier.booking_time}. Nothing more was booked.`
          : 'This form was already sent with other details. Nothing more was booked.',
        fields: {},
        details: earlier ? { booking_id: earlier.id, reference: earlier.reference } : {},
        earlier,
      }
    }
  }
}

/** Returns the message that a mailbox has reached its limit of emails, and the seconds to wait. */
export function emailsRefusal({ until }: EmailsProblem, now: Date) {
  const wait_seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return {
    message: `${bookingSentences.many_emails} ${adviceAfter(wait_seconds)}`,
    wait_seconds,
  }
}

type EarlierBooking = Pick<Booking, 'id' | 'reference' | 'booking_date' | 'booking_time'>

type Subject = { experience_id: string } | { booking_id: string }
type Terms = { min_group_size: number; max_group_size: number | null; currency: string }

async function findTerms(sql: Queryable, subject: Subject): Promise<Terms> {
  const [terms] = await sql<Terms[]>`
    select e.min_group_size, e.max_group_size, e.currency from experiences e
    where e.id = ${
      'experience_id' in subject
        ? subject.experience_id
        : sql`(select b.experience_id from bookings b where b.id = ${subject.booking_id})`
    }`
  // If the experience was deleted a moment ago, these values have no effect: nothing can be booked.
  return terms ?? { min_group_size: 1, max_group_size: null, currency: 'GBP' }
}

/** Returns the API's response to a refused move, status or staff booking of `subject`. */
export async function refuseChange(
  c: Context,
  sql: Queryable,
  refusal: MoveProblem | StatusProblem | StaffBookingProblem | EmailsProblem,
  subject: Subject,
) {
  switch (refusal.kind) {
    case 'emails': {
      const { message, wait_seconds } = emailsRefusal(refusal, c.var.now())
      c.header('Retry-After', String(wait_seconds))
      return problem(c, 429, message)
    }
    case 'absent':
      return problem(c, 404, 'booking_id' in subject ? bookingSentences.not_found : 'Experience not found')
    case 'full':
      return problem(c, 409, bookingSentences.slot_gone, { remaining: refusal.remaining })
    case 'gone':
      return problem(c, 409, bookingSentences.slot_gone, { remaining: 0 })
    case 'final':
      return problem(c, 409, cancelSentences.final)
    case 'late':
      return problem(c, 409, changeSentences.late)
    case 'past':
      return problem(c, 409, changeSentences.past, { past: true })
    case 'erased':
      return problem(c, 409, changeSentences.erased)
    case 'called_off':
      return problem(c, 409, 'This session is called off. Move the booking to another time, or cancel it.')
    case 'changed':
      return 'status' in refusal
        ? problem(c, 409, `This booking is now ${refusal.status}.`, { seen: refusal.status })
        : problem(c, 409, changeSentences.changed)
    case 'group_size': {
      const terms = await findTerms(sql, subject)
      const message = groupSentence(terms)
      const { actor } = c.var.by ?? c.var.actor
      // Staff may go beyond the limits in a second step.
      const limits = [terms.min_group_size, largestParty(terms)]
      const isStaff = actor === 'winemaker' || actor === 'admin'
      const fields = [{ field: 'number_of_guests', message }]
      return problem(c, 422, message, { fields, ...(isStaff && { limits }) })
    }
    case 'unchanged':
      return problem(c, 422, 'Nothing would change: name another slot, or another number_of_guests.')
    case 'early':
      return problem(c, 422, 'A walk-in is a party that is here now, so choose a session of today.')
    case 'other':
      return problem(c, 422, 'This form was already sent with other details. Check the list of bookings.')
  }
}
