import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditAll } from '../faults/audit.ts'
import { makeOffer } from '../faults/offer.ts'
import { openSite, type Site } from '../faults/site.ts'
import { makeVisitors, startRush } from '../faults/visitors.ts'

/** So many are worked on at once, and so many more may wait: a site that is full with sixty. */
const [connections, max_waiting] = [10, 40]
const full = 2 * connections + max_waiting
const pairs = 5

let site: Site
beforeAll(async () => {
  site = await openSite({ DATABASE_POOL: String(connections), MAX_WAITING: String(max_waiting) })
}, 240_000)
afterAll(() => site?.close(), 60_000)

/** Bookings a second while `at_once` people try, until nine of ten have one; whoever is sent away comes again in two seconds. */
async function goodputOf(at_once: number, visitors: number) {
  const offer = await makeOffer(site, 10_000)
  const began = performance.now()
  const how = { at_once, persistent: true, pause_ms: 2000 }
  const rush = startRush(site, offer, makeVisitors(visitors), how)
  const most = visitors * 0.9
  let seconds = 0
  const counting = setInterval(() => {
    if (seconds === 0 && rush.answers.length >= most) seconds = (performance.now() - began) / 1000
  }, 5)
  const answers = await rush.done
  clearInterval(counting)
  expect(await auditAll(site.sql, offer, answers, { all_told: true })).toEqual([])
  const sentAway = answers.filter(({ attempts }) => attempts > 1).length
  return { goodput: most / (seconds || (performance.now() - began) / 1000), sentAway }
}

test('of three times as many people as the site can serve nearly as many are served as of those it can', async () => {
  await goodputOf(full, 300)
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const once = await goodputOf(full, 1500)
    const thrice = await goodputOf(3 * full, 1500)
    expect(once.sentAway, 'as many as it can serve are all served').toBe(0)
    expect(thrice.sentAway, 'of three times as many some are sent away').toBeGreaterThan(0)
    ratios.push(thrice.goodput / once.goodput)
    console.log(`${once.goodput.toFixed(0)} and ${thrice.goodput.toFixed(0)} bookings a second`)
  }
  const [median = 0] = ratios.toSorted((a, b) => a - b).slice(Math.floor(pairs / 2))
  console.log(`goodput of 3× over 1×, median of ${pairs}: ${median.toFixed(2)}`)
  expect(median).toBeGreaterThanOrEqual(0.9)
}, 1_200_000)
