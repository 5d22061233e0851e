import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { findBackups, requestBackup } from '../../app/operations/system/backups.server.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { tryExclusive } from '../embedded-postgres/lock.ts'
import { startBackups } from '../jobs/backup-jobs.ts'
import { startBoss, steadyPace } from '../jobs/boss.ts'
import { copyFolder, readManifest, writeManifest } from './backup-files.ts'
import { deleteOld, demandSpace } from './backup-folder.ts'
import { checkBackup } from './check-backup.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

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

test('the worker makes and checks a backup and removes the files of a killed process, and a damaged backup fails its check', async () => {
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
    checkBackup(damaged.path, { checkFolder: join(folder, 'check'), in_bucket: false }),
  ).rejects.toThrow()
  expect((await readManifest(damaged.path))?.checked).toBeNull()
  expect(await readdir(folder)).not.toContain('check')
})

/** Copies a backup and overwrites the table of bookings in the copy. */
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

test.runIf(process.env.LONG)(
  'a backup of the worker and a backup made by hand wait while another backup uses the same folder',
  async () => {
    await mkdir(backups(), { recursive: true })
    const lock = tryExclusive(join(backups(), 'backup.lock'))
    const unfinished = join(backups(), '2026-11-01T09-00-00.unfinished-99999')
    await mkdir(unfinished)
    await requestBackup(sql, null, now())
    const newest = async () => (await findBackups(sql, readConfig(env), now())).backups[0]
    await expect.poll(async () => (await newest())?.step).toBe('copying')
    const by_hand = execFile(process.execPath, ['server/cli/backup.ts'], { env })
    await waitForLine(by_hand, 'Waiting for another backup in the same folder')
    expect(existsSync(unfinished)).toBe(true)
    lock?.release()
    expect(await once(by_hand, 'exit')).toEqual([0, null])
    await expect.poll(async () => (await newest())?.checked_at, { timeout: 120_000 }).toBeTruthy()
    expect(existsSync(unfinished)).toBe(false)
  },
)

async function waitForLine(child: ChildProcess, text: string): Promise<void> {
  for await (const line of createInterface({ input: child.stdout ?? Readable.from([]) }))
    if (line.includes(text)) return
  throw new Error(`The process did not print: ${text}`)
}

test('refuses a backup if the disk has too little space', async () => {
  await expect(demandSpace(folder, 1e18)).rejects.toThrow(
    /^Too little disk space for a backup in \S+: .+ is free, .+ is needed\.$/,
  )
  await expect(demandSpace(folder, 1)).resolves.toBeUndefined()
})

const checked = { checked_at: '2026-11-01T03:00:00Z', bookings: 1, fault_count: 0 }

/**
 * Creates a folder with backups on these days of November. Some are readable, some unreadable, and some made by hand.
 */
async function backupsOf({ readable, unreadable, by_hand }: Record<string, number[]>) {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-kept-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const add = async (day: number, manifest: { automatic: boolean; checked: typeof checked | null }) => {
    const path = join(folder, nameOf(day))
    await mkdir(path)
    await writeManifest(path, { made_at: '2026-11-01T02:30:00Z', files: 1, bytes: 1, ...manifest })
  }
  for (const day of readable ?? []) await add(day, { automatic: true, checked })
  for (const day of unreadable ?? []) await add(day, { automatic: true, checked: null })
  for (const day of by_hand ?? []) await add(day, { automatic: false, checked })
  await writeFile(join(folder, nameOf(28)), 'A file, not a backup.')
  await mkdir(join(folder, nameOf(29)))
  const days = async () => (await readdir(folder)).map((name) => Number(name.slice(8, 10)))
  return { folder, days }
}

const nameOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}T02-30-00`

test('keeps the newest readable backups, and deletes older and unreadable backups', async () => {
  const { folder, days } = await backupsOf({ by_hand: [1], readable: [2, 3, 5, 8], unreadable: [4, 6, 7] })
  expect(await deleteOld(folder, 3, nameOf(8))).toEqual([nameOf(8), nameOf(5), nameOf(3)])
  expect(await days()).toEqual([1, 3, 5, 8, 28, 29])
})

test('failed backups never displace readable backups, and old failures are deleted', async () => {
  const { folder, days } = await backupsOf({ readable: [2, 3], unreadable: [1, 4, 5, 6] })
  await deleteOld(folder, 2, nameOf(6))
  expect(await days()).toEqual([2, 3, 5, 6, 28, 29])
})

test('backups with a date in the future count as the oldest', async () => {
  const { folder, days } = await backupsOf({ readable: [2, 3, 20, 21, 22], unreadable: [19] })
  await deleteOld(folder, 3, nameOf(3))
  expect(await days()).toEqual([2, 3, 22, 28, 29])
})

test('never deletes the new backup, even if the setting keeps very few backups', async () => {
  const { folder, days } = await backupsOf({ readable: [2, 20, 21], unreadable: [3] })
  await deleteOld(folder, 1, nameOf(3))
  expect(await days()).toEqual([2, 3, 28, 29])
})

test('copying fails if somebody deletes the copy meanwhile, but skips files that Postgres deletes meanwhile', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  for (const name of ['a', 'b']) await mkdir(join(from, name), { recursive: true })
  for (const path of ['a/1', 'a/2', 'b/1']) await writeFile(join(from, path), 'text')
  onTestFinished(() => rm(from, { recursive: true }))
  const copy = (onFirst: string) => {
    let count = 0
    return copyFolder(from, to, {
      onCopied: () => (count++ === 0 ? rmSync(onFirst, { recursive: true }) : undefined),
    })
  }
  await expect(copy(join(to, 'a'))).rejects.toThrow('ENOENT')
  await rm(to, { recursive: true })
  await expect(copy(to)).rejects.toThrow('ENOENT')
  expect(existsSync(to)).toBe(false)
  expect(await copy(join(from, 'b'))).toEqual({ files: 2, bytes: 8 })
})

test.runIf(process.env.LONG)('npm run backup uses BACKUP_FOLDER, and refuses unknown options', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['server/cli/backup.ts', ...args], {
      env: { ...env, BACKUP_FOLDER: join(folder, 'elsewhere') },
    })
  await expect(run('--chekc', join(folder, 'x'))).rejects.toThrow('Usage:')
  await expect(run('--check')).rejects.toThrow('Usage:')
  expect((await run()).stdout).toContain(join(folder, 'elsewhere', ''))
})
