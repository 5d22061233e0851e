import { randomUUID } from 'node:crypto'

import { createBookings } from '../../app/bookings/booking-queue.server.ts'
import type { Sql } from '../../app/platform/database.server.ts'

/** The slots to book: one, or a hundred thousand. */
export type Target = {
  vineyard_id: string
  experiences: string[]
  /** The patterns of the experiences, in the same order. */
  patterns: string[]
  days: string[]
  start_time: string
  price: number
}

/** Returns the slot of a number; neighbouring numbers are far apart in the tables. */
export function slotAt(target: Target, n: number) {
  const all = target.experiences.length * target.days.length
  // 7,919 is prime and divides no size used here, so all slots come before one repeats.
  const at = (n * 7919) % all
  const experience = at % target.experiences.length
  return {
    experience_id: target.experiences[experience] as string,
    pattern_id: target.patterns[experience] as string,
    day: target.days[Math.floor(at / target.experiences.length)] as string,
  }
}

export const guest = {
  guest_name: 'Ada Lovelace',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}

/** The body of `POST /api/bookings` for one guest in the slot of a number. */
export function bookingBody(target: Target, n: number): string {
  const { experience_id, day: booking_date } = slotAt(target, n)
  const { vineyard_id, start_time, price: total_price } = target
  return JSON.stringify({
    ...guest,
    vineyard_id,
    experience_id,
    booking_date,
    start_time,
    number_of_guests: 1,
    total_price,
  })
}

/** Books the slot of a number for one guest without HTTP. */
export async function bookDirectly(sql: Sql, target: Target, n: number): Promise<void> {
  const { day: slot_date, ...slot } = slotAt(target, n)
  const [outcome] = await createBookings(sql, [
    {
      ...guest,
      ...slot,
      id: randomUUID(),
      vineyard_id: target.vineyard_id,
      slot_date,
      number_of_guests: 1,
      price_per_person: target.price,
      idempotency_key: randomUUID(),
      request_hash: '00'.repeat(32),
      requested_at: new Date(),
    },
  ])
  if (outcome?.problem !== null) throw new Error(`A booking was refused: ${outcome?.problem}`)
}

/** How often something was done, and in how many milliseconds. */
export type Tally = { done: number; failed: number; elapsed: number }

/** Runs concurrent loops of an action until the time is up. Actions in progress are finished and counted. */
export async function rush(
  loops: number,
  milliseconds: number,
  act: (n: number) => Promise<boolean>,
): Promise<Tally> {
  let [n, done, failed] = [0, 0, 0]
  const started = performance.now()
  const loop = async () => {
    while (performance.now() - started < milliseconds) {
      if (await act(n++)) done++
      else failed++
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
  return { done, failed, elapsed: performance.now() - started }
}
