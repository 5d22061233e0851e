import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { writeMail } from '../email-templates.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const site = { site_url: 'http://site.test', mail_from: 'Chalk & Vine <bookings@site.test>' }

/** The text of an email about a booking of this experience. */
async function textOf(email_type: string, experience: Record<string, string>): Promise<string> {
  const made = await makeDailyExperience(sql, { experience })
  const booking_id = await book(sql, made.experience, made.on('2026-06-06'), 2, now)
  const [{ payload }] = await sql<[{ payload: unknown }]>`
    select email_payload(${booking_id}, ${email_type}) as payload`
  const row = { id: booking_id, email_type, to_address: 'ada@example.com', booking_id, payload }
  const mail = await writeMail(sql, row, site)
  return mail.ok ? mail.value.text : mail.problem
}

test.each(['confirmed', 'reminder'])('the email %s names the stated facts about the visit', async (type) => {
  const text = await textOf(type, { station: 'Polegate, 20 minutes by taxi', dogs: 'on_lead' })
  expect(text).toContain('Polegate, 20 minutes by taxi')
  expect(text).toContain('Dogs on a lead')
  expect(text).not.toMatch(/Parking|Children|Food/)
})

test('other emails name no facts about the visit', async () => {
  expect(await textOf('received', { dogs: 'on_lead' })).not.toContain('Dogs')
})
