import { href } from 'react-router'

import { nobody } from '../../people/sign-in/actor.ts'
import { visitorInForm } from '../../people/sign-in/visitor-session.server.ts'
import { type Slot, formatSlotValue } from '../../availability/slot.ts'
import { findSlots, nearestSlots } from '../../availability/slot.server.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { type BookingView, findBooking } from '../booking.server.ts'
import type { BookingSetup } from './booking-form.server.ts'
import { type BookingOptions, createBooking } from './create-booking.server.ts'
import { emailsRefusal, explainRefusal } from './explain-refusal.server.ts'
import type { guestPagesOf } from './guest-pages.tsx'
import { countRefusal, countRefusedBooking } from './refused-demand.server.ts'
import { bookingSentences, slotRefusal } from '../booking-sentences.ts'
import { cancelSentences } from '../cancel-sentences.ts'
import {
  type BookingRefusal,
  groupSentence,
  type GuestBookingRequest,
  readBookingRequest,
} from './booking-request.ts'
import {
  type Changeable,
  type ChangeBounds,
  changeSentences,
  currentSlot,
  readChangeRequest,
} from '../changes/change-request.ts'
import { moveAsGuest } from './unverified-booking.server.ts'

/**
 * A refused form with its HTTP status, and other starts that may suit. `first_booking` is set if the idempotency key of the
 * form was used before. It is the id of the earlier booking, or null if that booking has another email address.
 */
export type FormRefusal = BookingRefusal & {
  status: 404 | 409 | 422 | 429 | 503
  alternatives: Slot[]
  first_booking?: string | null
  /** The seconds to wait, for the header `Retry-After`. */
  wait_seconds?: number | undefined
}

/** A booking, or places that are held until `held_until` so that the guest can confirm by the emailed link. */
type Booked = { id: string; held_until: null } | { id: null; held_until: Date }

function refuse(status: FormRefusal['status'], message: string, fields: BookingRefusal['fields'] = {}) {
  return refused<FormRefusal>({ status, message, fields, alternatives: [] })
}

/** Reads a submitted booking form and creates the booking. */
export async function bookFromForm(
  sql: Sql,
  log: Log,
  { experience }: BookingSetup,
  form: FormData,
  now: Date,
  options: Omit<BookingOptions, 'user_id'>,
): Promise<Result<Booked, FormRefusal>> {
  const request = readBookingRequest(form, experience, dayOf(now))
  if (!request.ok) return refuse(422, request.problem.message, request.problem.fields)

  const created = await attempt(log, 'A booking could not be created', async () =>
    createBooking(sql, experience, request.value, now, {
      ...options,
      user_id: await visitorInForm(sql, form, now),
    }),
  )
  if (!created.ok) return refuse(503, bookingSentences.failed)
  if (created.value.ok) return ok({ id: created.value.value.id, held_until: null })

  const { problem } = created.value
  if (problem.kind === 'held') return ok({ id: null, held_until: problem.until })
  const { slot_date, number_of_guests: party, slot } = request.value
  const subject = { day: slot_date, start_time: slot.start_time, experience_id: experience.id, party }
  await countRefusedBooking(sql, log, problem, subject, now)
  const explained = await attempt(log, 'A refusal could not be explained', () =>
    explainRefusal(sql, problem, { ...request.value, experience_id: experience.id }, now),
  )
  if (!explained.ok) return refuse(503, bookingSentences.failed)
  const { status, message, fields, earlier, wait_seconds } = explained.value
  return refused({
    status,
    message,
    fields,
    wait_seconds,
    alternatives:
      problem.kind === 'slot' ? await findAlternatives(sql, log, experience.id, request.value, now) : [],
    ...(problem.kind === 'key_reused' && { first_booking: earlier?.id ?? null }),
  })
}

/** Returns a link to a vineyard’s other visits, or undefined if the vineyard is not on the site. */
export async function findOtherVisits(
  sql: Queryable,
  pages: ReturnType<typeof guestPagesOf>,
  vineyardId: string,
  experienceId: string,
): Promise<{ to: string; label: string } | undefined> {
  if (!isId(vineyardId) || !isId(experienceId)) return undefined
  const [vineyard] = await sql<{ id: string; name: string }[]>`
    select v.id, v.name from experiences e join vineyards v on v.id = e.vineyard_id and v.is_visible
    where e.id = ${experienceId} and v.id = ${vineyardId}`
  if (!vineyard) return undefined
  const { id, name } = vineyard
  const to = pages.isFramed
    ? href('/embed/:vineyard', { vineyard: id })
    : `${href('/vineyard/:id', { id })}#experiences`
  return { to, label: `Other visits at ${name}` }
}

/** A booking that its guest wants to change, and the limits of its experience. */
export type ChangeView = { booking: BookingView & Changeable; bounds: ChangeBounds }

/** Returns a booking by its link, with the limits that the change form needs. */
export async function findChange(sql: Queryable, id: string): Promise<ChangeView | undefined> {
  const booking = await findBooking(sql, id)
  if (!booking) return undefined
  const [row] = await sql<[ChangeBounds & Pick<Changeable, 'pattern_id'>]>`
    select b.pattern_id, e.id, e.min_group_size, e.max_group_size, e.booking_horizon_days
    from bookings b join experiences e on e.id = b.experience_id
    where b.id = ${id}`
  const { pattern_id, ...bounds } = row
  return { booking: { ...booking, pattern_id }, bounds }
}

/** Reads a submitted change form and moves the booking. */
export async function changeFromForm(
  sql: Sql,
  log: Log,
  { booking, bounds }: ChangeView,
  form: FormData,
  { now, emailsAnHour }: { now: Date; emailsAnHour: number },
): Promise<Result<undefined, FormRefusal>> {
  const request = readChangeRequest(form, booking, bounds, dayOf(now))
  if (!request.ok) return refuse(422, request.problem.message, request.problem.fields)

  const moved = await attempt(log, 'A booking could not be changed', () =>
    moveAsGuest(sql, booking.id, request.value.move, { by: nobody, now, emailsAnHour }),
  )
  if (!moved.ok) return refuse(503, changeSentences.failed)
  if (moved.value.ok) return ok(undefined)
  const { problem } = moved.value
  const { number_of_guests, slot_date } = request.value
  switch (problem.kind) {
    // The form was sent twice, and the first request has already made the change.
    case 'unchanged':
      return ok(undefined)
    case 'absent':
      return refuse(404, bookingSentences.not_found)
    case 'final':
      return refuse(409, cancelSentences.final)
    case 'late':
    case 'past':
    case 'changed':
    case 'erased':
      return refuse(409, changeSentences[problem.kind])
    case 'emails':
      return refused({ status: 429, fields: {}, alternatives: [], ...emailsRefusal(problem, now) })
    case 'group_size': {
      const message = groupSentence(bounds)
      return refuse(422, message, { guests: message })
    }
    case 'full':
    case 'gone': {
      const party = { day: slot_date, experience_id: bounds.id, party: number_of_guests }
      await countRefusal(sql, log, { ...party, reason: problem.kind }, now)
      const alternatives = await findAlternatives(sql, log, bounds.id, request.value, now, booking.id)
      return refused({
        ...slotRefusal(problem.kind === 'full' ? problem.remaining : 0, number_of_guests),
        status: 409,
        alternatives: alternatives.filter((slot) => formatSlotValue(slot) !== currentSlot(booking)),
      })
    }
  }
}

/** Returns up to three slots near an unavailable slot. Returns none if reading fails, so that the form is still shown. */
async function findAlternatives(
  sql: Queryable,
  log: Log,
  experienceId: string,
  { slot_date, number_of_guests }: Pick<GuestBookingRequest, 'slot_date' | 'number_of_guests'>,
  now: Date,
  moving?: string,
): Promise<Slot[]> {
  const near = await attempt(log, 'Other times could not be read', async () => {
    const [first] = await findSlots(sql, experienceId, slot_date, now, moving)
    const start = first?.starts_at ?? new Date(`${slot_date}T12:00:00Z`)
    return nearestSlots(sql, experienceId, slot_date, start, number_of_guests, now, moving)
  })
  return near.ok ? near.value : []
}
