import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

import { changeBookingStatus, undoBookingStatus } from '../../app/bookings/booking.server.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { mailWorker } from '../../test/mail-worker-process.ts'
import { startSmtp } from '../../test/smtp.ts'

const sql = await ownDatabase()
const smtp = await startSmtp()
const by = { actor: 'admin', actor_id: randomUUID() } as const
/** Milliseconds until the emails may be sent. Emails wait for 30 s after a change, so the test dates its changes back. */
const soon = 8000

const worker = mailWorker({ MAIL_DATABASE: sql.url, SMTP_URL: smtp.url })
afterAll(worker.kill)

test('a worker that is killed twice sends every email after 30 s, except the emails about undone changes', {
  timeout: 120_000,
}, async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 100 })
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const bookings = []
  for (let n = 0; n < 20; n++) bookings.push(await book(sql, experience, on(day), 1, new Date()))
  // This test is only about emails of cancellations.
  await sql`update emails set state = 'kept'`
  await worker.start()

  const cancelledAt = new Date(Date.now() - 30_000 + soon)
  for (const id of bookings) await changeBookingStatus(sql, id, 'cancelled', { by }, cancelledAt)
  const undone = bookings.filter((_, n) => n % 2 === 0)
  const undoAll = async (ids: string[]) => {
    for (const id of ids)
      expect(await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, new Date())).toMatchObject({
        ok: true,
      })
  }
  await undoAll(undone.slice(0, 5))
  await worker.kill()
  await undoAll(undone.slice(5))
  await worker.start()

  while (smtp.arrived.length === 0) await sleep(5)
  expect(Date.now()).toBeGreaterThanOrEqual(cancelledAt.getTime() + 30_000)
  await worker.kill()
  await worker.start()
  const states = async () => {
    const mails = await sql<{ state: string; count: number }[]>`
      select state, count(*)::int as count from emails where email_type = 'cancelled' group by state order by state`
    return Object.fromEntries(mails.map(({ state, count }) => [state, count]))
  }
  await expect.poll(states, { timeout: 60_000 }).toEqual({ sent: 10, superseded: 10 })
  const ids = new Set((await smtp.parsed()).map(({ messageId }) => messageId))
  const sent = await sql<{ message_id: string }[]>`
    select message_id from emails where booking_id = any (${bookings.filter((id) => !undone.includes(id))})
      and email_type = 'cancelled'`
  expect(ids).toEqual(new Set(sent.map(({ message_id }) => message_id)))
  const [{ early }] = await sql<[{ early: number }]>`
    select count(*)::int as early from emails where sent_at < deliver_after`
  expect(early).toBe(0)
})
