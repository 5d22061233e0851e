import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { drawnBatches, keptIn, makeTwin } from '../../test/twin-markets.ts'
import type { Booking } from './booking.ts'
import { createBookings, type BookingRequest } from './booking-queue.server.ts'
import { findBooking } from './booking.server.ts'
import { findInconsistencies } from '../consistency-checks/consistency-check.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
/** 40 in the suite; the long form asks for more. */
const runs = Number(process.env.BATCH_RUNS ?? 40)

type BatchEvent = {
  problem: string | null
  booking_id: string | null
  remaining: number | null
  price: number | null
}

/** One wish by the function that places one, as it is called by nobody but a batch. */
async function placeOne(request: BookingRequest): Promise<BatchEvent> {
  const [told] = await sql<[BatchEvent]>`
    select problem, booking_id, remaining, price_per_person as price
    from create_booking(jsonb_populate_record(null::booking_request, ${sql.json(request as never)}))`
  return told
}

// Negative controls, each seen to fail: without the cut-off by each wish's own clock; without London's day in `slots`; with
// the turns of a slot in another order; with hosts not left to create_booking; without the end of quarrelling keys.
test(
  'a batch tells and keeps what the same wishes do one after the other',
  async () => {
    const met = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(drawnBatches, async (batches) => {
        const [together, singly] = [await makeTwin(sql), await makeTwin(sql)]
        const names = new Map<string, string>()
        /** A booking's place in the order of wishes stands for its id. */
        const told = ({ problem, booking_id, remaining, price }: BatchEvent) => ({
          problem,
          booking: booking_id && names.get(booking_id),
          remaining,
          price,
        })
        for (const [round, batch] of batches.entries()) {
          const [one, other] = [batch.map(together.wishOf), batch.map(singly.wishOf)]
          for (const wishes of [one, other])
            for (const [turn, { id }] of wishes.entries()) names.set(id, `${round}-${turn}`)

          const outcomes = await createBookings(sql, one)
          for (const [turn, request] of other.entries()) {
            const alone = await placeOne(request)
            const outcome = outcomes[turn] as (typeof outcomes)[number]
            expect(told(outcome), JSON.stringify(batch[turn])).toEqual(told(alone))
            met.set(String(alone.problem), (met.get(String(alone.problem)) ?? 0) + 1)
            if (alone.problem === null) expect(outcome.booking).toEqual(await rowOf(outcome.booking_id ?? ''))
          }
        }
        expect(await keptIn(sql, together)).toEqual(await keptIn(sql, singly))
      }),
      { numRuns: runs },
    )
    expect(await findInconsistencies(sql, now)).toEqual([])
    for (const problem of ['null', 'full', 'gone', 'price', 'group_size', 'repeated', 'key_reused'])
      expect(met.get(problem) ?? 0, problem).toBeGreaterThan(0)
  },
  20_000 + runs * 4_000,
)

async function rowOf(id: string): Promise<Booking> {
  const { experience: _, ...row } = (await findBooking(sql, id)) ?? { experience: null }
  return row as Booking
}
