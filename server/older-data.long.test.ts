import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Sql } from '../app/platform/database/database.server.ts'
import { emptyDatabases } from '../test/empty-database.ts'
import { copyDatabase, writeManifest } from './backups/backup-files.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { connect } from '../app/platform/database/pool.server.ts'

const empty = emptyDatabases()
const advice =
  'is of version 1.0.0 or older. This version cannot use it and has not changed it. Either start version 1.0.0 ' +
  'with it, or begin anew with another DATA_FOLDER or DATABASE_URL.\n'
let root: string
const data = () => join(root, 'data')
const backup = () => join(root, 'backup')

/** Creates the only table that the site reads before it refuses old data. */
async function makeOlder(sql: Sql, name: string) {
  await sql`create table schema_migrations (name text primary key, sha256 text not null)`
  await sql`insert into schema_migrations values (${name}, 'x')`
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'chalk-older-')))
  await chmod(root, 0o755)
  await mkdir(data())
  await withData(async (sql) => {
    await makeOlder(sql, '0043_slots.sql')
    await mkdir(backup())
    await copyDatabase(sql, join(backup(), 'postgres'))
  })
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function withData(work: (sql: Sql) => Promise<void>) {
  const server = await startEmbeddedPostgres({ folder: data(), log: () => {}, fsync: false })
  const sql = connect(server.url, { max: 1 })
  try {
    await work(sql)
  } finally {
    await sql.end()
    await server.stop()
  }
}

/** Runs a program that must fail, and returns the errors that it prints. */
async function failureOf(program: string, args: string[], settings: Record<string, string>) {
  const env = {
    ...process.env,
    DATA_FOLDER: data(),
    DATABASE_URL: '',
    BACKUP_FOLDER: '',
    PORT: '0',
    ...settings,
  }
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(process.execPath, [program, ...args], { env }, (error, _, stderr) =>
    resolve(error?.code === 1 ? stderr : `It ended with code ${error?.code ?? 0}.`),
  )
  return await promise
}

const tablesOf = async (sql: Sql) =>
  (await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`).map(
    ({ relname }) => relname as string,
  )

test.each([
  ['server/main.ts'],
  ['server/worker.ts'],
  ['server/dev.ts'],
  ['server/cli/admin.ts', 'create', 'ada@example.com', 'Ada'],
  ['server/cli/catalogue.ts', 'load'],
  ['server/cli/backup.ts'],
])('%s ends with a sentence that names the folder of the older data', async (program, ...args) => {
  expect(await failureOf(program, args, {})).toBe(`The database in ${data()} ${advice}`)
  await withData(async (sql) => expect(await tablesOf(sql)).toEqual(['schema_migrations']))
})

test('with DATABASE_URL, the sentence names the database and its server without the password', async () => {
  await makeOlder(empty.sql, '0001_words_and_time.sql')
  const { host } = new URL(empty.url)
  const failure = await failureOf('server/main.ts', [], { DATABASE_URL: empty.url })
  expect(failure).toBe(`The database ${empty.name} at ${decodeURIComponent(host)} ${advice}`)
  expect(await tablesOf(empty.sql)).toEqual(['schema_migrations'])
})

test.each(['0.1.0', '1.0.0'])(
  'a backup of version %s can neither be restored nor checked',
  async (version) => {
    const manifest = { made_at: '2026-11-25T02:30:00Z', files: 1, bytes: 1, automatic: false, checked: null }
    // Backups of version 0.1.0 contain no version.
    await writeManifest(backup(), version === '0.1.0' ? manifest : { ...manifest, version })
    const sentence =
      `${backup()} is a backup of version ${version}, which this version cannot open: keep it and restore it with ` +
      'version 1.0.0, or begin anew without it.\n'
    const restored = join(root, 'restored')
    expect(await failureOf('server/cli/restore.ts', [backup()], { DATA_FOLDER: restored })).toBe(sentence)
    expect(existsSync(restored)).toBe(false)
    expect(await failureOf('server/cli/backup.ts', ['--check', backup()], {})).toBe(sentence)
  },
)
