// Kills the site three times and Postgres twice while clients book. The long form repeats this for about ten minutes:
//   LONG=yes FAULT_ROUNDS=100 npx vitest run test/faults/crash.test.ts
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { callOff } from '../../app/bookings/sessions/call-off.server.ts'
import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { addDays } from '../../app/platform/days.ts'
import { book } from '../book.ts'
import { makeWinemaker } from '../make.ts'
import { auditAll } from './audit.ts'
import { makeOffer } from './offer.ts'
import { openSite, type PostgresPart, type Site } from './site.ts'
import { makeVisitors, startRush } from './visitors.ts'

const rounds = Math.max(1, Number(process.env.FAULT_ROUNDS) || 1)
const patience_ms = 60_000 * rounds

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close(), 60_000)

/** Lets 150 persistent visitors book, with a crash after `after` answers. All visitors then repeat their requests. */
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

/** Returns the number of answers, bookings or moves after which the crash of this round comes. */
const momentOf = (round: number) => 1 + ((round * 37) % 90)

test(
  'a killed site loses no booking and makes no booking twice',
  async () => {
    for (let round = 0; round < rounds; round++) await rushThrough(site.crashApp, momentOf(round))
  },
  patience_ms,
)

/** Lets 120 parties hold and book places, with a crash after `after` bookings. All bookings are then repeated. */
async function bookHoldsThrough(crash: () => Promise<void>, after: number) {
  const { experience_id, vineyard_id, pattern_id, date } = await makeOffer(site, 300)
  const { token } = await makeWinemaker(site.sql, { vineyard_id })
  const call = async (path: string, body: object): Promise<{ status: number; id: string }> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${site.port}/api/holds${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => undefined)
      const text = await answer?.text().catch(() => undefined)
      if (answer && text !== undefined && answer.status < 500)
        return { ...(JSON.parse(text) as { id: string }), status: answer.status }
      await sleep(50)
    }
  }
  const guest = { guest_name: 'Ada', guest_email: 'ada@example.com', guest_phone: '01632 960123' }
  const slot = `${pattern_id}-${date}`
  const booked: string[] = []
  const party = async (): Promise<void> => {
    const { id } = await call('', { experience_id, slot, number_of_guests: 2, minutes: 30 })
    expect(await call(`/${id}/book`, guest)).toMatchObject({ status: 201, id })
    booked.push(id)
  }
  const parties = Promise.all(
    Array.from({ length: 12 }, async () => {
      for (let n = 0; n < 10; n++) await party()
    }),
  )
  while (booked.length < after) await sleep(1)
  await crash()
  await parties
  for (const id of booked) expect(await call(`/${id}/book`, guest)).toMatchObject({ status: 201, id })
  const [kept] = await site.sql`
    select i.booked, i.held, (select count(*)::int from holds h where h.pattern_id = i.pattern_id and h.ended_at is null) as live,
      (select count(*)::int from bookings b where b.pattern_id = i.pattern_id and b.id = any (${booked}::uuid[])) as parties
    from slots i where i.version > 0 and i.pattern_id = ${pattern_id}`
  // If the answer to a hold was lost, the client does not know about the hold, which then expires.
  expect(kept).toEqual({ booked: 240, held: 2 * kept?.live, live: kept?.live, parties: 120 })
  expect(await findInconsistencies(site.sql, new Date())).toEqual([])
}

test(
  'a killed site or Postgres loses no hold that is being booked, and books no hold twice',
  async () => {
    for (let round = 0; round < rounds; round++) await bookHoldsThrough(site.crashApp, momentOf(round))
    await bookHoldsThrough(() => site.crashPostgres('everything'), momentOf(rounds))
  },
  patience_ms,
)

/** Lets 60 guests of a called-off session hold another time and move to it, with a crash after `after` moves. */
async function chooseTimesThrough(crash: () => Promise<void>, after: number) {
  const { experience_id, vineyard_id, pattern_id, date, price_per_person } = await makeOffer(site, 300)
  // Guests can choose another time once the call-off can no longer be undone, after 30 seconds.
  const now = new Date(Date.now() - 60_000)
  const experience = { id: experience_id, vineyard_id, price_per_person }
  const ids: string[] = []
  for (let n = 0; n < 60; n++)
    ids.push(await book(site.sql, experience, { pattern_id, slot_date: date }, 2, now))
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  await callOff(
    site.sql,
    { vineyard_id, day: date, slots: null, reason: 'weather', message: '' },
    { by },
    now,
  )
  const later = addDays(date, 7)
  let moved = 0
  const choose = async (id: string, intent: string): Promise<void> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${site.port}/booking/${id}/called-off`, {
        method: 'POST',
        redirect: 'manual',
        // Each guest has an address, because the changes from one address are limited.
        headers: { Origin: `http://127.0.0.1:${site.port}`, 'X-Forwarded-For': `10.9.0.${ids.indexOf(id)}` },
        body: new URLSearchParams({ intent, slot: `${pattern_id}-${later}` }),
      }).catch(() => undefined)
      // A repeated press after a lost answer also redirects, because the booking is no longer called off.
      if (answer?.status === 302) return
      await sleep(50)
    }
  }
  const all = Promise.all(
    Array.from({ length: 12 }, async (_, guest) => {
      for (const id of ids.filter((_, n) => n % 12 === guest)) {
        await choose(id, 'hold')
        await choose(id, 'move')
        moved++
      }
    }),
  )
  while (moved < after) await sleep(1)
  await crash()
  await all
  const [kept] = await site.sql`
    select count(*)::int as moved,
      (select i.booked + i.held from slots i where i.version > 0 and i.pattern_id = ${pattern_id} and i.slot_date = ${later}) as taken
    from bookings b where b.id = any (${ids}::uuid[]) and b.booking_date = ${later} and b.called_off_at is null`
  expect(kept).toEqual({ moved: 60, taken: 120 })
  expect(await findInconsistencies(site.sql, new Date())).toEqual([])
}

test(
  'if the site is killed, each guest of a called-off session still moves only once',
  async () => {
    for (let round = 0; round < rounds; round++) await chooseTimesThrough(site.crashApp, momentOf(round) % 50)
  },
  patience_ms,
)

test(
  'a killed Postgres loses no booking and makes no booking twice',
  async () => {
    const parts: PostgresPart[] = ['postmaster', 'everything', 'backend']
    for (let round = 0; round < rounds; round++) {
      const part = parts[round % parts.length] ?? 'everything'
      await rushThrough(() => site.crashPostgres(part), momentOf(round))
    }
  },
  patience_ms,
)
