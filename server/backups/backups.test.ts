import { cp, mkdir, mkdtemp, open, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import { connect, type Sql } from '../../app/platform/database.server.ts'
import { migrate } from '../../app/platform/migrations.server.ts'
import { findBackups, requestBackup } from '../../app/system/backups.server.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { tryExclusive } from '../embedded-postgres/lock.ts'
import { startBackups } from '../jobs/backup-jobs.ts'
import { startBoss, steadyPace } from '../jobs/boss.ts'
import { readManifest, writeManifest } from './backup-files.ts'
import { deleteOld, demandSpace } from './backup-folder.ts'
import { checkBackup } from './check-backup.ts'

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet }
const now = () => new Date()
let folder: string
let sql: Sql
let stop: () => Promise<void>
let env: NodeJS.ProcessEnv
const backups = () => join(folder, 'backups')

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'chalk-backups-')))
  const server = await startEmbeddedPostgres({ folder, log: quiet, fsync: false })
  sql = connect(server.url, { max: 4 })
  await migrate(sql, 'db', quiet)
  const { experience, on } = await makeDailyExperience(sql)
  await book(sql, experience, on('2026-12-05'), 2, new Date('2026-12-01T12:00:00Z'))
  env = { ...process.env, DATA_FOLDER: folder, DATABASE_URL: '', BACKUPS_KEPT: '2', BACKUP_FOLDER: '' }
  const boss = await startBoss(sql, log, steadyPace)
  const jobs = await startBackups({ boss, sql, now, config: readConfig(env), log }, { env })
  stop = async () => {
    await jobs.stop()
    await boss.stop({ graceful: false })
    await sql.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => stop?.())

/** Requests a backup, and returns its row when it has ended. */
async function backUp() {
  await requestBackup(sql, null, now())
  const newest = async () => (await findBackups(sql, readConfig(env), now())).backups[0]
  await expect.poll(async () => (await newest())?.finished_at, { timeout: 120_000 }).toBeTruthy()
  const ended = await newest()
  if (!ended) throw new Error('There is no backup.')
  return ended
}

test('the worker makes a backup, opens a copy of it, and removes what a killed process left', async () => {
  await mkdir(join(backups(), '2026-11-01T02-30-00.unfinished-99999', 'postgres'), { recursive: true })
  await mkdir(join(folder, 'backup-check', 'postgres'), { recursive: true })

  const made = await backUp()
  expect(made).toMatchObject({ problem: null, bookings: 1, fault_count: 0, done: 1 })
  const kept = (await readdir(backups())).filter((name) => name !== 'backup.lock')
  expect(kept).toEqual([made.folder])
  expect(await readManifest(join(backups(), made.folder ?? ''))).toMatchObject({
    automatic: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    bytes: made.bytes,
    checked: { bookings: 1, fault_count: 0 },
  })
  expect(await readdir(folder)).not.toContain('backup-check')

  await using damaged = await damage(join(backups(), made.folder ?? ''))
  await expect(
    checkBackup(damaged.path, { place: join(folder, 'place'), in_bucket: false }),
  ).rejects.toThrow()
  expect((await readManifest(damaged.path))?.checked).toBeNull()
  expect(await readdir(folder)).not.toContain('place')
})

/** A copy of a backup in which the table of bookings is overwritten. */
async function damage(from: string) {
  const path = join(folder, 'damaged')
  await cp(from, path, { recursive: true, preserveTimestamps: true })
  const [{ file }] = await sql<[{ file: string }]>`select pg_relation_filepath('bookings') as file`
  const handle = await open(join(path, 'postgres', file), 'r+')
  await handle.write(Buffer.alloc(8192, 0x5a), 0, 8192, 0)
  await handle.close()
  const manifest = await readManifest(path)
  if (manifest) await writeManifest(path, { ...manifest, checked: null })
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('a backup fails in a sentence while another process holds the folder', async () => {
  await mkdir(backups(), { recursive: true })
  const lock = tryExclusive(join(backups(), 'backup.lock'))
  onTestFinished(() => lock?.release())
  expect(await backUp()).toMatchObject({
    problem: 'Another process makes a backup in the same folder.',
    checked_at: null,
  })
})

test('refuses to fill the disk', async () => {
  await expect(demandSpace(folder, 1e18)).rejects.toThrow(
    /^Too little disk space for a backup in \S+: .+ is free, .+ is needed\.$/,
  )
  await expect(demandSpace(folder, 1)).resolves.toBeUndefined()
})

test('deletes old backups of the worker, but never the newest that could be read', async () => {
  const place = await mkdtemp(join(tmpdir(), 'chalk-kept-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const checked = { checked_at: '2026-11-01T03:00:00Z', bookings: 1, fault_count: 0 }
  const add = async (day: number, manifest: { automatic: boolean; checked: typeof checked | null }) => {
    const path = join(place, `2026-11-${String(day).padStart(2, '0')}T02-30-00`)
    await mkdir(path)
    await writeManifest(path, { made_at: '2026-11-01T02:30:00Z', files: 1, bytes: 1, ...manifest })
  }
  await add(1, { automatic: false, checked })
  await add(2, { automatic: true, checked })
  await add(3, { automatic: true, checked })
  await add(4, { automatic: true, checked: null })
  await add(5, { automatic: true, checked: null })
  await writeFile(join(place, '2026-11-06T02-30-00'), 'A file, not a backup.')
  await mkdir(join(place, '2026-11-07T02-30-00'))
  const days = async () => (await readdir(place)).map((name) => Number(name.slice(8, 10)))

  expect(await deleteOld(place, 2)).toEqual(['2026-11-02T02-30-00'])
  expect(await days()).toEqual([1, 3, 4, 5, 6, 7])
  await add(8, { automatic: true, checked })
  expect(await deleteOld(place, 1)).toHaveLength(3)
  expect(await days()).toEqual([1, 6, 7, 8])
  expect(await readFile(join(place, '2026-11-08T02-30-00', 'backup.json'), 'utf8')).toContain('"checked_at"')
})
