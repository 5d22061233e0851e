import { randomUUID } from 'node:crypto'

import {
  moveBooking,
  cancelBookingAsGuest,
  changeBookingStatus,
  undoBookingStatus,
} from '../app/bookings/booking.server.ts'
import { cancelBookingWithKey } from '../app/bookings/new-bookings/key-booking.server.ts'
import { createBooking } from '../app/bookings/new-bookings/create-booking.server.ts'
import type { KeyActor } from '../app/people/sign-in/actor.ts'
import { guestBookingRequest } from './book.ts'
import {
  type Answer,
  type Comparison,
  type Drawn,
  success,
  type MarketPair,
  slotName,
  refused,
  notApplicable,
  type Slot,
} from './market-pair.ts'
import type { Offer, Start, Visit } from './market-types.ts'

const by = { actor: 'admin', actor_id: randomUUID() } as const
const guest = { actor: 'guest', actor_id: null } as const
const isOver = ({ status }: Visit) => status === 'cancelled' || status === 'completed'

export async function book(
  pair: MarketPair,
  { slot: drawn, day, guests, known }: Drawn<'book'>,
): Promise<Comparison> {
  const { sql, market, now } = pair
  const slot = pair.slot(drawn, day, known)
  if (!slot) return notApplicable
  const offer = (slot.plan ?? slot.single)?.offer as Offer
  const placed = await createBooking(
    sql,
    offer,
    guestBookingRequest(offer, { ...slotName(slot), slot_date: slot.day }, guests),
    now,
  )
  const { problem } = placed.ok ? { problem: null } : placed
  const id = placed.ok ? placed.value.id : ''
  const hasNoRoom = problem?.kind === 'full' || problem?.kind === 'gone'
  const actual =
    problem === null
      ? { ok: true as const, value: { id } }
      : refused(hasNoRoom ? { kind: 'slot', remaining: problem.remaining } : { kind: problem.kind })
  const start = pair.find(offer, slot)
  if (!offer.active || !market.visible) return [actual, refused({ kind: 'slot', remaining: 0 })]
  if (guests < offer.min || guests > offer.max) return [actual, refused({ kind: 'group_size' })]
  if (!start || start.remaining < guests)
    return [actual, refused({ kind: 'slot', remaining: start?.remaining ?? 0 })]
  const fresh = { status: 'pending', overbooked: false, cancelled_by_guest: false } as const
  const visit = { id, offer, ...timesOf(start), guests, ...fresh } as Visit
  market.note(visit, 'created')
  market.visits.push(visit)
  return [actual, { ok: true, value: { id } }]
}

/** Cancels as the guest, or with a key of the vineyard, as resellers do. */
export async function cancel(
  pair: MarketPair,
  visit: Visit,
  { with_key }: Drawn<'cancel'>,
): Promise<Comparison> {
  const { sql, key_id, now } = pair
  const actual = with_key
    ? await cancelBookingWithKey(sql, visit.id, { by: { actor: 'key', actor_id: key_id } as KeyActor }, now)
    : await cancelBookingAsGuest(sql, visit.id, now)
  if (visit.status === 'completed') return [actual, { ok: false, problem: 'final' }]
  if (visit.status !== 'cancelled' && isLate(pair, visit)) return [actual, { ok: false, problem: 'late' }]
  pair.market.cancelAsGuest(visit)
  return [actual, success]
}

export async function setStatus(
  pair: MarketPair,
  visit: Visit,
  { status, overbook, seen: isSeen }: Drawn<'status'>,
): Promise<Comparison> {
  const seen = isSeen ? visit.status : null
  const actual = await changeBookingStatus(pair.sql, visit.id, status, { by, seen, overbook }, pair.now)
  if (visit.status !== status && visit.cancelled_by_guest && !seen)
    return [actual, refused({ kind: 'changed', status: visit.status })]
  if (visit.status === 'cancelled' && status !== 'cancelled') {
    const refusal = takeAgain(pair, visit, overbook)
    if (refusal) return [actual, refusal]
  }
  pair.market.setStatus(visit, status)
  return [actual, { ok: true, value: status }]
}

/** Takes the places of a cancelled visit again. Returns the refusal if the places are gone. */
function takeAgain(pair: MarketPair, visit: Visit, overbook: boolean): Answer | undefined {
  const start = pair.find(visit.offer, visit, { staff: true })
  if (!start || start.start !== visit.start) return refused({ kind: 'gone' })
  if (start.remaining < visit.guests && !overbook)
    return refused({ kind: 'full', remaining: start.remaining })
  visit.overbooked = start.remaining < visit.guests
  return undefined
}

/**
 * Undoes staff's last change of the status. With `repeats`, sends the status before that change, as a second
 * press of Undo does.
 */
export async function undo(pair: MarketPair, visit: Visit, { repeats }: Drawn<'undo'>): Promise<Comparison> {
  const { sql, market, now } = pair
  const { status, last } = visit
  const seen = repeats ? last.was : status
  const actual = await undoBookingStatus(sql, visit.id, { by, seen }, now)
  if (last.is_undo && last.was === seen) return [actual, { ok: true, value: status }]
  if (status !== seen || last.kind !== 'status' || last.is_undo)
    return [actual, refused({ kind: 'changed', status })]
  if (status === 'cancelled' && last.was === 'cancelled') return [actual, refused({ kind: 'final' })]
  if (visit.undo_until <= market.now) return [actual, refused({ kind: 'late' })]
  if (status === 'cancelled') {
    // A visit that a closure cancelled is restored by undoing that closure.
    const refusal =
      visit.closure && market.exclusions.includes(visit.closure)
        ? refused({ kind: 'gone' })
        : market.isUndisturbed(visit)
          ? hostRefusal(pair, visit, actual)
          : takeAgain(pair, visit, false)
    if (refusal) return [actual, refusal]
  }
  market.undo(visit)
  return [actual, { ok: true, value: last.was }]
}

/**
 * Returns the refusal if the host has too few places for the visit, with the remaining places that the database gives.
 * The slot itself always takes the visit back.
 */
function hostRefusal({ market }: MarketPair, visit: Visit, actual: Answer): Answer | undefined {
  if (market.hasHostFor(visit)) return undefined
  const { remaining } = (actual.ok ? {} : actual.problem) as { remaining?: number }
  return refused({ kind: 'full', remaining })
}

export async function move(pair: MarketPair, visit: Visit, step: Drawn<'move'>): Promise<Comparison> {
  const to = step.slot === null ? undefined : pair.slot(step.slot, step.day, step.known, [visit.offer])
  const wanted = {
    ...(to && { slot: slotName(to) }),
    ...(step.guests && { number_of_guests: step.guests }),
    into_past: true,
  }
  const how = step.staff ? { by, overbook: step.overbook } : { by: guest }
  return [await moveBooking(pair.sql, visit.id, wanted, how, pair.now), moved(pair, visit, to, step)]
}

function moved(pair: MarketPair, visit: Visit, to: Slot | undefined, step: Drawn<'move'>): Answer {
  const { offer } = visit
  const guests = step.guests ?? visit.guests
  if (isOver(visit)) return refused({ kind: 'final' })
  if (!step.staff && isLate(pair, visit)) return refused({ kind: 'late' })
  if (guests !== visit.guests && (guests < offer.min || guests > offer.max))
    return refused({ kind: 'group_size' })
  const there = pair.find(offer, to ?? visit, { staff: step.staff, without: visit })
  const start = to || there?.start === visit.start ? there : undefined
  const same = !to || (to.plan === visit.plan && to.single === visit.single && to.day === visit.day)
  const stays = same && (!start || start.start === visit.start)
  if (stays && guests === visit.guests) return refused({ kind: 'unchanged' })
  if (!stays || guests > visit.guests) {
    if (!start) return refused({ kind: 'gone' })
    if (start.remaining < guests && !(step.staff && step.overbook))
      return refused({ kind: 'full', remaining: start.remaining })
    Object.assign(visit, timesOf(start), { overbooked: start.remaining < guests })
  }
  const takes = !stays || guests > visit.guests
  visit.guests = guests
  pair.market.note(visit, 'moved', takes)
  return success
}

function isLate({ market }: MarketPair, visit: Visit): boolean {
  return market.now >= visit.starts_at - visit.offer.cancellation_cutoff * 60_000
}

function timesOf({ plan, single, day, start, starts_at, ends_at }: Start) {
  return { plan, single, day, start, starts_at, ends_at }
}
