import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditAll } from '../faults/audit.ts'
import { makeOffer } from '../faults/offer.ts'
import { openSite, type Site } from '../faults/site.ts'
import { makeVisitors, startRush } from '../faults/visitors.ts'

/** The settings of a site that handles 20 requests at once and queues 40: enough for 40 visitors, not for 120. */
const [connections, max_waiting] = [10, 40]
const crowd = 40
const pairs = 5
const visitors = 1500

let site: Site
beforeAll(async () => {
  site = await openSite({ DATABASE_POOL: String(connections), MAX_WAITING: String(max_waiting) })
}, 240_000)
afterAll(() => site?.close(), 60_000)

/**
 * Returns the bookings per second until 90 % of the visitors have booked. Rejected visitors retry after two seconds.
 */
async function goodputOf(at_once: number, count: number) {
  const offer = await makeOffer(site, 10_000)
  const began = performance.now()
  const how = { at_once, persistent: true, pause_ms: 2000 }
  const rush = startRush(site, offer, makeVisitors(count), how)
  const most = count * 0.9
  let seconds = 0
  const counting = setInterval(() => {
    if (seconds === 0 && rush.answers.length >= most) seconds = (performance.now() - began) / 1000
  }, 5)
  const answers = await rush.done
  clearInterval(counting)
  expect(await auditAll(site.sql, offer, answers, { all_answered: true })).toEqual([])
  const sentAway = answers.filter(({ attempts }) => attempts > 1).length
  return { goodput: most / (seconds || (performance.now() - began) / 1000), sentAway }
}

test('under triple load, the site serves nearly as many visitors as under full load', async () => {
  await goodputOf(crowd, 300)
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const once = await goodputOf(crowd, visitors)
    const thrice = await goodputOf(3 * crowd, visitors)
    expect(once.sentAway, 'under full load, few visitors must retry').toBeLessThan(visitors / 20)
    expect(thrice.sentAway, 'under triple load, more visitors must retry').toBeGreaterThan(once.sentAway)
    ratios.push(thrice.goodput / once.goodput)
    console.log(`${once.goodput.toFixed(0)} and ${thrice.goodput.toFixed(0)} bookings a second`)
  }
  const [median = 0] = ratios.toSorted((a, b) => a - b).slice(Math.floor(pairs / 2))
  console.log(`goodput of 3× over 1×, median of ${pairs}: ${median.toFixed(2)}`)
  expect(median).toBeGreaterThanOrEqual(0.9)
}, 1_200_000)
