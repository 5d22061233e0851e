import type { Sql } from '../../app/platform/database.server.ts'
import { addDays, type Day } from '../../app/platform/days.ts'
import { bookDirectly, bookingBody, type Target } from '../booking/target.ts'
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

  const recorded = async (name: string, question: (n: number) => Question): Promise<Kind> => {
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
    await recorded('a month of slots', (n) => ({
      path: '/api/rpc/generate_availability_from_patterns',
      body: JSON.stringify({
        p_experience_id: experiences[n % experiences.length]?.id,
        p_start_date: from(n * 7, 300),
        p_end_date: addDays(from(n * 7, 300), 30),
      }),
    })),
    await recorded('explore, a day', (n) => ({
      path: `/explore.data?date=${from(n, 90)}&guests=${1 + (n % 6)}`,
    })),
    bookings(bare, many),
    await recorded('bookings of a vineyard', (n) => ({
      path: `/api/bookings?sort=-starts_at&page=${1 + n}`,
      token,
    })),
    await recorded('customers of a vineyard', (n) => ({
      path: `/api/customers?sort=-spent&page=${1 + n}`,
      token,
    })),
  ]
}

function bookings(bare: Sql, many: Target): Kind {
  const questions = Array.from({ length: 20 * ways }, (_, n) => ({
    path: '/api/bookings',
    body: bookingBody(many, n),
  }))
  return { name: 'a booking', questions, bare: (n) => bookDirectly(bare, many, 50_000 + n) }
}
