import { expect, test } from 'vitest'

import { book, makeDailyExperience, bookingState } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeWinemaker } from '../../test/make.ts'
import { changeBookingStatus } from './booking.server.ts'
import { resendEmail } from './booking-record.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const later = new Date('2026-06-01T09:10:00Z')
const by = { actor: 'system' } as const

async function makeBooked() {
  const { experience, on } = await makeDailyExperience(sql)
  return { experience, id: await book(sql, experience, on('2026-06-06'), 2, now) }
}

test('sends the email about the booking’s status again', async () => {
  const { id } = await makeBooked()
  await changeBookingStatus(sql, id, 'confirmed', { by }, now)
  expect(await resendEmail(sql, id, { by }, now)).toEqual({ ok: true, value: undefined })
  expect((await bookingState(sql, id))?.mails).toEqual(['received', 'confirmed', 'confirmed'])
})

test('sends one email for two simultaneous requests, and another email for a request ten minutes later', async () => {
  const { id } = await makeBooked()
  const pressed = await Promise.all([resendEmail(sql, id, { by }, now), resendEmail(sql, id, { by }, now)])
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(pressed.filter(({ ok }) => !ok)).toEqual([{ ok: false, problem: 'just_sent' }])
  expect((await resendEmail(sql, id, { by }, later)).ok).toBe(true)
})

test('refuses to resend an email for a completed visit', async () => {
  const { id } = await makeBooked()
  await changeBookingStatus(sql, id, 'completed', { by }, now)
  expect(await resendEmail(sql, id, { by }, now)).toEqual({ ok: false, problem: 'nothing' })
})

test("another vineyard's booking is not found, and no email is sent", async () => {
  const [{ id }, { experience }] = [await makeBooked(), await makeBooked()]
  const { vineyard_id } = experience
  const { id: actor_id } = await makeWinemaker(sql, { vineyard_id })
  const stranger = { actor: 'winemaker', actor_id, vineyard_id } as const
  expect(await resendEmail(sql, id, { by: stranger }, now)).toEqual({ ok: false, problem: 'absent' })
  expect((await bookingState(sql, id))?.mails).toEqual(['received'])
})
