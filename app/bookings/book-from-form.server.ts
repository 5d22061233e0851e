import type { Slot } from '../availability/slot.ts'
import { findSlots, nearestSlots } from '../availability/slot.server.ts'
import { visitorInForm } from '../accounts/visitor-in-form.server.ts'
import { attempt } from '../platform/attempt.server.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import { dayOf, formatDay } from '../platform/days.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { BookingQueue } from './booking-queue.server.ts'
import { findEarlierBooking, createBooking } from './create-booking.server.ts'
import { countRefusal, demandReason } from './refusal-count.server.ts'
import {
  type GuestBookingRequest,
  bookingSentences,
  groupSentence,
  priceRefusal,
  type BookingRefusal,
  readBookingRequest,
  slotRefusal,
} from './booking-request.ts'
import type { BookingSetup } from './booking-setup.server.ts'

/**
 * A refusal with its status and what may help. `first_booking` is there when the form's key was used before: the id of
 * that booking, or null if the form does not prove that it is theirs.
 */
export type FormRefusal = BookingRefusal & {
  status: 409 | 422 | 503
  alternatives: Slot[]
  first_booking?: string | null
}

/** Reads a submitted form and books it. Whatever stands in the way is told in a sentence; nothing is half done. */
export async function bookFromForm(
  sql: Sql,
  queue: BookingQueue,
  log: Log,
  { experience }: BookingSetup,
  form: FormData,
  now: Date,
): Promise<Result<{ id: string }, FormRefusal>> {
  const request = readBookingRequest(form, experience, dayOf(now))
  if (!request.ok) return refused({ ...request.problem, status: 422, alternatives: [] })

  const placed = await attempt(log, 'A booking could not be created', () =>
    visitorInForm(sql, form, now).then((user_id) =>
      createBooking(queue, experience, request.value, now, user_id),
    ),
  )
  if (!placed.ok)
    return refused({ message: bookingSentences.failed, fields: {}, status: 503, alternatives: [] })
  if (placed.value.ok) return ok({ id: placed.value.value.id })

  const { number_of_guests } = request.value
  const problem = placed.value.problem
  const reason = demandReason(problem)
  if (reason)
    await countRefusal(sql, log, {
      day: request.value.slot_date,
      experience_id: experience.id,
      party: number_of_guests,
      reason,
    })
  switch (problem.kind) {
    case 'queue_full':
      return refused({ message: bookingSentences.queue_full, fields: {}, status: 503, alternatives: [] })
    case 'slot':
      return refused({
        ...slotRefusal(problem.remaining, number_of_guests),
        status: 409,
        alternatives: await alternativesTo(sql, log, experience.id, request.value, now),
      })
    case 'price':
      return refused({
        ...priceRefusal(problem.price_per_person, experience.currency, number_of_guests),
        status: 409,
        alternatives: [],
      })
    case 'group_size': {
      const message = groupSentence(experience)
      return refused({ message, fields: { guests: message }, status: 422, alternatives: [] })
    }
    case 'key_reused':
      return refused(await keyRefusal(sql, log, problem.booking_id, request.value.guest_email))
  }
}

async function keyRefusal(sql: Queryable, log: Log, booking_id: string, email: string): Promise<FormRefusal> {
  const found = await attempt(log, 'The first booking of a form could not be read', () =>
    findEarlierBooking(sql, booking_id, email),
  )
  const first = found.ok ? found.value : undefined
  return {
    message: first
      ? `You already sent this form: it made booking ${first.reference} for ${formatDay(first.booking_date)} at ${first.booking_time}. Nothing more was booked.`
      : 'This form was already sent with other details. Nothing more was booked.',
    fields: {},
    status: 422,
    alternatives: [],
    first_booking: first?.id ?? null,
  }
}

/** Up to three starts near the one that is gone. No answer is no reason to lose the form. */
export async function alternativesTo(
  sql: Queryable,
  log: Log,
  experienceId: string,
  request: Pick<GuestBookingRequest, 'slot_date' | 'number_of_guests'>,
  now: Date,
  moving?: string,
): Promise<Slot[]> {
  const near = await attempt(log, 'Other times could not be read', async () => {
    const same = (await findSlots(sql, experienceId, request.slot_date, now, moving))[0]
    const wanted = same?.starts_at ?? new Date(`${request.slot_date}T12:00:00Z`)
    return nearestSlots(sql, experienceId, request.slot_date, wanted, request.number_of_guests, now, moving)
  })
  return near.ok ? near.value : []
}
