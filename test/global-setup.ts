import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { connect } from '../app/platform/database.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres.ts'
import { onDatabase, template } from './database.ts'

/** One real Postgres for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-test-'))
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
