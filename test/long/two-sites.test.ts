// npm run test:long -- two-processes: two real site processes with page caches.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { openPair } from '../faults/pair.ts'
import { makeAdmin, makeBookable, signedIn } from '../make.ts'

const rounds = 30

// Both sites have the same URL, as they do behind a load balancer.
const pair = openPair({ SITE_URL: 'http://vines.test' })

const readAt = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()

/** Makes an experience with one bookable day. `isOpenAt` returns whether a site's page still shows the day as bookable. */
async function makeDay() {
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const day = await makeBookable(pair.site.sql, {
    experience: { max_group_size: 2 },
    pattern: { capacity: 2, valid_from: date, valid_until: date },
    date,
  })
  const page = `/vineyard/${day.experience.vineyard_id}`
  return {
    ...day,
    isOpenAt: async (port: number) => (await readAt(port, page)).includes('Next available'),
  }
}

/**
 * Requests the page until the day is closed. Returns the ms from the first request until the start of the last request
 * that still found the day open.
 */
async function msUntilClosed(isOpen: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  let latest = 0
  for (let requested = performance.now(); await isOpen(); requested = performance.now())
    latest = requested - began
  return latest
}

// Without a new page version, the other site would show the day for five seconds.
test('a day that staff close at one site is closed at the other site within a second', async () => {
  const admin = await makeAdmin(pair.site.sql)
  const late: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [saver, reader] =
      round % 2 === 0 ? [pair.site.port, pair.twin.port] : [pair.twin.port, pair.site.port]
    const { isOpenAt, experience, date } = await makeDay()
    expect([await isOpenAt(saver), await isOpenAt(reader)]).toEqual([true, true])
    const { vineyard_id } = experience
    const saved = await fetch(`http://127.0.0.1:${saver}/api/availability_exceptions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signedIn(admin) },
      body: JSON.stringify({ vineyard_id, starts_on: date, ends_on: date, capacity: null }),
    })
    expect(saved.status).toBe(201)
    expect(await isOpenAt(saver), 'at once where it was saved').toBe(false)
    late.push(await msUntilClosed(() => isOpenAt(reader)))
  }
  const latest = Math.max(0, ...late)
  console.log(`${rounds} closures, shown for ${Math.round(latest)} ms at most`)
  expect(latest).toBeLessThan(1000)
}, 120_000)

test('when one site sells the last place, the other site shows this in its form at once, and on its page within 6 s', async () => {
  const { isOpenAt, path, answers, date } = await makeDay()
  const [seller, reader] = [pair.site.port, pair.twin.port]
  expect([await isOpenAt(seller), await isOpenAt(reader)]).toEqual([true, true])
  const booked = await fetch(`http://127.0.0.1:${seller}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(answers()),
  })
  expect(booked.status).toBe(302)
  const form = await readAt(reader, `${path}&date=${date}`)
  const [choice] = form.match(new RegExp(`<input[^>]*${answers().slot}[^>]*>`)) ?? []
  expect(choice).toContain('disabled')
  expect(await msUntilClosed(() => isOpenAt(reader))).toBeLessThan(6000)
})

test('both sites agree on ETags', async () => {
  const { experience } = await makeDay()
  await sleep(500)
  for (const path of ['/', '/explore', `/vineyard/${experience.vineyard_id}`, '/blog']) {
    const first = await fetch(`http://127.0.0.1:${pair.site.port}${path}`)
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    const again = await fetch(`http://127.0.0.1:${pair.twin.port}${path}`, { headers })
    expect([first.status, again.status], path).toEqual([200, 304])
  }
})
