import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeBookable, makeWinemaker, signedIn } from '../../test/make.ts'

const { sql, visit } = await startApp({ now: '2026-06-01T09:00:00Z' })

// A day so far ahead has no stored slots until a request books, holds or changes one of its sessions.
const day = '2031-06-07'
const guest = { number_of_guests: 2, guest_name: 'Ada', guest_phone: '01632 960123' }

/** Sends requests of staff about one session. Returns the status of each answer, and how many slots of the day are stored. */
async function nameSlots(isOwn: boolean) {
  const { experience, pattern } = await makeBookable(sql)
  const staff = await makeWinemaker(sql, isOwn ? { vineyard_id: experience.vineyard_id } : {})
  const [session, vineyard_id] = [
    { experience_id: experience.id, slot: `${pattern.id}-${day}` },
    staff.vineyard_id,
  ]
  const hold = { id: randomUUID(), vineyard_id, name: 'Coach', number_of_guests: 2, until: '2026-06-05' }
  const send = async (method: string, path: string, body: object) => {
    const headers = { ...signedIn(staff), 'Content-Type': 'application/json' }
    return (await visit(`/api/${path}`, { method, headers, body: JSON.stringify(body) })).status
  }
  const statuses = [
    await send('PUT', 'sessions/host', { ...session, host_id: null }),
    await send('POST', 'holds', { ...session, number_of_guests: 2, minutes: 30 }),
    await send('POST', 'group_holds', { ...hold, sessions: [session] }),
    await send('POST', 'bookings/by_staff', { ...session, ...guest }),
  ]
  const stored = await sql`select from slots where experience_id = ${experience.id} and slot_date = ${day}`
  return { statuses, stored: stored.length }
}

test('a request that names a session of another vineyard stores no slot there', async () => {
  expect(await nameSlots(true)).toEqual({ statuses: [204, 201, 201, 201], stored: 1 })
  expect(await nameSlots(false)).toEqual({ statuses: [404, 404, 404, 404], stored: 0 })
})
