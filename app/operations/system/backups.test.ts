import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, signedIn } from '../../../test/make.ts'
import { readConfig } from '../../platform/config.server.ts'
import {
  claimBackup,
  findBackupAge,
  findBackups,
  finishBackup,
  noteBackup,
  noteFolders,
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
})
beforeEach(async () => void (await sql`delete from backups`))

const begin = async (now: Date) => {
  await requestBackup(sql, null, now)
  const claimed = await claimBackup(sql, now)
  if (!claimed) throw new Error('The backup was not claimed.')
  return claimed
}

test('two requests and two workers at the same time make only one backup', async () => {
  await Promise.all([requestBackup(sql, null, at('02:30:00')), requestBackup(sql, null, at('02:30:00'))])
  const claims = await Promise.all([claimBackup(sql, at('02:30:01')), claimBackup(sql, at('02:30:01'))])
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('a backup whose worker was killed is claimed again after a minute of silence', async () => {
  const killed = await begin(at('02:30:00'))
  await noteBackup(sql, killed, { done: 0.5 }, at('02:30:50'))
  expect(await claimBackup(sql, at('02:31:40'))).toBeNull()
  const claimed = await claimBackup(sql, at('02:31:51'))
  if (!claimed) throw new Error('The backup was not claimed.')
  expect(claimed).toEqual({ ...killed, attempts: 2 })
  // The first worker was only slow. Because it has lost its claim, its messages change nothing.
  await noteBackup(sql, killed, { folder: '2026-11-20T02-30-00', bytes: 5 }, at('02:31:52'))
  await finishBackup(sql, killed, { problem: 'Its process was silent.' }, at('02:31:52'))
  await releaseBackup(sql, killed)
  expect(await sql`select attempts, folder, problem from backups`).toEqual([
    { attempts: 2, folder: null, problem: null },
  ])
  // A worker that is stopped releases the backup at once. Its attempt does not count as failed.
  await releaseBackup(sql, claimed)
  expect(await claimBackup(sql, at('02:31:53'))).toMatchObject({ id: killed.id, attempts: 2 })
})

test('shows good, failed and running backups, but no deleted backups', async () => {
  const first = await begin(at('02:30:00'))
  await noteBackup(sql, first, { folder: '2026-11-20T02-30-00', bytes: 5 }, at('02:30:30'))
  await finishBackup(sql, first, good(20), at('02:31:00'))
  const second = await begin(at('09:00:00'))
  await finishBackup(sql, second, { problem: 'The disk is full.' }, at('09:01:00'))
  const third = await begin(at('10:00:00'))
  await noteBackup(sql, third, { folder: '2026-11-20T10-00-00', bytes: 6 }, at('10:00:30'))
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

  await finishBackup(sql, third, good(20), at('10:01:00'))
  const folders = async () =>
    (await findBackups(sql, config, at('10:02:00'))).backups.map(({ folder }) => folder)
  await noteFolders(sql, ['2026-11-20T10-00-00', '2026-11-19T02-30-00'], at('10:02:00'))
  expect(await folders()).toEqual(['2026-11-20T10-00-00', null])
  // The disk was missing for a time and is now back.
  await noteFolders(sql, ['2026-11-20T10-00-00', '2026-11-20T02-30-00'], at('10:02:00'))
  expect(await folders()).toEqual(['2026-11-20T10-00-00', null, '2026-11-20T02-30-00'])
  await noteFolders(sql, ['2026-11-20T10-00-00'], at('10:02:00'))
  // Failed backups are no longer listed after a month.
  const later = new Date('2026-12-24T01:00:00Z')
  expect(await findBackups(sql, config, later)).toMatchObject({
    next: { day: '2026-12-24' },
    backups: [{ folder: '2026-11-20T10-00-00' }],
  })
})

const firstStart = async () => {
  const [{ applied_at }] = await sql<
    [{ applied_at: Date }]
  >`select min(applied_at) as applied_at from releases`
  return (hours: number) => new Date(applied_at.getTime() + hours * 3_600_000)
}

test('requests a backup after a night in which no worker made one, even after the first night', async () => {
  const after = await firstStart()
  await requestMissedBackup(sql, after(25.9))
  expect(await sql`select from backups`).toHaveLength(0)
  await requestMissedBackup(sql, after(26.1))
  expect(await sql`select from backups`).toHaveLength(1)

  await sql`delete from backups`
  const first = await begin(at('02:30:00'))
  await noteBackup(sql, first, { folder: '2026-11-20T02-30-00', bytes: 5 }, at('02:30:30'))
  await finishBackup(sql, first, good(20), at('02:31:00'))
  await requestMissedBackup(sql, new Date('2026-11-21T02:31:00Z'))
  expect(await sql`select from backups`).toHaveLength(1)
  await requestMissedBackup(sql, new Date('2026-11-21T08:00:00Z'))
  expect(await sql`select from backups`).toHaveLength(2)
})

const troubleOf = async (now: Date, of = config) =>
  backupTrouble(JSON.parse(JSON.stringify(await findBackups(sql, of, now))) as BackupReport, now.getTime())

test('reports a failed, an old and a missing backup', async () => {
  const after = await firstStart()
  expect(await troubleOf(after(53))).toBeNull()
  expect(await troubleOf(after(72))).toBe('There has been no good backup for 3 days.')
  const first = await begin(at('02:30:00'))
  await noteBackup(sql, first, { folder: '2026-11-20T02-30-00', bytes: 5 }, at('02:30:30'))
  await finishBackup(sql, first, good(20), at('02:31:00'))
  expect(await troubleOf(new Date('2026-11-22T08:00:00Z'))).toBeNull()
  expect(await troubleOf(new Date('2026-11-23T03:00:00Z'))).toBe('There has been no good backup for 3 days.')
  const off = readConfig({ NODE_ENV: 'test', BACKUPS_KEPT: '0' })
  expect(await troubleOf(new Date('2026-11-23T03:00:00Z'), off)).toBeNull()
  const next = await begin(at('12:00:00'))
  await finishBackup(sql, next, { problem: 'The disk is full.' }, at('12:01:00'))
  expect(await troubleOf(at('12:02:00'))).toBe('The last backup failed.')
})

test('the page System expects backups of a separate server once the first backup has been recorded', async () => {
  const own = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://a@localhost/b' })
  const [{ now }] = await sql<[{ now: Date }]>`select now()`
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  // The worker made this backup before the database was moved to a separate server.
  const first = await begin(now)
  await noteBackup(sql, first, { folder: '2026-11-20T02-30-00', bytes: 5 }, now)
  await finishBackup(sql, first, good(20), now)
  expect(await findBackups(sql, own, later(80))).toMatchObject({ newest_at: null, backups: [] })
  expect(await troubleOf(later(80), own)).toBeNull()
  expect(await findBackupAge(sql, own, later(80))).toBeNull()

  const record = (name: string, names: string[]) => sql`select record_outside_backup(${name}, 7, ${names})`
  await record('2026-11-20T03-00-00Z', ['2026-11-20T03-00-00Z'])
  await record('2026-11-21T03-00-00Z', ['2026-11-20T03-00-00Z', '2026-11-21T03-00-00Z'])
  await record('2026-11-22T03-00-00Z', ['2026-11-21T03-00-00Z', '2026-11-22T03-00-00Z'])
  expect((await findBackups(sql, own, later(1))).backups).toMatchObject([
    { folder: '2026-11-22T03-00-00Z', bytes: 7, bookings: null, fault_count: null },
    { folder: '2026-11-21T03-00-00Z' },
  ])
  expect(await findBackupAge(sql, own, later(37))).toBeCloseTo(37 * 3600, -2)
  expect(await troubleOf(later(53), own)).toBeNull()
  expect(await troubleOf(later(72), own)).toBe('There has been no good backup for 3 days.')
  // The list of the embedded database contains only backups that the worker made.
  await noteFolders(sql, ['2026-11-20T02-30-00'], now)
  expect((await findBackups(sql, config, later(1))).backups).toMatchObject([
    { folder: '2026-11-20T02-30-00' },
  ])
  expect(await sql`select from backups where deleted_at is not null`).toHaveLength(1)
})

test('an admin can request a backup if the site makes backups', async () => {
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

test('before the first backup, the backup age is the age of the database, or null if the site makes no backups', async () => {
  const later = (await firstStart())(37)
  expect(await findBackupAge(sql, config, later)).toBeCloseTo(37 * 3600, 1)
  for (const env of [{ BACKUPS_KEPT: '0' }, { DATABASE_URL: 'postgres://a@localhost/b' }])
    expect(await findBackupAge(sql, readConfig({ NODE_ENV: 'test', ...env }), later)).toBeNull()
})
