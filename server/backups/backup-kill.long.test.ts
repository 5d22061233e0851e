import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { findBackups, requestBackup } from '../../app/operations/system/backups.server.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { findPostmaster } from '../embedded-postgres/postmaster.ts'
import { startBackups } from '../jobs/backup-jobs.ts'
import { startBoss, steadyPace } from '../jobs/boss.ts'
import { readManifest, writeManifest } from './backup-files.ts'
import { unfinishedName } from './make-backup.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet }
const kept = 7
let clock = Date.parse('2026-12-02T02:30:00Z')
const now = () => new Date(clock)
let folder: string
let sql: Sql
let stop: () => Promise<void>
let startJobs: (options?: { patience: number }) => Promise<void>
let stopJobs: () => Promise<void>
let env: NodeJS.ProcessEnv
const backups = () => join(folder, 'backups')
const copies = async () => (await readdir(backups())).filter((name) => name !== 'backup.lock').toSorted()
const newest = async () => (await findBackups(sql, readConfig(env), now())).backups[0]

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'chalk-backup-kill-')))
  const server = await startEmbeddedPostgres({ folder, log: quiet, fsync: false })
  sql = connect(server.url, { max: 4 })
  await migrate(sql, 'db', quiet)
  env = { ...process.env, DATA_FOLDER: folder, DATABASE_URL: '', BACKUPS_KEPT: '', BACKUP_FOLDER: '' }
  for (let day = 20; day < 20 + kept; day++) {
    const path = join(backups(), `2026-11-${day}T02-30-00`)
    await mkdir(path, { recursive: true })
    const checked = { checked_at: `2026-11-${day}T02:31:00Z`, bookings: 0, fault_count: 0 }
    await writeManifest(path, {
      made_at: `2026-11-${day}T02:30:30Z`,
      files: 1,
      bytes: 1,
      automatic: true,
      checked,
    })
  }
  const boss = await startBoss(sql, log, steadyPace)
  startJobs = async (options) => {
    const jobs = await startBackups({ boss, sql, now, config: readConfig(env), log }, { env, ...options })
    stopJobs = jobs.stop
  }
  await startJobs()
  stop = async () => {
    await stopJobs()
    await boss.stop({ graceful: false })
    await sql.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => stop?.())

/** Returns the copying process as soon as the folder of its copy exists. Ignores the folder of the process `killed`. */
async function findCopyingProcess(killed?: number): Promise<number> {
  for (;;) {
    const names = (await readdir(backups())).filter((name) => unfinishedName.test(name))
    const pid = names.map((name) => Number(name.split('-').at(-1))).find((pid) => pid !== killed)
    if (pid !== undefined) return pid
    await setImmediate()
  }
}

/** Waits until the check of a backup has started its own Postgres, and returns the process of that server. */
async function findCheckingServer(): Promise<number> {
  for (;;) {
    const server = await findPostmaster(join(folder, 'backup-check', 'postgres')).catch(() => null)
    if (server !== null) return server
    await setImmediate()
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a backup whose process is killed while it copies or checks never counts, and seven valid backups remain', async () => {
  await requestBackup(sql, null, now())
  const first = await findCopyingProcess()
  process.kill(first, 'SIGKILL')
  expect(await copies()).toEqual(expect.arrayContaining([expect.stringMatching(unfinishedName)]))
  expect(await newest()).toMatchObject({ finished_at: null, checked_at: null, folder: null })

  // The worker restarts the backup after a minute without messages.
  clock += 61_000
  const second = await findCopyingProcess(first)
  const server = await findCheckingServer()
  process.kill(second, 'SIGKILL')
  expect(await copies()).toEqual(expect.arrayContaining(['2026-12-02T02-30-00']))
  expect(await newest()).toMatchObject({ finished_at: null, checked_at: null })

  clock += 61_000
  await expect.poll(async () => (await newest())?.finished_at, { timeout: 120_000 }).toBeTruthy()
  expect(await newest()).toMatchObject({ problem: null, folder: '2026-12-02T02-30-00', bookings: 0 })
  // The remains of the killed attempts and the oldest of eight backups have been deleted.
  const days = Array.from({ length: kept - 1 }, (_, n) => `2026-11-${21 + n}T02-30-00`)
  expect(await copies()).toEqual([...days, '2026-12-02T02-30-00'])
  expect(await readdir(folder)).not.toContain('backup-check')
  expect(isAlive(server)).toBe(false)
})

test('the backup process ends when its worker is killed, and only the next attempt makes a valid copy', async () => {
  clock = Date.parse('2026-12-03T02:30:00Z')
  const program = join(import.meta.dirname, 'backup-process.ts')
  const child = fork(program, [now().toISOString()], { env, execArgv: [], stdio: 'ignore' })
  expect(await findCopyingProcess()).toBe(child.pid)
  // The backup process then acts as if SIGKILL had ended its worker.
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([1, null])
  const left = (await copies()).filter((name) => name.startsWith('2026-12-03'))
  const manifests = await Promise.all(left.map((name) => readManifest(join(backups(), name))))
  expect(manifests.filter((manifest) => manifest?.checked)).toEqual([])

  await requestBackup(sql, null, now())
  await expect.poll(async () => (await newest())?.finished_at, { timeout: 120_000 }).toBeTruthy()
  expect(await newest()).toMatchObject({ problem: null, folder: '2026-12-03T02-30-00' })
  expect(await copies()).toHaveLength(kept)
})

test('a checked copy counts even if its process is killed after the check, and the worker makes no second copy', async () => {
  const manifest = await readManifest(join(backups(), '2026-12-03T02-30-00'))
  await sql`update backups set checked_at = null, finished_at = null, seen_at = null where requested_at = ${now()}`
  await expect.poll(async () => (await newest())?.finished_at, { timeout: 120_000 }).toBeTruthy()
  expect(await newest()).toMatchObject({
    checked_at: new Date(manifest?.checked?.checked_at ?? ''),
    bytes: manifest?.bytes,
    problem: null,
  })
})

test('a backup of the worker never replaces a backup that was made by hand in the same second', async () => {
  clock = Date.parse('2026-12-04T09:00:00Z')
  const path = join(backups(), '2026-12-04T09-00-00')
  await mkdir(path)
  const manifest = { made_at: '2026-12-04T09:00:00Z', files: 1, bytes: 1, automatic: false, checked: null }
  await writeManifest(path, manifest)
  await requestBackup(sql, null, now())
  await expect.poll(async () => (await newest())?.problem, { timeout: 120_000 }).toContain('already exists')
  expect(await readManifest(path)).toEqual(manifest)
})

test('a worker that stops while it claims a backup does not start the backup', async () => {
  await stopJobs()
  await sql`delete from backups where finished_at is null`
  const before = await copies()
  clock = Date.parse('2026-12-05T02:30:00Z')
  await requestBackup(sql, null, now())
  await startJobs()
  await stopJobs()
  expect(await copies()).toEqual(before)
  expect(await sql`select attempts, seen_at from backups where finished_at is null`).toEqual([
    { attempts: 0, seen_at: null },
  ])
})

test('the worker kills a backup process that hangs, and marks its backup as failed', async () => {
  await startJobs({ patience: 20_000 })
  const hanging = await findCopyingProcess()
  process.kill(hanging, 'SIGSTOP')
  await expect.poll(async () => (await newest())?.problem, { timeout: 120_000 }).toContain('was silent for')
  await expect.poll(() => isAlive(hanging)).toBe(false)
})
