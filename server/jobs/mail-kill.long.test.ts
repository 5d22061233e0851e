import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { mailWorker } from '../../test/mail-worker-process.ts'
import { startSmtp } from '../../test/smtp.ts'

const rounds = Number(process.env.MAIL_KILLS ?? 1)
const sql = await ownDatabase()
const smtp = await startSmtp()

const worker = mailWorker({ MAIL_DATABASE: sql.url, SMTP_URL: smtp.url })
afterAll(worker.kill)

test(`a worker that is killed ${rounds} times while it delivers loses no email and sends no email more than twice`, {
  timeout: rounds * 60_000 + 120_000,
}, async () => {
  smtp.mood = 'slow'
  smtp.delay = 20
  const { experience, on } = await makeDailyExperience(sql, { capacity: 10_000 })
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  let booked = 0
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 40; n++) await book(sql, experience, on(day), 1, new Date())
    booked += 40
    // The worker is killed while the server delays its response to an email. In each round, this is a different email.
    const killedAt = smtp.attempts() + 1 + ((round * 17) % 30)
    await worker.start()
    while (smtp.attempts() < killedAt) await sleep(1)
    await worker.kill()
  }
  await worker.start()
  const undelivered = async () => {
    const [{ left }] = await sql<[{ left: number }]>`
      select count(*)::int as left from emails where state in ('waiting', 'sending', 'failed')`
    return left
  }
  await expect.poll(undelivered, { timeout: 120_000 }).toBe(0)

  const rows = await sql<{ id: string; state: string }[]>`select id, state from emails`
  expect(rows).toHaveLength(booked)
  const times = new Map<string, number>()
  for (const { messageId } of await smtp.parsed())
    times.set(messageId ?? '', (times.get(messageId ?? '') ?? 0) + 1)
  const counts = rows.map(({ id }) => times.get(`<${id}@site.test>`) ?? 0)
  expect(counts.filter((count) => count === 0)).toEqual([])
  expect(Math.max(...counts)).toBeLessThanOrEqual(2)
})
