import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { acts, opening } from '../../test/market-acts.ts'
import { openMarket, play } from '../../test/market-play.ts'
import { connect } from '../platform/database.server.ts'
import { findInconsistencies } from './consistency-check.server.ts'

const sql = await ownDatabase()
const londonSession = new URL(sql.url)
londonSession.searchParams.set('TimeZone', 'Europe/London')
const pools = [sql, connect(londonSession.href, { max: 2 })]
afterAll(() => pools[1]?.end())
/** 30 histories in the suite; the long form asks for more. */
const histories = Number(process.env.LEDGER_RUNS ?? 30)

// Random plans, exceptions, bookings, cancellations, moves, revivals and edits around days on which the clocks change, done to
// the database and to plain lists. A failure prints the shortest history that shows it.
test(`${histories} histories are told alike by the database and by plain lists, and leave clean books`, {
  timeout: histories * 20_000 + 20_000,
}, async () => {
  const answers = new Map<string, number>()
  const property = fc.asyncProperty(
    fc.constantFrom(...pools),
    opening,
    acts,
    async (sql, begins, follows) => {
      const ground = await openMarket(sql, begins)
      await ground.compare()
      for (const act of follows) {
        const answer = await play(ground, act)
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        await ground.compare()
      }
      // What is past for one history may be to come for the next: capacities are judged by each one's own clock.
      const faults = await findInconsistencies(sql, ground.now)
      const own = (id: string) => ground.market.plans.some((plan) => id.startsWith(plan.id))
      expect(faults.filter(({ fault, noun_id }) => fault !== 'capacity' || own(noun_id))).toEqual([])
    },
  )
  const seed = process.env.LEDGER_SEED
  await fc.assert(property, { numRuns: histories, ...(seed && { seed: Number(seed) }) })

  if (process.env.LEDGER_ANSWERS) console.log([...answers].toSorted())
  const often = (answer: string) => answers.get(answer) ?? 0
  expect(often('book: done')).toBeGreaterThan(histories)
  expect(often('move: done')).toBeGreaterThan(histories / 3)
  expect(often('status: done')).toBeGreaterThan(histories)
  expect(often('move: full') + often('status: full')).toBeGreaterThan(0)
})
