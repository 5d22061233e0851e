import { randomUUID } from 'node:crypto'

import { createBookings } from '../../app/bookings/booking-queue.server.ts'
import type { Sql } from '../../app/platform/database.server.ts'
import { addDays, type Day } from '../../app/platform/days.ts'
import { guest, slotAt, type Target } from '../booking/target.ts'
import type { Sent, statementsOf } from '../recording.ts'
import type { Market } from '../staff/market.ts'
import type { Question } from './client.ts'

/** A kind of request in many variants. `bare` runs the SQL of the `n`th without the API. */
export type Kind = { name: string; questions: Question[]; bare: (n: number) => Promise<unknown> }

/** Variants of each kind, so that no response repeats the one before. */
const ways = 60

/** Returns the most frequent requests of visitors and staff. `many` has more places than any run sells. */
export async function kindsOf(
  bare: Sql,
  { market, many, today }: { market: Market; many: Target; today: Day },
  statements: Awaited<ReturnType<typeof statementsOf>>,
): Promise<Kind[]> {
  const experiences = await bare<{ id: string }[]>`
    select id from experiences where vineyard_id <> ${many.vineyard_id} and is_active order by id limit ${ways}`
  const from = (n: number, days: number) => addDays(today, 1 + (n % days))
  const { token } = market.winemaker

  const asked = async (name: string, question: (n: number) => Question): Promise<Kind> => {
    const questions = Array.from({ length: ways }, (_, n) => question(n))
    const sent: Sent[][] = []
    for (const { path, body, token } of questions)
      sent.push(
        await statements(path, {
          ...(token && { token }),
          ...(body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
        }),
      )
    const run = async (n: number) => {
      for (const { text, values, prepare } of sent[n % ways] ?? [])
        await bare.unsafe(text, values as never[], { prepare })
    }
    return { name, questions, bare: run }
  }

  return [
    await asked('a month of slots', (n) => ({
      path: '/api/rpc/generate_availability_from_patterns',
      body: JSON.stringify({
        p_experience_id: experiences[n % experiences.length]?.id,
        p_start_date: from(n * 7, 300),
        p_end_date: addDays(from(n * 7, 300), 30),
      }),
    })),
    await asked('explore, a day', (n) => ({
      path: `/explore.data?date=${from(n, 90)}&guests=${1 + (n % 6)}`,
    })),
    bookings(bare, many),
    await asked('bookings of a vineyard', (n) => ({
      path: `/api/bookings?sort=-starts_at&page=${1 + n}`,
      token,
    })),
    await asked('customers of a vineyard', (n) => ({
      path: `/api/customers?sort=-spent&page=${1 + n}`,
      token,
    })),
  ]
}

function bookings(bare: Sql, many: Target): Kind {
  const { vineyard_id, start_time, price } = many
  const questions = Array.from({ length: 20 * ways }, (_, n) => {
    const { experience_id, day: booking_date } = slotAt(many, n)
    const wish = { ...guest, vineyard_id, experience_id, booking_date, start_time }
    const body = JSON.stringify({ ...wish, number_of_guests: 1, total_price: price })
    return { path: '/api/bookings', body }
  })
  const place = async (n: number) => {
    const { day: slot_date, ...slot } = slotAt(many, 50_000 + n)
    const [outcome] = await createBookings(bare, [
      {
        ...guest,
        ...slot,
        id: randomUUID(),
        vineyard_id,
        slot_date,
        number_of_guests: 1,
        price_per_person: price,
        idempotency_key: randomUUID(),
        request_hash: '00'.repeat(32),
        requested_at: new Date(),
      },
    ])
    if (outcome?.problem !== null) throw new Error(`A booking was refused: ${outcome?.problem}`)
  }
  return { name: 'a booking', questions, bare: place }
}
