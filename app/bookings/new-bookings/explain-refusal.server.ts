import type { Context } from 'hono'

import { largestParty } from '../../catalogue/experiences/experience.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { formatDay } from '../../platform/days.ts'
import { problem } from '../../platform/http/problem.ts'
import { adviceAfter } from '../../platform/http/rate-limit.server.ts'
import type { MoveProblem, StatusProblem } from '../booking.server.ts'
import type { BookingProblem, LinkNeeded } from './create-booking.server.ts'
import { bookingSentences, priceSentence, slotSentence } from '../booking-sentences.ts'
import { cancelSentences } from '../cancel-sentences.ts'
import { type BookingRefusal, groupSentence } from './booking-request.ts'
import { changeSentences } from '../changes/change-request.ts'
import type { StaffBookingProblem } from './staff-booking.server.ts'
import type { EmailsProblem } from './unverified-booking.server.ts'
import type { Booking } from '../booking.shapes.ts'

/**
 * Why something was refused. The API also returns `details`. `fields.slot` says how many places are left for the party. `earlier`
 * is the booking that a reused idempotency key made.
 */
type ExplainedRefusal = BookingRefusal & {
  status: 404 | 409 | 422 | 429 | 503
  details: Record<string, unknown>
  /** The seconds to wait, for the header `Retry-After`. */
  wait_seconds?: number
  earlier?: EarlierBooking | undefined
}

type Refusal =
  | Exclude<BookingProblem, LinkNeeded>
  | MoveProblem
  | StatusProblem
  | StaffBookingProblem
  | EmailsProblem
  /** `remaining`: only these places are left, besides. */
  | { kind: 'group_size'; remaining: number | null }

/** The request that was refused: a new booking or hold of an experience, or a change of a booking. */
type Subject = { number_of_guests?: number; guest_email?: string | null } & (
  | { experience_id: string }
  | { booking_id: string }
)

const sentences = {
  many_emails: 'We have sent this email address many emails in a short time, so nothing was changed.',
  queue_full: 'Very many people are booking right now. Nothing was booked. Please try again in a moment.',
  final: cancelSentences.final,
  late: changeSentences.late,
  erased: changeSentences.erased,
  called_off: 'This session is called off. Move the booking to another time, or cancel it.',
  unchanged: 'Nothing would change: name another slot, or another number_of_guests.',
  early: 'A walk-in is a party that is here now, so choose a session of today.',
  other: 'This form was already sent with other details. Check the list of bookings.',
}

/** Returns why a booking, or a change of a booking, was refused, for forms and for the API. */
export async function explainRefusal(
  sql: Queryable,
  refusal: Refusal,
  subject: Subject,
  now: Date,
): Promise<ExplainedRefusal> {
  const { number_of_guests = 0, guest_email = null } = subject
  const explain = (status: ExplainedRefusal['status'], message: string, details = {}) => ({
    status,
    message,
    details,
    fields: {},
  })
  switch (refusal.kind) {
    case 'queue_full':
      return { ...explain(503, sentences.queue_full), wait_seconds: 2 }
    case 'emails':
      return { ...explain(429, ''), ...emailsRefusal(refusal, now) }
    case 'absent':
      return explain(404, 'booking_id' in subject ? bookingSentences.not_found : 'Experience not found')
    case 'full':
    case 'gone': {
      const remaining = 'remaining' in refusal ? refusal.remaining : 0
      const fields = { slot: slotSentence(remaining, number_of_guests) }
      return { ...explain(409, bookingSentences.slot_gone, { remaining }), fields }
    }
    case 'price': {
      const { price_per_person } = refusal
      const { currency } = await findTerms(sql, subject)
      return explain(409, priceSentence(price_per_person, currency, number_of_guests), { price_per_person })
    }
    case 'group_size': {
      const terms = await findTerms(sql, subject)
      const message = groupSentence(terms)
      const limits = [terms.min_group_size, largestParty(terms)]
      const remaining = 'remaining' in refusal &&
        refusal.remaining !== null && { remaining: refusal.remaining }
      const details = { fields: [{ field: 'number_of_guests', message }], limits, ...remaining }
      return { ...explain(422, message, details), fields: { guests: message } }
    }
    case 'key_reused': {
      // If `booking_id` is empty, the key only holds places. Anyone may have the key, so only the same email address proves
      // that the booking is the caller's.
      const [earlier] = await sql<EarlierBooking[]>`
        select id, reference, booking_date, booking_time from bookings
        where id = ${refusal.booking_id} and lower(guest_email) = lower(${guest_email})`
      if (!earlier)
        return explain(422, 'This form was already sent with other details. Nothing more was booked.')
      const { id: booking_id, reference, booking_date, booking_time } = earlier
      const message = `You have already sent this form, which made booking ${reference} for ${formatDay(booking_date)} at ${booking_time}. Nothing more was booked.`
      return { ...explain(422, message, { booking_id, reference }), earlier }
    }
    case 'past':
      return explain(409, changeSentences.past, { past: true })
    case 'changed':
      return 'status' in refusal
        ? explain(409, `This booking is now ${refusal.status}.`, { seen: refusal.status })
        : explain(409, changeSentences.changed)
    case 'unchanged':
    case 'early':
    case 'other':
      return explain(422, sentences[refusal.kind])
    case 'called_off':
    case 'erased':
    case 'final':
    case 'late':
      return explain(409, sentences[refusal.kind])
  }
}

/** Returns the message that a mailbox has reached its limit of emails, and the seconds to wait. */
export function emailsRefusal({ until }: EmailsProblem, now: Date) {
  const wait_seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return { message: `${sentences.many_emails} ${adviceAfter(wait_seconds)}`, wait_seconds }
}

type EarlierBooking = Pick<Booking, 'id' | 'reference' | 'booking_date' | 'booking_time'>

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

/** Returns the API's response to a refused booking, move, status or hold of `subject`. */
export async function refuseChange(c: Context, sql: Queryable, refusal: Refusal, subject: Subject) {
  const explained = await explainRefusal(sql, refusal, subject, c.var.now())
  const { status, message, details, wait_seconds } = explained
  if (wait_seconds !== undefined) c.header('Retry-After', String(wait_seconds))
  const { actor } = c.var.by ?? c.var.actor
  // Staff may go beyond the limits in a second step.
  const isStaff = actor === 'winemaker' || actor === 'admin'
  return problem(c, status, message, isStaff ? details : { ...details, limits: undefined })
}
