import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'

import type { BookingRequest } from '../app/bookings/new-bookings/booking-queue.server.ts'
import { changeBookingStatus } from '../app/bookings/booking.server.ts'
import { createStaffBooking } from '../app/bookings/new-bookings/staff-booking.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { hold } from './book.ts'
import { makeExperience, makePattern, makeVineyard, storeSlots } from './make.ts'

const day = '2026-06-06'
/** 2:30 PM in London on that day, minus one experience's cut-off of two hours. */
const cutoff = Date.parse('2026-06-06T13:30:00Z') - 120 * 60_000

/** A request in numbers that refer to the rows of either vineyard. */
type DrawnRequest = (typeof drawnRequest extends fc.Arbitrary<infer Value> ? Value : never) & { key: number }

const drawnRequest = fc.record({
  experience: fc.nat(4),
  /** How the request names its slot: by id, by start, or by a start that does not exist. */
  by: fc.constantFrom('slot', 'slot', 'start', 'start', 'nowhere'),
  day: fc.constantFrom(day, day, '2026-06-07', '2027-06-01', '2026-06-08'),
  guests: fc.constantFrom(1, 1, 2, 2, 3, 4, 7, 9),
  price: fc.nat(9).map((drawn) => (drawn === 0 ? 1 : 0)),
  /** Milliseconds around the cut-off, or minutes around the midnight when the horizon moves. */
  requested_at: fc.oneof(
    fc.integer({ min: -2, max: 2 }).map((ms) => cutoff + ms),
    fc.integer({ min: -2, max: 2 }).map((minutes) => Date.parse('2026-06-01T23:00:00Z') + minutes * 60_000),
    fc.constant(Date.parse('2026-06-01T09:00:00Z')),
  ),
})

const drawnBatch = fc.record({
  requests: fc.array(drawnRequest, { minLength: 2, maxLength: 24, size: 'max' }),
  /** Which requests are repeated, and where. */
  again: fc.array(fc.tuple(fc.nat(23), fc.nat(23)), { maxLength: 3 }),
  /** Rarely, two different requests with one key. */
  conflict: fc.option(fc.tuple(fc.nat(23), fc.nat(23)), { freq: 1 }),
})

/** Batches of requests, each with the number of its idempotency key. */
export const drawnBatches = fc.array(drawnBatch, { minLength: 1, maxLength: 3 }).map((batches) =>
  batches.map(({ requests, again, conflict }, round) => {
    const keyed = requests.map((request, n) => ({ ...request, key: 100 * round + n }))
    const pick = (n: number) => keyed[n % keyed.length] as (typeof keyed)[number]
    if (conflict) pick(conflict[0]).key = pick(conflict[1]).key
    for (const [which, where] of again) keyed.splice(where % keyed.length, 0, { ...pick(which) })
    // Sometimes a key of an earlier batch.
    if (round > 0 && requests.length % 2 === 0) pick(0).key = 0
    return keyed
  }),
)

/**
 * A vineyard with two experiences (pending with a cut-off, and instant), two that share a host, and one with legacy slots.
 * Every call makes the same, so that two can get the same requests.
 */
export async function makeTwinVineyard(sql: Sql) {
  const { id: vineyard_id } = await makeVineyard(sql, { name: 'Twin Down' })
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 9 })} returning id`
  const offer = (changes: Parameters<typeof makeExperience>[1]) =>
    makeExperience(sql, { vineyard_id, max_group_size: 7, booking_horizon_days: 364, ...changes })
  const experiences = [
    await offer({ booking_cutoff_minutes: 120 }),
    await offer({ is_instant: true, price_per_person: 21.37 }),
    await offer({ host_id: host.id }),
    await offer({ host_id: host.id, duration_minutes: 30 }),
    await offer({ min_group_size: 2 }),
  ]
  const patterns = await Promise.all(
    [6, 8, 7, 20].map((capacity, n) =>
      makePattern(sql, { experience_id: experiences[n]?.id ?? '', capacity }),
    ),
  )
  const legacy = await Promise.all(
    [day, '2026-06-07'].map(async (date) => {
      const start_time = `${date}T13:30:00Z`
      const [row] = await sql<[{ id: string }]>`
        insert into availability ${sql({ experience_id: experiences[4]?.id ?? '', start_time, available_slots: 5 })}
        returning id`
      return [date, row.id] as const
    }),
  )
  // They expire while the requests around the cut-off come in.
  const held: [Date, Date] = [new Date(cutoff - 30 * 60_000), new Date(cutoff + 1)]
  for (const [n, guests] of [4, 5, 3, 2, 3].entries()) {
    const slot = { pattern_id: patterns[n]?.id, availability_id: legacy[0]?.[1], slot_date: day }
    await hold(sql, { id: experiences[n]?.id ?? '' }, slot, guests, held)
  }
  await overbook(sql, experiences[1]?.id ?? '', {
    pattern_id: patterns[1]?.id ?? '',
    slot_date: '2026-06-07',
  })
  const closed = { vineyard_id, starts_on: '2026-06-08', ends_on: '2026-06-08' }
  await sql`insert into availability_exceptions ${sql(closed)}`
  await storeSlots(sql)
  const keys = new Map<number, string>()

  const requestOf = (drawn: DrawnRequest): BookingRequest => {
    const { id: experience_id = '', price_per_person = 0 } = experiences[drawn.experience] ?? {}
    const pattern = patterns[drawn.experience]
    const row = new Map(legacy).get(drawn.day)
    const price = price_per_person + drawn.price
    const named = pattern ? { pattern_id: pattern.id } : { availability_id: row ?? randomUUID() }
    const start_time = drawn.by === 'nowhere' ? '11:11' : '14:30'
    const { requested_at, key, ...body } = drawn
    const idempotency_key = keys.get(key) ?? randomUUID()
    keys.set(key, idempotency_key)
    return {
      id: randomUUID(),
      vineyard_id,
      experience_id,
      slot_date: drawn.day,
      number_of_guests: drawn.guests,
      guest_name: 'Ada Lovelace',
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      special_requests: '',
      idempotency_key,
      request_hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
      requested_at: new Date(requested_at),
      ...(drawn.by === 'slot'
        ? { ...named, price_per_person: price }
        : { start_time, total_price: Number((price * drawn.guests).toFixed(2)) }),
    }
  }
  return { vineyard_id, experiences, patterns, requestOf }
}

/** Overbooks a slot of 8 places with 5 guests, and leaves 3 places: the booking that filled the slot is cancelled. */
async function overbook(sql: Sql, experience_id: string, slot: { pattern_id: string; slot_date: string }) {
  const [by, now] = [{ actor: 'admin', actor_id: randomUUID() } as const, new Date('2026-06-01T08:00:00Z')]
  const guest = { guest_name: 'Grace', guest_email: null, guest_phone: '01632 960124', special_requests: '' }
  const add = (idempotency_key: string) => {
    const request = { experience_id, slot, number_of_guests: 5, ...guest, idempotency_key }
    return createStaffBooking(sql, request, { by, overbook: true }, now)
  }
  const [first, beyond] = [await add(randomUUID()), await add(randomUUID())]
  if (!first.ok || !beyond.ok) throw new Error('The slot was not overbooked.')
  await changeBookingStatus(sql, first.value.id, 'cancelled', { by }, now)
}

/** The stored rows of a vineyard, without ids and references. */
export async function storedRows(
  sql: Sql,
  { vineyard_id, experiences }: Awaited<ReturnType<typeof makeTwinVineyard>>,
) {
  const ids = experiences.map(({ id }) => id)
  const bookings = await sql`
    select
      array_position(${ids}::uuid[], b.experience_id) as experience, b.pattern_id is null as legacy, b.booking_date,
      b.start_time, b.end_time, b.starts_at, b.ends_at, b.booking_time, b.number_of_guests, b.guest_name, b.guest_email,
      b.guest_phone, b.special_requests, b.price_per_person, b.total_price, b.currency, b.status, b.is_overbooked,
      b.created_at, b.updated_at, encode(b.request_hash, 'hex') as request_hash,
      (
        select jsonb_agg(jsonb_build_array(e.kind, e.actor, e.actor_id, e.changes, e.happened_at) order by e.id)
        from booking_events e where e.booking_id = b.id
      ) as events,
      (
        select jsonb_agg(
          jsonb_build_array(m.email_type, m.to_address, m.payload - 'bookingId', m.state, m.created_at, e.kind) order by e.id
        )
        from emails m join booking_events e on e.id = m.event_id where m.booking_id = b.id
      ) as mails
    from bookings b where b.vineyard_id = ${vineyard_id} and b.channel = 'public'`
  const counters = await sql`
    select array_position(${ids}::uuid[], p.experience_id) as experience, i.slot_date, i.capacity, i.booked, i.overbooked, i.held, i.sold_before_cut
    from slots i join availability_patterns p on p.id = i.pattern_id
    where p.experience_id = any (${ids}) and i.booked + i.overbooked > 0`
  const legacy = await sql`
    select a.start_time, a.available_slots, a.taken, a.overbooked, a.held from availability a where a.experience_id = any (${ids})`
  const inOrder = (rows: Iterable<unknown>) => [...rows].map((row) => JSON.stringify(row)).toSorted()
  return { bookings: inOrder(bookings), counters: inOrder(counters), legacy: inOrder(legacy) }
}
