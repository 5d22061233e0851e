import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import { claimBackup, findBackupAge } from '../../app/operations/system/backups.server.ts'
import { book, hold, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeWebhook } from '../../test/webhooks.ts'
import { resetFutureTimes, startBoss, steadyPace } from './boss.ts'
import { createQueues, mailQueue } from './mail-jobs.ts'

const sql = await ownDatabase()
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
const boss = await startBoss(sql, log, steadyPace)
beforeAll(() => createQueues(boss, steadyPace))
afterAll(() => boss.stop({ graceful: false }))

// The test uses the clock of the database, because the queue does.
const [{ now }] = await sql<[{ now: Date }]>`select now()`
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('after a fast clock is corrected, jobs and schedules with future times are due at once, and a correct pause stays', async () => {
  const make = async (state: string, times: Record<string, Date>) => {
    const id = randomUUID()
    await boss.send(mailQueue, {}, { id })
    await sql`update pgboss.job set ${sql({ state, ...times })} where id = ${id}`
    return id
  }
  const future = [
    await make('created', { created_on: at(2), start_after: at(2) }),
    await make('retry', { created_on: at(-1), started_on: at(384), start_after: at(385) }),
    await make('active', { created_on: at(-1), started_on: at(384) }),
  ]
  const paused = await make('retry', { created_on: at(-1), started_on: at(-0.5), start_after: at(2) })
  await sql`update pgboss.version set cron_on = ${at(384)}`
  await sql`update pgboss.queue set monitor_claim_on = ${at(384)}, maintain_on = ${at(384)}`
  await resetFutureTimes(sql, now)
  const ahead = await sql<{ id: string }[]>`
    select id from pgboss.job where name = ${mailQueue} and greatest(created_on, started_on, start_after) > now()`
  expect(ahead.map(({ id }) => id)).toEqual([paused])
  expect(future).not.toContain(paused)
  const late = await sql`
    select cron_on from pgboss.version where cron_on > now()
    union all select maintain_on from pgboss.queue where greatest(maintain_on, monitor_claim_on) > now()`
  expect([...late]).toEqual([])
})

test('the job of an email survives a clock that jumps ahead by a year', async () => {
  const id = randomUUID()
  await boss.send(mailQueue, {}, { id })
  const [job] =
    await sql`select keep_until > now() + interval '1 year' as is_kept from pgboss.job where id = ${id}`
  expect(job).toEqual({ is_kept: true })
})

test('after a fast clock is corrected, emails, webhooks and calendars with future times are due, and a hold keeps its length', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 100 })
  const webhook = await makeWebhook(sql, experience.vineyard_id, 'https://hooks.test', ['booking.created'])
  const day = at(60 * 24)
    .toISOString()
    .slice(0, 10)
  // This booking is made while the clock is ahead.
  await book(sql, experience, on(day), 2, at(384))
  await sql`update emails set queued_at = ${at(384)}, state = 'sending', claim = gen_random_uuid(), claimed_at = ${at(384)}`
  const held = await hold(sql, experience, on(day), 2, [at(384), at(384.5)])
  // The webhook of this booking waits between two attempts, and its times are correct.
  const right = await book(sql, experience, on(day), 2, at(-1))
  await sql`
    update webhook_deliveries set attempts = 3, last_attempt_at = ${at(-0.1)}, next_attempt_at = ${at(2)}
    where subject_id = ${right}`

  await sql`
    insert into calendar_sources ${sql({
      vineyard_id: experience.vineyard_id,
      url: 'https://calendar.test/a.ics',
      added_at: at(-1),
      checked_at: at(384),
      next_check_at: at(385),
    })}`

  await resetFutureTimes(sql, now)
  expect([...(await sql`select next_check_at from calendar_sources`)]).toEqual([{ next_check_at: now }])
  const deliveries = await sql`
    select next_attempt_at from webhook_deliveries where webhook_id = ${webhook.id} order by position`
  expect(deliveries.map(({ next_attempt_at }) => next_attempt_at)).toEqual([now, at(2)])
  const claims = await sql`select claimed_at from emails where claimed_at is not null`
  expect(claims.map(({ claimed_at }) => claimed_at)).toEqual([now])
  const [kept] = await sql`select expires_at, ended_at from holds where id = ${held}`
  expect(kept).toEqual({ expires_at: at(0.5), ended_at: null })

  // A claim on a delivery lasts as long as an attempt may take.
  await sql`
    update webhook_deliveries set claim = gen_random_uuid(), last_attempt_at = ${at(384)}, next_attempt_at = ${at(384)}`
  await resetFutureTimes(sql, now)
  const claimed = await sql`select distinct next_attempt_at from webhook_deliveries`
  expect([...claimed]).toEqual([{ next_attempt_at: new Date(now.getTime() + 30_000) }])
})

test('after a fast clock is corrected, a backup with a future time counts as made now, and a requested backup can be claimed', async () => {
  const config = readConfig({ NODE_ENV: 'test' })
  await sql`
    insert into backups (requested_at, finished_at, checked_at, folder, bytes, bookings, fault_count)
    values (${at(384)}, ${at(384)}, ${at(384)}, '2026-12-11T02-30-00', 1, 1, 0)`
  await sql`insert into backups (requested_at, seen_at) values (${at(385)}, ${at(385)})`
  await resetFutureTimes(sql, now)
  expect(await findBackupAge(sql, config, now)).toBe(0)
  expect(await claimBackup(sql, at(0.1))).toMatchObject({ requested_at: now })
})
