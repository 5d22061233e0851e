import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditAll, auditRush } from './audit.ts'
import { makeOffer } from './offer.ts'
import { openSite, type Site } from './site.ts'
import { makeVisitors, startRush } from './visitors.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close(), 60_000)

// ASVS 2.3.4
test('when 5,000 visitors want 12 places at once, exactly 12 are sold, and every visitor gets an answer', async () => {
  const offer = await makeOffer(site, 12)
  const rush = startRush(site, offer, makeVisitors(5_000), {
    at_once: 5_000,
    persistent: false,
    patience_ms: 120_000,
  })
  const answers = await rush.done

  const unexpected = answers.filter(({ status }) => ![201, 409, 503].includes(status))
  expect(unexpected.map(({ status, failure }) => `${status} ${failure ?? ''}`)).toEqual([])
  expect(await auditAll(site.sql, offer, answers, { all_answered: false })).toEqual([])
  const seats = answers.filter(({ status }) => status === 201).reduce((sum, { guests }) => sum + guests, 0)
  expect(seats).toBe(12)
}, 240_000)

test('after the rush, the site makes a booking at the first attempt', async () => {
  const offer = await makeOffer(site, 12)
  const [answer] = await startRush(site, offer, makeVisitors(1), { at_once: 1, persistent: false }).done
  expect(answer).toMatchObject({ status: 201, attempts: 1 })
  expect(await auditAll(site.sql, offer, answer ? [answer] : [], { all_answered: true })).toEqual([])
})

test('the audit finds lost, exchanged and unreported bookings, missing answers and wrong counters', async () => {
  const offer = await makeOffer(site, 3)
  const [answer] = await startRush(site, offer, makeVisitors(1), { at_once: 1, persistent: false }).done
  if (!answer) throw new Error('nobody was answered')
  const audit = (...answers: (typeof answer)[]) => auditRush(site.sql, offer, answers, { all_answered: true })
  const other = { ...answer, key: crypto.randomUUID() }

  expect(await audit(answer)).toEqual([])
  expect(await audit(answer, other)).toEqual([expect.stringContaining('is lost')])
  expect(await audit({ ...answer, booking_id: other.key })).toEqual([expect.stringContaining('is stored')])
  expect(await audit({ ...answer, status: 409 })).toEqual([
    'a party of 1 was refused and 2 places are left',
    expect.stringContaining('was refused and has booking'),
  ])
  expect(await audit(answer, { ...other, status: 503 })).toEqual([expect.stringContaining('got no answer')])
  expect(await audit(answer, { ...other, status: 0 })).toEqual([expect.stringContaining('answered 0')])
  await site.sql`update slots set booked = 3 where version > 0 and pattern_id = ${offer.pattern_id}`
  expect(await audit(answer)).toEqual(['the counter says 3, the bookings 1'])
  const all = await auditAll(site.sql, offer, [answer], { all_answered: true })
  expect(all).toEqual(['the counter says 3, the bookings 1', expect.stringMatching(/^counter: slots /)])
})
