import { randomUUID } from 'node:crypto'

import { readSlotId } from '../availability/slot.ts'
import { unqueuedBooking, type BookingProblem, createBooking } from '../bookings/booking-queue.server.ts'
import type { Guest } from '../bookings/booking-request.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import { addDays, type Day, type Time } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import { addStops, beginItinerary, type NewItinerary, type NewStop } from './itinerary.server.ts'

/** A visit as it was offered: its slot with the start, and the price per person that was shown. */
export type WantedVisit = {
  day: number
  vineyard_id: string
  experience_id: string
  slot: string
  start_time: Time
  price_per_person: number
}

export type KeptVisit = Pick<WantedVisit, 'day' | 'vineyard_id' | 'experience_id'> & { start_time: Time }

/** Which of the visits could not be had, and why. */
export type VisitProblem = { visit: number; problem: BookingProblem }

class Refused extends Error {
  readonly why: VisitProblem
  constructor(why: VisitProblem) {
    super('A visit could not be booked')
    this.why = why
  }
}

/**
 * Books every visit for the same guest and keeps them as an itinerary, or does none of it. The same itinerary sent
 * again books nothing more. `user_id`: the visitor who is signed in, if any.
 */
export async function bookVisits(
  sql: Sql,
  itinerary: NewItinerary & { visit_date: Day },
  visits: WantedVisit[],
  guest: Guest,
  now: Date,
  user_id: string | null,
): Promise<Result<undefined, VisitProblem>> {
  try {
    await retrying(sql, (pool) => inOne(pool, (one) => place(one, itinerary, visits, guest, now, user_id)))
    return ok(undefined)
  } catch (error) {
    if (error instanceof Refused) return refused(error.why)
    throw error
  }
}

/** Keeps the visits as they are planned, without booking any. */
export async function keepVisits(
  sql: Sql,
  itinerary: NewItinerary,
  visits: KeptVisit[],
  now: Date,
): Promise<void> {
  await sql.begin(async (one) => {
    if (await beginItinerary(one, itinerary, now)) await addStops(one, itinerary.id, visits)
  })
}

/** Tried again, the work is in a transaction already. */
async function inOne(sql: Queryable, work: (sql: Queryable) => Promise<void>): Promise<void> {
  if ('begin' in sql) await (sql as Sql).begin(work)
  else await work(sql)
}

async function place(
  sql: Queryable,
  itinerary: NewItinerary & { visit_date: Day },
  visits: WantedVisit[],
  guest: Guest,
  now: Date,
  user_id: string | null,
): Promise<void> {
  // The second of two that were sent waits here for the first, and then finds it.
  if (!(await beginItinerary(sql, itinerary, now))) return
  await lockSlots(sql, visits)
  const stops: NewStop[] = []
  for (const [
    n,
    { day, vineyard_id, experience_id, slot, start_time, price_per_person },
  ] of visits.entries()) {
    const name = readSlotId(slot)
    const slot_date = addDays(itinerary.visit_date, day)
    if (!name || ('slot_date' in name && name.slot_date !== slot_date))
      throw new Refused({ visit: n, problem: { kind: 'slot', reason: 'gone', remaining: 0 } })
    const placed = await createBooking(
      unqueuedBooking(sql),
      { id: experience_id, vineyard_id },
      {
        ...guest,
        slot: { ...name, start_time },
        slot_date,
        number_of_guests: itinerary.party,
        price_per_person,
        idempotency_key: randomUUID(),
      },
      now,
      user_id,
    )
    if (!placed.ok) throw new Refused({ visit: n, problem: placed.problem })
    stops.push({ day, vineyard_id, experience_id, start_time, booking_id: placed.value.id })
  }
  await addStops(sql, itinerary.id, stops)
}

/** All at once and by key, as every act on bookings does, so that two plans never wait for each other crosswise. */
async function lockSlots(sql: Queryable, visits: WantedVisit[]): Promise<void> {
  const names = visits.map(({ slot }) => readSlotId(slot))
  const patterns = names.flatMap((name) => (name && 'pattern_id' in name ? [name.pattern_id] : []))
  const legacy = names.flatMap((name) => (name && 'availability_id' in name ? [name.availability_id] : []))
  await sql`select lock_slots(${patterns}::uuid[], ${legacy}::uuid[])`
}
