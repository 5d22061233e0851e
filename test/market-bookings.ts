import { randomUUID } from 'node:crypto'

import { moveBooking, cancelBookingAsGuest, changeBookingStatus } from '../app/bookings/booking.server.ts'
import { unqueuedBooking, createBooking } from '../app/bookings/booking-queue.server.ts'
import { wish } from './book.ts'
import {
  type Answer,
  type Both,
  type Drawn,
  done,
  type Ground,
  named,
  no,
  nothing,
  type Slot,
} from './market-ground.ts'
import type { Offer, Start, Visit } from './market-model.ts'

const by = { actor: 'admin', actor_id: randomUUID() } as const
const guest = { actor: 'guest', actor_id: null } as const
const isOver = ({ status }: Visit) => status === 'cancelled' || status === 'completed'

export async function book(
  ground: Ground,
  { slot: drawn, day, guests, known }: Drawn<'book'>,
): Promise<Both> {
  const { sql, market, now } = ground
  const slot = ground.slot(drawn, day, known)
  if (!slot) return nothing
  const offer = (slot.plan ?? slot.single)?.offer as Offer
  const placed = await createBooking(
    unqueuedBooking(sql),
    offer,
    wish(offer, { ...named(slot), slot_date: slot.day }, guests),
    now,
  )
  const noRoom = placed.ok || placed.problem.kind !== 'slot' ? undefined : placed.problem
  const id = placed.ok ? placed.value.id : ''
  const told = noRoom
    ? no({ kind: 'slot', remaining: noRoom.remaining })
    : placed.ok
      ? { ok: true as const, value: { id } }
      : placed
  const start = ground.find(offer, slot)
  if (!offer.active || !market.visible) return [told, no({ kind: 'slot', remaining: 0 })]
  if (guests < offer.min || guests > offer.max) return [told, no({ kind: 'group_size' })]
  if (!start || start.remaining < guests)
    return [told, no({ kind: 'slot', remaining: start?.remaining ?? 0 })]
  market.visits.push({ id, offer, ...timesOf(start), guests, status: 'pending', overbooked: false })
  return [told, { ok: true, value: { id } }]
}

export async function cancel(ground: Ground, visit: Visit): Promise<Both> {
  const told = await cancelBookingAsGuest(ground.sql, visit.id, ground.now)
  if (isOver(visit)) return [told, { ok: false, problem: 'final' }]
  if (isLate(ground, visit)) return [told, { ok: false, problem: 'late' }]
  visit.status = 'cancelled'
  return [told, done]
}

export async function setStatus(
  ground: Ground,
  visit: Visit,
  { status, overbook }: Drawn<'status'>,
): Promise<Both> {
  const told = await changeBookingStatus(ground.sql, visit.id, status, { by, overbook }, ground.now)
  if (visit.status === 'cancelled' && status !== 'cancelled') {
    const start = ground.find(visit.offer, visit, { staff: true })
    if (!start || start.start !== visit.start) return [told, no({ kind: 'gone' })]
    if (start.remaining < visit.guests && !overbook)
      return [told, no({ kind: 'full', remaining: start.remaining })]
    visit.overbooked = start.remaining < visit.guests
  }
  visit.status = status
  return [told, { ok: true, value: status }]
}

export async function move(ground: Ground, visit: Visit, act: Drawn<'move'>): Promise<Both> {
  const to = act.slot === null ? undefined : ground.slot(act.slot, act.day, act.known, [visit.offer])
  const wanted = { ...(to && { slot: named(to) }), ...(act.guests && { number_of_guests: act.guests }) }
  const how = act.staff ? { by, overbook: act.overbook } : { by: guest }
  return [await moveBooking(ground.sql, visit.id, wanted, how, ground.now), moved(ground, visit, to, act)]
}

function moved(ground: Ground, visit: Visit, to: Slot | undefined, act: Drawn<'move'>): Answer {
  const { offer } = visit
  const guests = act.guests ?? visit.guests
  if (isOver(visit)) return no({ kind: 'final' })
  if (!act.staff && isLate(ground, visit)) return no({ kind: 'late' })
  if (guests !== visit.guests && (guests < offer.min || guests > offer.max)) return no({ kind: 'group_size' })
  const there = ground.find(offer, to ?? visit, { staff: act.staff, without: visit })
  const start = to || there?.start === visit.start ? there : undefined
  const same = !to || (to.plan === visit.plan && to.single === visit.single && to.day === visit.day)
  const stays = same && (!start || start.start === visit.start)
  if (stays && guests === visit.guests) return no({ kind: 'unchanged' })
  if (!stays || guests > visit.guests) {
    if (!start) return no({ kind: 'gone' })
    if (start.remaining < guests && !(act.staff && act.overbook))
      return no({ kind: 'full', remaining: start.remaining })
    Object.assign(visit, timesOf(start), { overbooked: start.remaining < guests })
  }
  visit.guests = guests
  return done
}

function isLate({ market }: Ground, visit: Visit): boolean {
  return market.now >= visit.starts_at - visit.offer.cancellation_cutoff * 60_000
}

function timesOf({ plan, single, day, start, starts_at, ends_at }: Start) {
  return { plan, single, day, start, starts_at, ends_at }
}
