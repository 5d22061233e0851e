import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import { findSystem } from '../../app/operations/system/system.server.ts'
import { ownDatabase } from '../../test/database.ts'
import { asBossDatabase, createWatchedQueue, startBoss, steadyPace } from './boss.ts'

const sql = await ownDatabase()
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
const boss = await startBoss(sql, log, { ...steadyPace, watch: 1 })
afterAll(() => boss.stop({ graceful: false }))
// With this schedule, no job becomes due during the test.
const inHalfAYear = `0 0 1 ${((new Date().getUTCMonth() + 6) % 12) + 1} *`

test('encodes JSON parameters once', async () => {
  const { executeSql } = asBossDatabase(sql)
  const listed = 'select name, $2::jsonb as kept from json_to_recordset($1::json) as x (name text)'
  const { rows } = await executeSql(listed, [
    JSON.stringify([{ name: 'reminders' }]),
    { tz: 'Europe/London' },
  ])
  expect(rows).toEqual([{ name: 'reminders', kept: { tz: 'Europe/London' } }])
})

test('for each queue, admins see the number of waiting jobs, the time of the oldest job and the time of the next job', async () => {
  await boss.createQueue('mail')
  await boss.createQueue('reminders')
  await boss.schedule('reminders', inHalfAYear, null, { tz: 'Europe/London' })
  const before = new Date()
  await boss.send('mail', {})
  const after = new Date()
  await boss.send('mail', {}, { startAfter: 60 })
  const waiting = async () => {
    const { worker } = await findSystem(sql, readConfig({}), new Date())
    return worker?.queues.find(({ name }) => name === 'mail')
  }
  for (let waits = 0; waits < 400 && (await waiting())?.waiting !== 2; waits++) await sleep(100)

  const { worker } = await findSystem(sql, readConfig({}), new Date())
  expect(worker?.seen_at).toBeInstanceOf(Date)
  expect(worker?.queues).toMatchObject([
    { name: 'mail', waiting: 2, active: 0, failed: 0, every: null },
    { name: 'reminders', waiting: 0, oldest_at: null, next_at: null, every: inHalfAYear },
  ])
  const [mail] = worker?.queues ?? []
  for (const instant of [mail?.oldest_at, mail?.next_at]) {
    expect(Number(instant)).toBeGreaterThanOrEqual(before.getTime())
    expect(Number(instant)).toBeLessThanOrEqual(after.getTime())
  }
})

test('forty seconds after the worker of an exclusive job was killed, its job no longer blocks the next job', async () => {
  const options = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 } as const
  // An earlier version, which sent no heartbeats, created the queue.
  await boss.createQueue('totals', options)
  await createWatchedQueue(boss, 'totals', options)
  await boss.send('totals')
  // This worker fetches the job but never sends a heartbeat for it.
  const [job] = await boss.fetch('totals')
  const state = async () =>
    (await sql`select state from pgboss.job where name = 'totals' and id = ${job?.id ?? ''}`)[0]?.state
  expect(await boss.send('totals')).toBeNull()
  await sql`
    update pgboss.job set started_on = now() - interval '40 seconds', heartbeat_on = now() - interval '40 seconds'
    where name = 'totals' and id = ${job?.id ?? ''}`
  await boss.supervise('totals')
  await expect.poll(state).toBe('failed')
  expect(await boss.send('totals')).not.toBeNull()
})

// Negative control: without `withStartLock`, a worker fails because another worker has just created the schema.
test('workers that start at the same time on a new database all succeed', async () => {
  const fresh = await ownDatabase()
  const bosses = await Promise.all(Array.from({ length: 4 }, () => startBoss(fresh, log, steadyPace)))
  await Promise.all(bosses.map((boss) => boss.stop({ graceful: false })))
  expect(bosses).toHaveLength(4)
})

test("the queue's workers still poll after the wall clock was put back by days", async () => {
  await boss.createQueue('jumps')
  let runs = 0
  await boss.work('jumps', { pollingIntervalSeconds: 0.5 }, async () => {
    runs++
    // The clock is put back while the first job is running.
    if (runs === 1) vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin - 16 * 86_400_000)
  })
  await boss.send('jumps', {})
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
  await boss.send('jumps', {})
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(2)
  vi.restoreAllMocks()
})
