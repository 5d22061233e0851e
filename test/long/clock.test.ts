import { existsSync, globSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { ownDatabase } from '../database.ts'
import { openSite } from '../faults/site.ts'
import { makeBookable } from '../make.ts'

const sql = await ownDatabase()
const [library = ''] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

const hour = 3_600_000
const day = 24 * hour

/** Opens the site with a clock that is wrong by `off_ms`, on a database whose clock is right. */
const openAt = (off_ms: number) =>
  openSite({
    DATABASE_URL: sql.url,
    ...(off_ms !== 0 && {
      LD_PRELOAD: library,
      FAKETIME: `${off_ms < 0 ? '-' : '+'}${Math.abs(off_ms) / 1000}`,
      // The monotonic clock is not changed, so durations are real.
      DONT_FAKE_MONOTONIC: '1',
    }),
  })

const onDay = (off_ms: number) => new Date(Date.now() + off_ms).toISOString().slice(0, 10)

async function visitAll(off_ms: number) {
  const site = await openAt(off_ms)
  const base = `http://127.0.0.1:${site.port}`
  try {
    const date = onDay(off_ms + 30 * day)
    const { experience, path, pattern } = await makeBookable(sql, {
      date,
      pattern: { valid_from: '2025-01-01' },
    })
    for (const page of ['/', '/explore', `/vineyard/${experience.vineyard_id}`, path])
      expect((await fetch(`${base}${page}`)).status, `${page} at ${off_ms / hour} h`).toBe(200)
    const book = (booking_date: string, key: string) =>
      fetch(`${base}/api/bookings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({
          vineyard_id: experience.vineyard_id,
          experience_id: experience.id,
          booking_date,
          start_time: '14:30',
          number_of_guests: 2,
          guest_name: 'Ada Lovelace',
          guest_email: 'ada@example.com',
          guest_phone: '01632 960123',
          total_price: 2 * experience.price_per_person,
        }),
      })
    const key = randomUUID()
    const made = await book(date, key)
    expect(made.status).toBe(201)
    const { id } = await made.json()
    expect((await (await book(date, key)).json()).id).toBe(id)
    // The clock of the site decides which days are in the past.
    expect((await book(onDay(off_ms - 2 * day), randomUUID())).status).toBe(409)
    expect((await fetch(`${base}/booking-confirmation/${id}`)).status).toBe(200)
    const [slot] = await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`
    expect(slot).toMatchObject({ booked: 2 })
    return id as string
  } finally {
    await site.close()
  }
}

test.runIf(existsSync(library))(
  'a clock that is wrong by hours or a year loses no booking and sells no place twice',
  async () => {
    const ids: string[] = []
    for (const off of [2 * hour, -2 * hour, 400 * day, -400 * day]) ids.push(await visitAll(off))
    // The last site has the right clock. All bookings must exist.
    ids.push(await visitAll(0))
    const stored = (await sql<{ id: string }[]>`select id from bookings`).map(({ id }) => id)
    expect(stored.toSorted()).toEqual(ids.toSorted())
    expect(await findInconsistencies(sql, new Date())).toEqual([])
  },
  300_000,
)
