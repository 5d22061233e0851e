// Kills the site and Postgres, 3 times each, during a rush. The long form takes about ten minutes:
//   FAULT_ROUNDS=100 npx vitest run test/faults/crash.test.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditAll } from './audit.ts'
import { makeOffer } from './offer.ts'
import { openSite, type PostgresPart, type Site } from './site.ts'
import { makeVisitors, startRush } from './visitors.ts'

const rounds = Math.max(1, Number(process.env.FAULT_ROUNDS) || 3)
const patience_ms = 60_000 * rounds

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close(), 60_000)

/** 150 persistent visitors book 250 places, with a crash after `after` answers. Then all repeat their requests. */
async function rushThrough(crash: () => Promise<void>, after: number) {
  const offer = await makeOffer(site, 250)
  const visitors = makeVisitors(150)
  const how = { at_once: 24, persistent: true }
  const rush = startRush(site, offer, visitors, how)
  while (rush.answers.length < after) await sleep(1)
  const before = rush.answers.length
  await crash()
  const first = await rush.done
  const second = await startRush(site, offer, visitors, how).done

  const outcomes = (answers: typeof first) =>
    answers.map(({ key, status, booking_id }) => ({ key, status, booking_id })).toSorted(byKey)
  expect(outcomes(second), 'repeating changes nothing').toEqual(outcomes(first))
  expect(await auditAll(site.sql, offer, first, { all_answered: true })).toEqual([])
  expect(before, 'the crash came before the end').toBeLessThan(visitors.length)
  expect(
    first.some(({ attempts }) => attempts > 1),
    'the crash interrupted requests',
  ).toBe(true)
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

/** Another moment of the rush in each round. */
const momentOf = (round: number) => 1 + ((round * 37) % 90)

test(
  'loses and doubles no booking when the site is killed',
  async () => {
    for (let round = 0; round < rounds; round++) await rushThrough(site.crashApp, momentOf(round))
  },
  patience_ms,
)

test(
  'loses and doubles no booking when Postgres is killed',
  async () => {
    const parts: PostgresPart[] = ['postmaster', 'everything', 'backend']
    for (let round = 0; round < rounds; round++) {
      const part = parts[round % parts.length] ?? 'everything'
      await rushThrough(() => site.crashPostgres(part), momentOf(round))
    }
  },
  patience_ms,
)
