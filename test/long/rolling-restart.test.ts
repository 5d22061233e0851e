import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { auditAll } from '../faults/audit.ts'
import { openBalancer } from '../faults/balancer.ts'
import { makeOffer } from '../faults/offer.ts'
import { openPair } from '../faults/pair.ts'
import { makeVisitors, startRush } from '../faults/visitors.ts'

const pair = openPair({ LEAVE_SECONDS: '2' })

test('a rolling restart of two processes fails no request', async () => {
  const offer = await makeOffer(pair.site, 4000)
  const balancer = await openBalancer([pair.site.port, pair.twin.port], 200)
  let over = false
  const pages: string[] = []
  const reading = (async () => {
    while (!over) {
      const answer = await fetch(`http://127.0.0.1:${balancer.port}/explore`)
      await answer.text()
      pages.push(`${answer.status} ${answer.statusText}`)
    }
  })()
  const rushes = Array.from({ length: 6 }, async () => {
    const told = []
    // The visitors do not retry, so every failed request counts.
    while (!over)
      told.push(
        ...(await startRush(balancer, offer, makeVisitors(20), { at_once: 1, persistent: false }).done),
      )
    return told
  })
  await sleep(1000)
  await pair.site.restart()
  await sleep(1000)
  await pair.twin.restart()
  await sleep(1000)
  over = true
  const [answers] = await Promise.all([Promise.all(rushes), reading])
  balancer.close()

  const all = answers.flat()
  expect(
    all
      .filter(({ status }) => status !== 201 && status !== 409)
      .map(({ status, failure }) => `${status} ${failure ?? ''}`),
  ).toEqual([])
  expect(pages.filter((page) => page !== '200 OK')).toEqual([])
  expect(await auditAll(pair.site.sql, offer, all, { all_answered: true })).toEqual([])
  console.log(`${all.length} answers and ${pages.length} pages, none failed`)
}, 300_000)
