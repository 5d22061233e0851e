import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { steps, opening } from '../../../test/market-steps.ts'
import { openMarket, play } from '../../../test/market-play.ts'
import { findInconsistencies } from './consistency-check.server.ts'
import { connect } from '../../platform/database/pool.server.ts'

const sql = await ownDatabase()
const londonSession = new URL(sql.url)
londonSession.searchParams.set('TimeZone', 'Europe/London')
const pools = [sql, connect(londonSession.href, { max: 2 })]
afterAll(() => pools[1]?.end())
const histories = Number(process.env.LEDGER_RUNS ?? 12)

// Applies random plans, exceptions, bookings, cancellations, moves, revivals and edits, on days around clock changes, both to
// the database and to a plain model. If the results differ, the test prints the shortest history with a difference.
test(`${histories} random histories have equal results in the database and the model, and leave no inconsistencies`, {
  timeout: histories * 20_000 + 20_000,
}, async () => {
  const answers = new Map<string, number>()
  const property = fc.asyncProperty(
    fc.constantFrom(...pools),
    opening,
    steps,
    async (sql, begins, follows) => {
      const pair = await openMarket(sql, begins)
      await pair.compare()
      for (const step of follows) {
        const answer = await play(pair, step)
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        await pair.compare()
      }
      // Each history has its own clock, and faults of capacities and slots depend on the clock. So faults of these kinds count
      // only in this history's patterns.
      const faults = await findInconsistencies(sql, pair.now)
      const own = (id: string) => pair.market.plans.some((plan) => id.startsWith(plan.id))
      const byClock = ['capacity', 'slot']
      expect(faults.filter(({ fault, noun_id }) => !byClock.includes(fault) || own(noun_id))).toEqual([])
    },
  )
  const seed = process.env.LEDGER_SEED
  await fc.assert(property, { numRuns: histories, ...(seed && { seed: Number(seed) }) })

  if (process.env.LEDGER_ANSWERS) console.log([...answers].toSorted())
  const often = (answer: string) => answers.get(answer) ?? 0
  expect(often('book: done')).toBeGreaterThan(histories)
  expect(often('move: done')).toBeGreaterThan(histories / 3)
  expect(often('status: done')).toBeGreaterThan(histories)
  expect(often('undo: done')).toBeGreaterThan(0)
  expect(often('undo: final')).toBeGreaterThan(0)
  expect(often('move: full') + often('status: full')).toBeGreaterThan(0)
})
