import { randomUUID } from 'node:crypto'

import { createBookings } from '../../app/bookings/booking-queue.server.ts'
import type { Sql } from '../../app/platform/database.server.ts'
import type { Contestant } from './compare.ts'
import type { makeSlots } from './market.ts'
import { guest, rush, slotAt } from './target.ts'

/** Books without HTTP: the same call of the same function, from this process. */
export function placeDirectly(
  sql: Sql,
  market: Awaited<ReturnType<typeof makeSlots>>,
  callers: number,
): Contestant['run'] {
  let from = 0
  return async (kind, round, milliseconds) => {
    const target = kind === 'hot' ? market.hot(200 + round) : market.many
    const tally = await rush(callers, milliseconds, async (n) => {
      const { day, ...slot } = slotAt(target, from + n)
      const [outcome] = await createBookings(sql, [
        {
          ...guest,
          ...slot,
          id: randomUUID(),
          vineyard_id: target.vineyard_id,
          slot_date: day,
          number_of_guests: 1,
          price_per_person: target.price,
          idempotency_key: randomUUID(),
          request_hash: '00'.repeat(32),
          requested_at: new Date(),
        },
      ])
      if (outcome?.problem !== null) throw new Error(`A booking was refused: ${outcome?.problem}`)
      return true
    })
    from += tally.done
    return tally
  }
}
