import { join } from 'node:path'

import { findInconsistencies } from '../../../app/operations/consistency-checks/consistency-check.server.ts'
import type { Queryable, Sql } from '../../../app/platform/database/database.server.ts'
import { type Audit, type AuditedBooking, auditMessages } from './audit-messages.ts'
import { type Fact, linesOf, type State } from './journal.ts'
import type { ArrivedEmail, ArrivedWebhook } from './receivers.ts'
import type { Offered, World } from './world.ts'

/**
 * Compares what clients and receivers know with the rows of the database. Counts these rows itself instead of using the
 * site's functions. `is_final` says that all messages have arrived. The faults of the site's own
 * consistency check are listed last.
 */
export async function audit(
  sql: Sql,
  folder: string,
  { world, facts, is_final }: { world: World; facts: Fact[]; is_final: boolean },
): Promise<Audit> {
  const emailsIn = () => linesOf<ArrivedEmail>(join(folder, 'emails.jsonl'))
  const emails_before = emailsIn()
  return sql.begin('isolation level repeatable read read only', async (snapshot) => {
    const bookings = await snapshot<AuditedBooking[]>`
      select id, coalesce(idempotency_key, id) as key, reference, vineyard_id, pattern_id, booking_date as date,
        number_of_guests as guests, status, attendance, arrived_guests
      from bookings`
    // This file is read after the snapshot, so that it contains all messages that the snapshot marks as delivered.
    const webhooks = linesOf<ArrivedWebhook>(join(folder, 'webhooks.jsonl'))
    const arrived = { webhooks, emails: emailsIn(), emails_before }
    const messages = await auditMessages(snapshot, { bookings, ...arrived, is_final })
    const inconsistencies = await findInconsistencies(snapshot, new Date())
    return {
      faults: [
        ...faultsOfBookings(bookings, facts),
        ...(await faultsOfPlaces(snapshot, bookings, world)),
        ...(await faultsOfHolds(snapshot, bookings, facts, is_final)),
        ...(await faultsOfGate(snapshot, bookings, facts)),
        ...messages.faults,
        ...inconsistencies.map(
          ({ fault, noun, noun_id, detail }) => `consistency check: ${fault} ${noun} ${noun_id} ${detail}`,
        ),
      ],
      counts: {
        bookings: bookings.length,
        holds: facts.filter(({ fact }) => fact === 'held').length,
        refused: facts.filter(({ fact }) => fact === 'refused').length,
        marks: new Set(facts.flatMap((one) => (one.fact === 'marked' ? one.key : []))).size,
        payments: new Set(facts.flatMap((one) => (one.fact === 'paid' ? one.key : []))).size,
        ...messages.counts,
      },
    }
  })
}

/**
 * Checks that every acknowledged booking exists once, in the state in which its client left it, and that a client
 * requested every booking.
 */
function faultsOfBookings(bookings: AuditedBooking[], facts: Fact[]): string[] {
  const byKey = Map.groupBy(bookings, ({ key }) => key)
  const sent = new Set<string>()
  const outcomes = new Map<string, Fact>()
  const states = new Map<string, Partial<State>>()
  const faults: string[] = []
  for (const one of facts)
    if (one.fact === 'sent') sent.add(one.key)
    else if (one.fact === 'booked' || one.fact === 'refused') outcomes.set(one.key, one)
    else if (one.fact === 'state') states.set(one.key, { ...states.get(one.key), ...one })
    else if (one.fact === 'wrong') faults.push(one.text)
  for (const [key, all] of byKey) {
    if (all.length > 1) faults.push(`key ${key} has ${all.length} bookings`)
    if (!sent.has(key)) faults.push(`booking ${all[0]?.id} was never requested`)
  }
  for (const [key, outcome] of outcomes) {
    const [booking] = byKey.get(key) ?? []
    if (outcome.fact === 'refused' && booking)
      faults.push(`key ${key} was refused and has booking ${booking.id}`)
    if (outcome.fact !== 'booked') continue
    if (!booking) faults.push(`booking ${outcome.id} was acknowledged and is lost`)
    else if (outcome.id !== null && booking.id !== outcome.id)
      faults.push(`booking ${outcome.id} was acknowledged, ${booking.id} is stored`)
    else if (booking.guests !== outcome.guests)
      faults.push(`booking ${booking.id} is for ${booking.guests} guests, not ${outcome.guests}`)
  }
  for (const [key, { status, date, arrived }] of states) {
    const [booking] = byKey.get(key) ?? []
    if (!booking) continue
    if (status && booking.status !== status)
      faults.push(`booking ${booking.id} is ${booking.status}, not ${status}`)
    if (date && booking.date !== date) faults.push(`booking ${booking.id} is on ${booking.date}, not ${date}`)
    if (arrived && (booking.attendance !== 'arrived' || booking.arrived_guests !== arrived))
      faults.push(`${booking.arrived_guests} guests of booking ${booking.id} arrived, not ${arrived}`)
  }
  return faults
}

/** Returns the starts at which bookings and live holds take more places than there are, and the wrong counters. */
async function faultsOfPlaces(
  sql: Queryable,
  bookings: AuditedBooking[],
  { estates }: World,
): Promise<string[]> {
  const offers = new Map<string, Offered>(
    estates.flatMap(({ tour, gate }) => [tour, gate].map((offer) => [offer.pattern_id, offer] as const)),
  )
  const holds = await sql<{ pattern_id: string; date: string; guests: number; is_live: boolean }[]>`
    select pattern_id, slot_date as date, number_of_guests as guests, expires_at > now() as is_live from holds
    where ended_at is null`
  const taken = new Map<string, { booked: number; held: number; live: number }>()
  const at = ({ pattern_id, date }: { pattern_id: string; date: string }) => {
    const slot = `${pattern_id} ${date}`
    const found = taken.get(slot) ?? { booked: 0, held: 0, live: 0 }
    taken.set(slot, found)
    return found
  }
  for (const booking of bookings) if (booking.status !== 'cancelled') at(booking).booked += booking.guests
  for (const hold of holds) {
    at(hold).held += hold.guests
    if (hold.is_live) at(hold).live += hold.guests
  }
  const oversold = [...taken].flatMap(([slot, { booked, live }]) => {
    const places = offers.get(slot.split(' ')[0] ?? '')?.places ?? 0
    return booked + live > places
      ? [`${slot} has ${places} places, but ${booked} are booked and ${live} held`]
      : []
  })
  const counters = await sql<{ pattern_id: string; date: string; booked: number; held: number }[]>`
    select pattern_id, slot_date as date, booked, held from slots where version > 0`
  const wrong = counters.flatMap((counter) => {
    const { booked, held } = at(counter)
    return counter.booked === booked && counter.held === held
      ? []
      : [
          `the counters of ${counter.pattern_id} ${counter.date} say ${counter.booked} booked and ${counter.held} held, not ${booked} and ${held}`,
        ]
  })
  return [...oversold, ...wrong]
}

/** Checks that each acknowledged hold exists, and that it ended as the site told its client. */
async function faultsOfHolds(
  sql: Queryable,
  bookings: AuditedBooking[],
  facts: Fact[],
  isFinal: boolean,
): Promise<string[]> {
  const holds = await sql<{ id: string; outcome: string | null; is_late: boolean }[]>`
    select id, outcome, ended_at is null and expires_at < now() - interval '5 minutes' as is_late from holds`
  const byId = new Map(holds.map((hold) => [hold.id, hold]))
  const booked = new Set(bookings.map(({ id }) => id))
  const faults = holds.flatMap(({ id, outcome, is_late }) => [
    ...(is_late ? [`hold ${id} expired five minutes ago and keeps its places`] : []),
    ...(isFinal && outcome === null ? [`hold ${id} has not ended`] : []),
    ...((outcome === 'booked') === booked.has(id)
      ? []
      : [`hold ${id} is ${outcome}; its booking exists: ${booked.has(id)}`]),
  ])
  for (const one of facts) {
    if (one.fact === 'held' && !byId.has(one.id)) faults.push(`hold ${one.id} was acknowledged and is lost`)
    const outcome = one.fact === 'released' ? byId.get(one.id)?.outcome : 'released'
    if (outcome !== 'released' && outcome !== 'expired') faults.push(`a released hold is ${outcome}`)
  }
  return faults
}

/** Checks that each mark and payment of a device counts once, however often it was sent. */
async function faultsOfGate(sql: Queryable, bookings: AuditedBooking[], facts: Fact[]): Promise<string[]> {
  const ids = new Map(bookings.map(({ key, id }) => [key, id]))
  const paid = await sql<{ key: string; booking_id: string; amount: number; times: number }[]>`
    select idempotency_key as key, booking_id, sum(amount)::float as amount, count(*)::int as times from payments
    group by idempotency_key, booking_id`
  const marked = await sql<{ key: string; booking_id: string; times: number }[]>`
    select changes -> 'key' ->> 1 as key, booking_id, count(*)::int as times from booking_events
    where kind = 'marked' and changes ? 'key' group by 1, 2`
  const stored = new Map([...paid, ...marked].map((one) => [one.key, one]))
  const known = new Set<string>()
  const faults: string[] = []
  for (const one of facts) {
    if ((one.fact !== 'paid' && one.fact !== 'marked') || known.has(one.key)) continue
    known.add(one.key)
    const row = stored.get(one.key)
    if (!row || row.booking_id !== ids.get(one.booking)) faults.push(`${one.fact} ${one.key} is lost`)
    else if (row.times !== 1) faults.push(`${one.fact} ${one.key} counts ${row.times} times`)
    else if ('amount' in row && row.amount !== one.amount)
      faults.push(`payment ${one.key} is of ${row.amount}`)
  }
  return faults
}
