import { afterAll, expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { startBoss, steadyPace } from './boss.ts'
import { deadLetterQueue, mailQueue, createQueues } from './mail-jobs.ts'

const sql = await ownDatabase()
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
const boss = await startBoss(sql, log, steadyPace)
afterAll(() => boss.stop({ graceful: false }))

const began = new Date('2026-06-01T09:00:00Z')
const mails = 8
const minute = 60
const hour = 60 * minute

/** Makes the queue read the test's clock and not the database's clock. */
async function replaceClock() {
  await sql`create table test_clock as select ${began}::timestamptz as at`
  await sql.unsafe(`create or replace function pgboss.job_now() returns timestamptz
    language sql stable as $$ select at from public.test_clock $$`)
}

test('an email that always fails is retried for about a day with growing pauses, and then becomes a dead letter', async () => {
  await createQueues(boss, steadyPace)
  await replaceClock()
  await boss.insert(
    mailQueue,
    Array.from({ length: mails }, (_, n) => ({ data: { email_id: `mail ${n}` } })),
  )

  const tried: number[][] = Array.from({ length: mails }, () => [])
  for (;;) {
    const [next] = await sql<{ at: Date | null }[]>`
      select min(start_after) as at from pgboss.job where name = ${mailQueue} and state in ('created', 'retry')`
    if (!next?.at) break
    // Sets the clock to a minute after the next job is due, so that jobs due within that minute are fetched together.
    const [{ at }] = await sql<[{ at: Date }]>`
      update test_clock set at = greatest(at, ${next.at}::timestamptz) + interval '1 minute' returning at`
    const jobs = await boss.fetch<{ email_id: string }>(mailQueue, { batchSize: mails })
    for (const { data } of jobs)
      tried[Number(data.email_id.split(' ')[1])]?.push(Math.round((at.getTime() - began.getTime()) / 1000))
    await boss.fail(
      mailQueue,
      jobs.map(({ id }) => id),
    )
  }

  for (const times of tried) {
    expect(times).toHaveLength(1 + steadyPace.tries)
    const pauses = times.slice(1).map((at, n) => at - (times[n] ?? 0))
    pauses.forEach((pause, n) => {
      expect(pause).toBeGreaterThanOrEqual(Math.min(2 * hour, 30 * 2 ** n))
      expect(pause).toBeLessThanOrEqual(Math.min(2 * hour, 60 * 2 ** n) + minute)
    })
    expect(times.at(-1)).toBeGreaterThan(20 * hour)
    expect(times.at(-1)).toBeLessThan(33 * hour)
  }
  const histories = new Set(tried.map((times) => times.join()))
  expect(histories.size, 'jobs that failed together are retried at different times').toBe(mails)

  const dead = await boss.fetch<{ email_id: string }>(deadLetterQueue, { batchSize: 2 * mails })
  expect(dead.map(({ data }) => data.email_id).toSorted()).toEqual(
    Array.from({ length: mails }, (_, n) => `mail ${n}`).toSorted(),
  )
})
