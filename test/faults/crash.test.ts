// Kills the site 3 times and Postgres 3 times in the midst of a rush. The long form, about ten minutes:
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

/**
 * 150 parties try for 250 places, 24 at a time. After `after` answers `crash` strikes; everybody goes on asking by
 * their key until told. Then all ask once more, as clients do who lost the answer.
 */
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

  const told = (answers: typeof first) =>
    answers.map(({ key, status, booking_id }) => ({ key, status, booking_id })).toSorted(byKey)
  expect(told(second), 'asking again changes nothing').toEqual(told(first))
  expect(await auditAll(site.sql, offer, first, { all_told: true })).toEqual([])
  expect(before, 'the crash came before the end').toBeLessThan(visitors.length)
  expect(
    first.some(({ attempts }) => attempts > 1),
    'the crash was felt',
  ).toBe(true)
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

/** Between the first booking and the last, each round elsewhere. */
const momentOf = (round: number) => 1 + ((round * 37) % 90)

test(
  'no booking is lost or doubled when the site is killed in mid-rush',
  async () => {
    for (let round = 0; round < rounds; round++) await rushThrough(site.crashApp, momentOf(round))
  },
  patience_ms,
)

test(
  'no booking is lost or doubled when Postgres is killed in mid-rush, whole or in part',
  async () => {
    const parts: PostgresPart[] = ['postmaster', 'everything', 'backend']
    for (let round = 0; round < rounds; round++) {
      const part = parts[round % parts.length] ?? 'everything'
      await rushThrough(() => site.crashPostgres(part), momentOf(round))
    }
  },
  patience_ms,
)
