import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/**
 * Ten seconds, on a machine that lets a server that does nothing answer the same crowd in two: what others are at work
 * on beside us is no fault of the site's.
 */
async function deadlineFor(count: number): Promise<number> {
  const bare = createServer((asked, answer) => asked.resume().on('end', () => answer.writeHead(503).end()))
  bare.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })
  await once(bare, 'listening')
  const { port } = bare.address() as AddressInfo
  const began = performance.now()
  await startRush({ port }, await makeOffer(site, 12), makeVisitors(count), {
    at_once: count,
    persistent: false,
    patience_ms: 120_000,
  }).done
  const took_ms = performance.now() - began
  bare.close()
  return 10_000 * Math.max(1, took_ms / 2000)
}

test('5,000 visitors at once for 12 seats: the seats are sold, and everybody is answered in time', async () => {
  const offer = await makeOffer(site, 12)
  const deadline = await deadlineFor(5_000)
  const rush = startRush(site, offer, makeVisitors(5_000), {
    at_once: 5_000,
    persistent: false,
    patience_ms: 2 * deadline,
  })
  const answers = await rush.done

  const strange = answers.filter(({ status }) => ![201, 409, 503].includes(status))
  expect(strange.map(({ status, failure }) => `${status} ${failure ?? ''}`)).toEqual([])
  expect(Math.max(...answers.map(({ took_ms }) => took_ms))).toBeLessThan(deadline)
  expect(await auditAll(site.sql, offer, answers, { all_told: false })).toEqual([])
  const seats = answers.filter(({ status }) => status === 201).reduce((sum, { guests }) => sum + guests, 0)
  expect(seats).toBe(12)
}, 240_000)

test('after the rush the site works as before', async () => {
  const offer = await makeOffer(site, 12)
  const [answer] = await startRush(site, offer, makeVisitors(1), { at_once: 1, persistent: false }).done
  expect(answer).toMatchObject({ status: 201, attempts: 1 })
  expect(await auditAll(site.sql, offer, answer ? [answer] : [], { all_told: true })).toEqual([])
})

test('the audit would see a lost, a doubled and an untold booking, and a counter that is off', async () => {
  const offer = await makeOffer(site, 3)
  const [answer] = await startRush(site, offer, makeVisitors(1), { at_once: 1, persistent: false }).done
  if (!answer) throw new Error('nobody was answered')
  const audit = (...answers: (typeof answer)[]) => auditRush(site.sql, offer, answers, { all_told: true })
  const stranger = { ...answer, key: crypto.randomUUID() }

  expect(await audit(answer)).toEqual([])
  expect(await audit(answer, stranger)).toEqual([expect.stringContaining('is lost')])
  expect(await audit({ ...answer, booking_id: stranger.key })).toEqual([expect.stringContaining('is kept')])
  expect(await audit({ ...answer, status: 409 })).toEqual([
    'a party of 1 was refused and 2 places are left',
    expect.stringContaining('was refused and has booking'),
  ])
  expect(await audit(answer, { ...stranger, status: 503 })).toEqual([expect.stringContaining('never told')])
  expect(await audit(answer, { ...stranger, status: 0 })).toEqual([expect.stringContaining('answered 0')])
  await site.sql`update slot_inventory set booked = 3 where pattern_id = ${offer.pattern_id}`
  expect(await audit(answer)).toEqual(['the counter says 3, the bookings 1'])
  const all = await auditAll(site.sql, offer, [answer], { all_told: true })
  expect(all).toEqual([
    'the counter says 3, the bookings 1',
    expect.stringMatching(/^counter: slot_inventory /),
  ])
})
