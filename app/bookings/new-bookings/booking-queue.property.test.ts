import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { drawnBatches, storedRows, makeTwinVineyard } from '../../../test/twin-markets.ts'
import { createBookings, type BookingRequest } from './booking-queue.server.ts'
import { findBooking } from '../booking.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const sql = await ownDatabase()
const checkedAt = new Date('2026-06-06T12:00:00Z')
/** 40 runs in the suite; the long suite does more. */
const runs = Number(process.env.BATCH_RUNS ?? 16)

type BatchEvent = {
  problem: string | null
  booking_id: string | null
  remaining: number | null
  price: number | null
}

/** One request through the SQL function for a single booking, which only batches call otherwise. */
async function placeOne(request: BookingRequest): Promise<BatchEvent> {
  const [event] = await sql<[BatchEvent]>`
    select problem, booking_id, remaining, price_per_person as price
    from create_bookings(jsonb_build_array(${sql.json(request as never)}))`
  return event
}

test(
  'a batch has the same outcomes as its requests one by one',
  async () => {
    const met = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(drawnBatches, async (batches) => {
        const [together, singly] = [await makeTwinVineyard(sql), await makeTwinVineyard(sql)]
        const names = new Map<string, string>()
        /** Replaces each id by the booking's position in the batch. */
        const outcomeOf = ({ problem, booking_id, remaining, price }: BatchEvent) => ({
          problem,
          booking: booking_id && names.get(booking_id),
          remaining,
          price,
        })
        for (const [round, batch] of batches.entries()) {
          const [one, other] = [batch.map(together.requestOf), batch.map(singly.requestOf)]
          for (const requests of [one, other])
            for (const [turn, { id }] of requests.entries()) names.set(id, `${round}-${turn}`)

          const outcomes = await createBookings(sql, one)
          for (const [turn, request] of other.entries()) {
            const alone = await placeOne(request)
            const outcome = outcomes[turn] as (typeof outcomes)[number]
            expect(outcomeOf(outcome), JSON.stringify(batch[turn])).toEqual(outcomeOf(alone))
            met.set(String(alone.problem), (met.get(String(alone.problem)) ?? 0) + 1)
            if (alone.problem === null)
              expect({ ...outcome.booking, cancellation_final_at: null }).toEqual(
                await viewOf(outcome.booking_id ?? ''),
              )
          }
        }
        expect(await storedRows(sql, together)).toEqual(await storedRows(sql, singly))
      }),
      { numRuns: runs },
    )
    // After the last request: a hold that has expired for one request must not count for the check.
    expect(await findInconsistencies(sql, checkedAt)).toEqual([])
    for (const problem of ['null', 'full', 'gone', 'price', 'group_size', 'repeated', 'key_reused'])
      expect(met.get(problem) ?? 0, problem).toBeGreaterThan(0)
  },
  60_000 + runs * 8_000,
)

/** The booking as its page reads it, without its experience. */
async function viewOf(id: string) {
  const { experience: _, ...view } = (await findBooking(sql, id)) ?? { experience: null }
  return view
}
