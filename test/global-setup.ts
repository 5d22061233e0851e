import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { migrate } from '../app/platform/database/migrations.server.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres.ts'
import { onDatabase, template } from './database.ts'
import { folderOfRun, removeKilledRuns } from './killed-runs.ts'
import { connect } from '../app/platform/database/pool.server.ts'

// prepare.mjs is plain JavaScript without types, because Node 20 runs it before packages are installed.
const { prepare } = await import('../server/prepare.mjs' as string)

/** Builds the site if it is stale, and starts Postgres with a migrated template that each test file clones. */
export default async function setup(project: TestProject) {
  prepare()
  // In watch mode, the site is built again after each edit, because tests call the built site.
  project.onTestsRerun(() => prepare())
  const parent = await findQuickFolder()
  await removeKilledRuns(parent)
  const folder = await mkdtemp(join(parent, folderOfRun(process.pid)))
  const postgres = await startEmbeddedPostgres({ folder, log: () => {}, fsync: false })
  const admin = connect(postgres.url, { max: 1 })
  await admin.unsafe(`create database ${template}`)
  await admin.end()

  const sql = connect(onDatabase(postgres.url, template), { max: 2 })
  await migrate(sql, 'db', () => {})
  await sql.end()

  project.provide('databaseServer', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a folder in memory if it has room for the databases of all tests, and otherwise the folder for temporary files. On
 * ext4, creating a database takes twenty times as long after others were dropped, because ext4 passes over each deleted file.
 */
async function findQuickFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  return memory !== null && memory.bavail * memory.bsize > 6e9 ? '/dev/shm' : tmpdir()
}
