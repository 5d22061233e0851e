import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeAdmin, signedIn } from '../../test/make.ts'
import { readConfig } from '../platform/config.server.ts'
import {
  claimBackup,
  findBackupAge,
  findBackups,
  finishBackup,
  noteBackup,
  releaseBackup,
  requestBackup,
  requestMissedBackup,
} from './backups.server.ts'
import { type BackupReport, backupTrouble } from './health.ts'

const app = await startApp()
const off = await startApp({ env: { BACKUPS_KEPT: '0' } })
const ownServer = await startApp({ env: { DATABASE_URL: 'postgres://a@localhost/b' } })
const { sql } = app
const config = readConfig({ DATA_FOLDER: '/data', NODE_ENV: 'test' })
const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const good = (day: number) => ({
  checked_at: `2026-11-${day}T02:31:00Z`,
  bookings: 3,
  fault_count: 0,
  deleted: [] as string[],
})
beforeEach(async () => void (await sql`delete from backups`))

const begin = async (now: Date) => {
  await requestBackup(sql, null, now)
  const claimed = await claimBackup(sql, now)
  if (!claimed) throw new Error('The backup was not claimed.')
  return claimed
}

test('one backup at a time: a second request and a second worker join the first', async () => {
  await Promise.all([requestBackup(sql, null, at('02:30:00')), requestBackup(sql, null, at('02:30:00'))])
  const claims = await Promise.all([claimBackup(sql, at('02:30:01')), claimBackup(sql, at('02:30:01'))])
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('a backup whose worker was killed is claimed again after a minute of silence', async () => {
  const { id } = await begin(at('02:30:00'))
  await noteBackup(sql, id, { done: 0.5 }, at('02:30:50'))
  expect(await claimBackup(sql, at('02:31:40'))).toBeNull()
  expect(await claimBackup(sql, at('02:31:51'))).toEqual({ id, requested_at: at('02:30:00'), attempts: 2 })
  // A worker that was stopped gives it back at once, and that is no failed attempt.
  await releaseBackup(sql, id)
  expect(await claimBackup(sql, at('02:31:52'))).toMatchObject({ id, attempts: 2 })
})

test('shows the good, the failed and the running backup, and not deleted ones', async () => {
  const first = await begin(at('02:30:00'))
  await noteBackup(sql, first.id, { folder: '2026-11-20T02-30-00', bytes: 5 }, at('02:30:30'))
  await finishBackup(sql, first.id, good(20), at('02:31:00'))
  const second = await begin(at('09:00:00'))
  await finishBackup(sql, second.id, { problem: 'The disk is full.' }, at('09:01:00'))
  const third = await begin(at('10:00:00'))
  await noteBackup(sql, third.id, { folder: '2026-11-20T10-00-00', bytes: 6 }, at('10:00:30'))
  const found = await findBackups(sql, config, at('10:00:40'))
  expect(found).toMatchObject({
    mode: 'on',
    folder: '/data/backups',
    kept: 7,
    next: { day: '2026-11-21', time: '02:30' },
    backups: [
      { finished_at: null, step: 'copying' },
      { problem: 'The disk is full.' },
      { folder: '2026-11-20T02-30-00', bookings: 3, problem: null },
    ],
  })
  expect(await findBackupAge(sql, config, at('03:30:00'))).toBe(3600)

  await finishBackup(sql, third.id, { ...good(20), deleted: ['2026-11-20T02-30-00'] }, at('10:01:00'))
  expect((await findBackups(sql, config, at('10:02:00'))).backups.map(({ folder }) => folder)).toEqual([
    '2026-11-20T10-00-00',
    null,
  ])
  // Failures leave the list after a month.
  const later = new Date('2026-12-24T01:00:00Z')
  expect(await findBackups(sql, config, later)).toMatchObject({
    next: { day: '2026-12-24' },
    backups: [{ folder: '2026-11-20T10-00-00' }],
  })
})

test('makes up for a night without a worker, but not before the first night', async () => {
  await requestMissedBackup(sql, at('12:00:00'))
  expect((await findBackups(sql, config, at('12:00:00'))).backups).toEqual([])
  const { id } = await begin(at('02:30:00'))
  await noteBackup(sql, id, { folder: '2026-11-20T02-30-00', bytes: 5 }, at('02:30:30'))
  await finishBackup(sql, id, good(20), at('02:31:00'))
  await requestMissedBackup(sql, new Date('2026-11-21T02:31:00Z'))
  expect(await sql`select from backups`).toHaveLength(1)
  await requestMissedBackup(sql, new Date('2026-11-21T08:00:00Z'))
  expect(await sql`select from backups`).toHaveLength(2)
})

test('names a failed and an old backup', async () => {
  const trouble = async (now: Date, changes = {}) =>
    backupTrouble(
      { ...(JSON.parse(JSON.stringify(await findBackups(sql, config, now))) as BackupReport), ...changes },
      now.getTime(),
    )
  expect(await trouble(at('12:00:00'))).toBeNull()
  const { id } = await begin(at('02:30:00'))
  await noteBackup(sql, id, { folder: '2026-11-20T02-30-00', bytes: 5 }, at('02:30:30'))
  await finishBackup(sql, id, good(20), at('02:31:00'))
  expect(await trouble(new Date('2026-11-22T08:00:00Z'))).toBeNull()
  expect(await trouble(new Date('2026-11-23T03:00:00Z'))).toBe('The last good backup is 3 days old.')
  expect(await trouble(new Date('2026-11-23T03:00:00Z'), { mode: 'off' })).toBeNull()
  const next = await begin(at('12:00:00'))
  await finishBackup(sql, next.id, { problem: 'The disk is full.' }, at('12:01:00'))
  expect(await trouble(at('12:02:00'))).toBe('The last backup failed.')
})

test('an admin requests a backup, where the site makes any', async () => {
  const post = async ({ sql, visit }: typeof app) => {
    const headers = signedIn(await makeAdmin(sql))
    const response = await visit('/api/backups', { method: 'POST', headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  expect(await post(app)).toMatchObject({
    status: 202,
    body: { mode: 'on', backups: [{ requested_by: expect.any(String), step: null }] },
  })
  expect((await post(off)).status).toBe(409)
  expect((await post(ownServer)).body).toMatchObject({ error: 'This site makes no backups.' })
})

test('without a backup its age is that of the database, and none where the worker makes none', async () => {
  const [{ later }] = await sql<[{ later: Date }]>`
    select min(applied_at) + interval '37 hours' as later from releases`
  expect(await findBackupAge(sql, config, later)).toBeCloseTo(37 * 3600, 1)
  for (const env of [{ BACKUPS_KEPT: '0' }, { DATABASE_URL: 'postgres://a@localhost/b' }])
    expect(await findBackupAge(sql, readConfig({ NODE_ENV: 'test', ...env }), later)).toBeNull()
})
