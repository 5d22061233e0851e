import { type Slot, slotShown } from '../availability/slot.ts'
import { attempt } from '../platform/attempt.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { dayOf } from '../platform/days.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { cancelSentences } from './booking.ts'
import { type BookingView, findBooking } from './booking.server.ts'
import { countRefusal } from './refusal-count.server.ts'
import { moveBooking } from './move-booking.server.ts'
import { bookingSentences, groupSentence, type BookingRefusal, slotRefusal } from './booking-request.ts'
import {
  type ChangeBounds,
  type Changeable,
  changeSentences,
  presentSlot,
  readChangeRequest,
} from './change-request.ts'
import { alternativesTo } from './book-from-form.server.ts'

/** A booking that its guest wants to change, and what its experience allows. */
export type ChangeView = { booking: BookingView & Changeable; bounds: ChangeBounds }

/** A refusal with the status it is answered by, and other starts that may do. */
export type ChangeRefusal = BookingRefusal & { status: 404 | 409 | 422 | 503; alternatives: Slot[] }

/** A booking by its link, with what is asked about it to change it. */
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

/** Reads a guest's form and changes the booking. Whatever stands in the way is told in a sentence; nothing is half done. */
export async function changeFromForm(
  sql: Queryable,
  log: Log,
  { booking, bounds }: ChangeView,
  form: FormData,
  now: Date,
): Promise<Result<undefined, ChangeRefusal>> {
  const refuse = (status: ChangeRefusal['status'], message: string, fields: BookingRefusal['fields'] = {}) =>
    refused<ChangeRefusal>({ message, fields, status, alternatives: [] })
  const request = readChangeRequest(form, booking, bounds, dayOf(now))
  if (!request.ok) return refuse(422, request.problem.message, request.problem.fields)

  const moved = await attempt(log, 'A booking could not be changed', () =>
    moveBooking(sql, booking.id, request.value.move, { by: { actor: 'guest', actor_id: null } }, now),
  )
  if (!moved.ok) return refuse(503, changeSentences.failed)
  if (moved.value.ok) return ok(undefined)
  const problem = moved.value.problem
  const { number_of_guests, slot_date } = request.value
  switch (problem.kind) {
    // Pressed twice: it is what it was to become.
    case 'unchanged':
      return ok(undefined)
    case 'absent':
      return refuse(404, bookingSentences.not_found)
    case 'final':
      return refuse(409, cancelSentences.final)
    case 'late':
    case 'changed':
      return refuse(409, changeSentences[problem.kind])
    case 'group_size': {
      const message = groupSentence(bounds)
      return refuse(422, message, { guests: message })
    }
    case 'full':
    case 'gone': {
      const party = { day: slot_date, experience_id: bounds.id, party: number_of_guests }
      await countRefusal(sql, log, { ...party, reason: problem.kind })
      const present = presentSlot(booking)
      const near = await alternativesTo(sql, log, bounds.id, request.value, now, booking.id)
      return refused({
        ...slotRefusal(problem.kind === 'full' ? problem.remaining : 0, number_of_guests),
        status: 409,
        alternatives: near.filter((slot) => slotShown(slot) !== present),
      })
    }
  }
}
