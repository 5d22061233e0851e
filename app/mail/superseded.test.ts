import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { moveBooking } from '../bookings/booking.server.ts'
import { callOff, moveToChosenTime } from '../bookings/sessions/call-off.server.ts'

const sql = await ownDatabase()
const [day, other] = ['2026-06-06', '2026-06-08']
const now = new Date('2026-06-01T09:00:00Z')
const by = { actor: 'admin', actor_id: randomUUID() } as const

/** Makes a booking for two. `superseded` returns the types of the booking's superseded emails. */
async function makeBooked(is_instant: boolean) {
  const { experience, on } = await makeDailyExperience(sql, { experience: { is_instant } })
  const { vineyard_id } = experience
  const id = await book(sql, experience, on(day), 2, now)
  const superseded = async () => {
    const emails = await sql<{ email_type: string }[]>`
      select email_type from emails
      where booking_id = ${id} and is_superseded(booking_id, email_type, coalesce(event_id, after_event_id))`
    return emails.map(({ email_type }) => email_type).toSorted()
  }
  const callOffDay = (on: string) =>
    callOff(sql, { vineyard_id, day: on, slots: null, reason: 'weather', message: '' }, { by }, now)
  return { id, on, superseded, callOffDay }
}

test('a call-off supersedes an unsent confirmation, reminder or email about a move', async () => {
  const { id, on, superseded, callOffDay } = await makeBooked(true)
  await moveBooking(sql, id, { slot: on(other) }, { by }, now)
  expect(await superseded()).toEqual(['confirmed'])
  await sql`
    insert into emails (email_type, to_address, booking_id, payload, created_at)
    values ('reminder', 'ada@example.com', ${id}, '{}', ${now})`
  await callOffDay(other)
  expect(await superseded()).toEqual(['confirmed', 'moved', 'reminder'])
})

test('a call-off supersedes the "received" email, and choosing a new time supersedes the email about the call-off', async () => {
  const { id, on, superseded, callOffDay } = await makeBooked(false)
  await callOffDay(day)
  expect(await superseded()).toEqual(['received'])
  await moveToChosenTime(sql, id, on(other), now)
  expect(await superseded()).toEqual(['called_off', 'received'])
})
