import { randomUUID } from 'node:crypto'

import { parseSlotId } from '../../../availability/slot.ts'
import { createBooking, type VisitorRules } from '../../../bookings/new-bookings/create-booking.server.ts'
import { bookingSentences } from '../../../bookings/booking-sentences.ts'
import { type Guest, readGuest } from '../../../bookings/new-bookings/booking-request.ts'
import type { Queryable, Sql } from '../../../platform/database/database.server.ts'
import { rowFrom } from '../../../platform/database/row-from.server.ts'
import { addDays, type Day } from '../../../platform/days.ts'
import { ok, type Result, refused } from '../../../platform/result.ts'
import { inTransaction } from '../../../platform/database/retry.server.ts'
import { writeStops } from '../edit-itinerary.server.ts'
import type { StopDraft } from '../editing.ts'
import type { Itinerary } from '../itinerary.ts'
import { createItinerary, type NewItinerary } from '../itinerary.server.ts'
import { attachHeldBookingToStop } from '../../../bookings/new-bookings/unverified-booking.server.ts'
import { emailsRefusal } from '../../../bookings/new-bookings/explain-refusal.server.ts'
import { countRefusedBooking } from '../../../bookings/new-bookings/refused-demand.server.ts'
import { visitorInForm } from '../../../people/sign-in/visitor-session.server.ts'
import { hashToken } from '../../../people/sign-in/session.server.ts'
import { attempt } from '../../../platform/attempt.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import { type PlanPost, planPost } from '../itinerary.shapes.ts'
import { type OfferedVisit, planSentences, visitSentence, type VisitProblem } from '../plan-request.ts'

/** The itinerary to which booked visits belong. `open` and `save` run in the transaction that books the visits. */
export type BookedPlan = {
  visit_date: Day
  party: number
  /** Returns the id of each visit's stop; null if an earlier request has booked the visits. 'changed' if the plan has changed. */
  open: (tx: Queryable) => Promise<string[] | 'changed' | null>
  /** Stores the visits. A visit without a booking is held until the guest uses the link in an email. */
  save: (tx: Queryable, booked: StopDraft[]) => Promise<void>
}

/** Returns a plan that creates an itinerary for the visits. `arrange` adds the itinerary's other stops. */
export function newPlan(
  itinerary: NewItinerary & { visit_date: Day },
  visits: OfferedVisit[],
  now: Date,
  arrange: (booked: StopDraft[]) => StopDraft[] = (booked) => booked,
): BookedPlan {
  return {
    ...itinerary,
    // A second request with the same id waits here until the first has committed.
    open: async (tx) => ((await createItinerary(tx, itinerary, now)) ? visits.map(() => randomUUID()) : null),
    save: (tx, booked) => writeStops(tx, itinerary.id, arrange(booked)),
  }
}

/** Returns a plan that books stops of the maker's itinerary. It refuses if the itinerary no longer has this version. */
export function ownPlan(
  itinerary: Pick<Itinerary, 'id' | 'version' | 'party' | 'stops'> & { visit_date: Day },
  key_hash: Buffer,
  visits: OfferedVisit[],
): BookedPlan {
  const { id, version, visit_date, party, stops } = itinerary
  const wanted = visits.map((visit) =>
    stops.find(
      ({ day, experience, start_time }) =>
        day === visit.day && experience?.id === visit.experience_id && start_time === visit.start_time,
    ),
  )
  return {
    visit_date,
    party,
    open: async (tx) => {
      if (wanted.every((stop) => stop?.booked)) return null
      const opened = await tx`
        update itineraries i set version = version + 1
        where id = ${id} and version = ${version} and may_change_itinerary(i, ${key_hash})`
      const free = wanted.flatMap((stop) => (stop && !stop.booked ? [stop.id] : []))
      if (opened.count === 1) return new Set(free).size === visits.length ? free : 'changed'
      // A simultaneous request may just have booked the visits.
      const [{ all_booked }] = await tx<[{ all_booked: boolean }]>`
        select count(*) = ${visits.length} as all_booked
        from itinerary_stops s join bookings b on b.id = s.booking_id and b.status <> 'cancelled'
        where s.id = any (${free}::uuid[])`
      return all_booked ? null : 'changed'
    },
    save: async (tx, booked) => {
      for (const { id: stop_id = null, booking_id = null } of booked)
        await tx`select link_to_stop(${stop_id}, b) from bookings b where b.id = ${booking_id}`
    },
  }
}

const goneSlot = { kind: 'gone', booking_id: null, remaining: 0, price_per_person: 0 } as const

/** Thrown to roll the transaction back when a visit cannot be booked. */
class VisitRefused extends Error {
  readonly problem: VisitProblem | 'changed'
  constructor(problem: VisitProblem | 'changed') {
    super('A visit could not be booked')
    this.problem = problem
  }
}

/**
 * Books all visits of a plan for one guest, all or nothing. Sending the same plan again books nothing more. `user_id` is the
 * signed-in visitor, if any. `are_held` is true if some visits are booked only when the guest uses the link in an email.
 */
export async function bookVisits(
  sql: Sql,
  plan: BookedPlan,
  visits: OfferedVisit[],
  guest: Guest,
  now: Date,
  user_id: string | null,
  visitors?: VisitorRules,
): Promise<Result<{ are_held: boolean }, VisitProblem | 'changed'>> {
  let are_held = false
  const createBookings = async (tx: Queryable) => {
    are_held = false
    const ids = await plan.open(tx)
    if (ids === null) return
    if (ids === 'changed') throw new VisitRefused('changed')
    await lockPlaces(tx, visits)
    const stops: StopDraft[] = []
    for (const [n, visit] of visits.entries()) {
      const { day, vineyard_id, experience_id, slot, start_time, price_per_person } = visit
      const [id = randomUUID(), idempotency_key] = [ids[n], randomUUID()]
      const slotKey = parseSlotId(slot)
      const slot_date = addDays(plan.visit_date, day)
      const terms = { number_of_guests: plan.party, price_per_person, idempotency_key }
      if (!slotKey || ('slot_date' in slotKey && slotKey.slot_date !== slot_date))
        throw new VisitRefused({ visit: n, problem: goneSlot })
      const booking = await createBooking(
        tx,
        { id: experience_id, vineyard_id },
        { ...guest, slot: { ...slotKey, start_time }, slot_date, ...terms },
        now,
        { user_id, visitors },
      )
      // The visit's places are held. The visit is booked when the guest uses the link in the email.
      const isHeld = !booking.ok && booking.problem.kind === 'held'
      are_held ||= isHeld
      if (!booking.ok && !isHeld) throw new VisitRefused({ visit: n, problem: booking.problem })
      if (isHeld) await attachHeldBookingToStop(tx, idempotency_key, id)
      const stop = { id, day, vineyard_id, experience_id, start_time }
      stops.push(booking.ok ? { ...stop, booking_id: booking.value.id } : stop)
    }
    await plan.save(tx, stops)
  }
  try {
    await inTransaction(sql, createBookings)
    return ok({ are_held })
  } catch (error) {
    if (error instanceof VisitRefused) return refused(error.problem)
    throw error
  }
}

/** Locks all slots and then all hosts, each in the order that every booking uses, so that two plans never deadlock. */
async function lockPlaces(sql: Queryable, visits: OfferedVisit[]): Promise<void> {
  const slots = visits.map(({ experience_id, slot }) => ({ experience_id, ...parseSlotId(slot) }))
  await rowFrom(sql)`
    select lock_slots_and_hosts(array(
      select stored_slot(s.experience_id, s.pattern_id, s.availability_id, s.slot_date, null)
      from jsonb_to_recordset(${sql.json(slots)})
        as s (experience_id uuid, pattern_id uuid, availability_id uuid, slot_date date)
    ))`
}

/** Why a plan was neither booked nor stored, with field errors. */
type PlanRefusal = {
  message: string
  fields: Partial<Record<string, string>>
  status: 409 | 422 | 429 | 503
  /** Seconds for the `Retry-After` header */
  wait_seconds?: number
}

/** Returns the plan to which the visits of a form belong: a new itinerary or, on the maker's page, that itinerary. */
export type PlanOfPost = (post: PlanPost, key_hash: Buffer) => BookedPlan

/** Books the plan that a form contains, or stores the plan to be booked later. */
export async function submitPlan(
  sql: Sql,
  log: Log,
  form: FormData,
  now: Date,
  visitors: VisitorRules | undefined,
  planOf: PlanOfPost = (post, key_hash) => newPlan({ ...post, key_hash }, post.visits, now),
): Promise<Result<Pick<PlanPost, 'id' | 'key'> & { are_held?: boolean }, PlanRefusal>> {
  const { data: post } = planPost.safeParse({ ...Object.fromEntries(form), visits: form.getAll('visit') })
  if (!post) return refused({ message: planSentences.stale, fields: {}, status: 422 })
  const key_hash = hashToken(post.key)
  if (form.get('intent') === 'keep') {
    const stored = await attempt(log, 'A plan could not be saved', () =>
      inTransaction(sql, async (tx) => {
        if (!(await areOffered(tx, post.visits))) return false
        if (await createItinerary(tx, { ...post, key_hash }, now)) await writeStops(tx, post.id, post.visits)
        return true
      }),
    )
    if (!stored.ok) return refused({ message: planSentences.not_kept, fields: {}, status: 503 })
    return stored.value ? ok(post) : refused({ message: planSentences.stale, fields: {}, status: 422 })
  }

  const { guest, missing, wrong } = readGuest(form)
  if (!guest) {
    const message = Object.keys(missing).length > 0 ? undefined : Object.values(wrong)[0]
    const fields = { ...wrong, ...missing }
    return refused({ message: message ?? planSentences.incomplete, fields, status: 422 })
  }
  const plan = planOf(post, key_hash)
  const booked = await attempt(log, 'A plan could not be booked', async () =>
    bookVisits(sql, plan, post.visits, guest, now, await visitorInForm(sql, form, now), visitors),
  )
  if (!booked.ok) return refused({ message: bookingSentences.failed, fields: {}, status: 503 })
  if (booked.value.ok) return ok({ ...post, ...booked.value.value })

  const refusal = booked.value.problem
  if (refusal === 'changed') return refused({ message: planSentences.changed, fields: {}, status: 409 })
  const { visit, problem } = refusal
  if (problem.kind === 'emails') return refused({ status: 429, fields: {}, ...emailsRefusal(problem, now) })
  const wanted = post.visits[visit]
  if (wanted) {
    const { day, experience_id, start_time } = wanted
    const subject = { day: addDays(plan.visit_date, day), start_time, experience_id, party: plan.party }
    await countRefusedBooking(sql, log, problem, subject, now)
  }
  return refused({ message: visitSentence(refusal, post.visits, plan.party), fields: {}, status: 409 })
}

/** Returns whether all visits are to active experiences of listed vineyards. */
async function areOffered(sql: Queryable, visits: OfferedVisit[]): Promise<boolean> {
  const gone = await sql`
    select from jsonb_to_recordset(${sql.json(visits)}) as w (vineyard_id uuid, experience_id uuid)
    where not exists (
      select from experiences e join vineyards v on v.id = e.vineyard_id
      where e.id = w.experience_id and v.id = w.vineyard_id and e.is_active and v.is_visible
    )
    limit 1`
  return gone.length === 0
}
