import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { migrate } from '../../app/platform/database/migrations.server.ts'
import { claimBackup, requestBackup } from '../../app/operations/system/backups.server.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

const exec = promisify(execFile)
const quiet = () => {}
const now = new Date('2026-12-02T02:30:00Z')
const isRoot = process.getuid?.() === 0
const nobody = 65534
let root: string
const data = () => join(root, 'data')
const backup = () => join(data(), 'backups', '2026-12-02T02-30-00')
const restored = () => join(root, 'restored')

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'chalk-restore-')))
  await chmod(root, 0o755)
  await mkdir(join(data(), 'pictures'), { recursive: true })
  await writeFile(join(data(), 'pictures', 'a.webp'), 'picture')
  await writeFile(join(data(), 'secrets.key'), 'key', { mode: 0o600 })
  await withData(data(), async (sql) => {
    await migrate(sql, 'db', quiet)
    await requestBackup(sql, null, now)
    await claimBackup(sql, now)
  })
  if (isRoot) await exec('chown', ['-R', `${nobody}:${nobody}`, data()])
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function withData(folder: string, work: (sql: ReturnType<typeof connect>) => Promise<void>) {
  const server = await startEmbeddedPostgres({ folder, log: quiet, fsync: false })
  const sql = connect(server.url, { max: 1 })
  try {
    await work(sql)
  } finally {
    await sql.end()
    await server.stop()
  }
}

const run = async (program: string, folder: string, ...args: string[]) => {
  const env = { ...process.env, DATA_FOLDER: folder, DATABASE_URL: '', BACKUP_FOLDER: '' }
  const command = [process.execPath, `server/cli/${program}.ts`, ...args]
  // Root often has this umask, with which other users cannot read new files.
  return (await exec('sh', ['-c', 'umask 077 && exec "$0" "$@"', ...command], { env })).stdout
}

/** Returns the files below a folder that belong to root. */
const filesOfRoot = async (folder: string) =>
  (await exec('find', [folder, '-uid', '0'])).stdout.split('\n').filter(Boolean)

test('a restored database does not contain the request for the backup that was restored', async () => {
  await run('backup', data(), backup())
  expect(await run('restore', restored(), backup())).toContain('with 0 bookings')
  await withData(restored(), async (sql) => {
    expect(await sql`select from backups`).toHaveLength(0)
  })
})

test.skipIf(!isRoot)('root backs up, checks and restores the data of another user', async () => {
  expect(await run('backup', data(), '--check', backup())).toContain('0 bookings, 0 differences')
  expect(await filesOfRoot(data())).toEqual([])
  expect(await filesOfRoot(restored())).toEqual([])
})
