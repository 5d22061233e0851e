import { href } from 'react-router'

import { nobody } from '../../people/sign-in/actor.ts'
import { visitorInForm } from '../../people/sign-in/visitor-session.server.ts'
import { type Slot, formatSlotValue } from '../../availability/slot.ts'
import { findSlots, nearestSlots } from '../../availability/slot.server.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { type Day, dayOf } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { type BookingView, findBooking } from '../booking.server.ts'
import type { BookingSetup } from './booking-form.server.ts'
import { type BookingOptions, createBooking } from './create-booking.server.ts'
import { explainRefusal } from './explain-refusal.server.ts'
import type { guestPagesOf } from './guest-pages.tsx'
import { countRefusal, countRefusedBooking } from './refused-demand.server.ts'
import { bookingSentences } from '../booking-sentences.ts'
import { type BookingRefusal, readBookingRequest } from './booking-request.ts'
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
 * form was used before: the id of the earlier booking, or null if no booking with this key and email address exists.
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
  const subject = { ...request.value, experience_id: experience.id }
  const { slot_date: day, number_of_guests: party, slot } = subject
  await countRefusedBooking(sql, log, problem, { ...subject, day, party, start_time: slot.start_time }, now)
  return refuseForm(sql, log, problem, subject, bookingSentences.failed, now)
}

/** The booking or the change that a form requests. `current`: the slot of the booking `booking_id` that the form changes. */
type Requested = { experience_id: string; slot_date: Day; number_of_guests: number } & {
  guest_email?: string
  booking_id?: string
  current?: string | undefined
}

/** Returns why a form was refused, with other starts if its slot is full or gone. `failed`: the message if reading fails. */
async function refuseForm(
  sql: Queryable,
  log: Log,
  problem: Parameters<typeof explainRefusal>[1],
  requested: Requested,
  failed: string,
  now: Date,
) {
  const explained = await attempt(log, 'A refusal could not be explained', () =>
    explainRefusal(sql, problem, requested, now),
  )
  if (!explained.ok) return refuse(503, failed)
  const { status, message, fields, wait_seconds, earlier } = explained.value
  return refused<FormRefusal>({
    status,
    message: fields.slot ?? message,
    fields,
    wait_seconds,
    alternatives: fields.slot ? await findAlternatives(sql, log, requested, now) : [],
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
  // The form was sent twice, and the first request has already made the change.
  if (problem.kind === 'unchanged') return ok(undefined)
  const { slot_date: day, number_of_guests } = request.value
  const { id: experience_id } = bounds
  if (problem.kind === 'full' || problem.kind === 'gone')
    await countRefusal(sql, log, { day, experience_id, party: number_of_guests, reason: problem.kind }, now)
  const subject = { experience_id, booking_id: booking.id, current: currentSlot(booking) }
  return refuseForm(sql, log, problem, { ...request.value, ...subject }, changeSentences.failed, now)
}

/** Returns up to three slots near an unavailable slot. Returns none if reading fails, so that the form is still shown. */
async function findAlternatives(
  sql: Queryable,
  log: Log,
  { experience_id, slot_date, number_of_guests, booking_id, current }: Requested,
  now: Date,
): Promise<Slot[]> {
  const near = await attempt(log, 'Other times could not be read', async () => {
    const [first] = await findSlots(sql, experience_id, slot_date, now, booking_id)
    const start = first?.starts_at ?? new Date(`${slot_date}T12:00:00Z`)
    return nearestSlots(sql, experience_id, slot_date, start, number_of_guests, now, booking_id)
  })
  return near.ok ? near.value.filter((slot) => formatSlotValue(slot) !== current) : []
}
