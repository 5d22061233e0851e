import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, inject } from 'vitest'

import type { Sql } from '../app/platform/database/database.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { administer, onDatabase } from './database.ts'
import { connect } from '../app/platform/database/pool.server.ts'

/** Gives each test of a file an empty database and an empty folder of migrations. */
export function emptyDatabases() {
  const server = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = onDatabase(server, name)
  const admin = administer(server)
  const empty = { name, url, admin, sql: admin, folder: '' }
  const write = (file: string, text: string) => writeFile(join(empty.folder, 'migrations', file), text)
  const writeFunctions = (file: string, text: string) =>
    writeFile(join(empty.folder, 'functions', file), text)

  /** Migrates the database from a folder, and returns the reported lines. */
  async function run(sql: Sql = empty.sql, folder = empty.folder): Promise<string[]> {
    const lines: string[] = []
    await migrate(sql, folder, (line) => lines.push(line))
    return lines
  }

  /** Returns the names of the applied migrations. */
  async function applied(): Promise<string[]> {
    const rows = await empty.sql<{ name: string }[]>`
      select name from schema_migrations where name ~ '^[0-9]' order by name`
    return rows.map((row) => row.name)
  }

  beforeEach(async () => {
    await admin.unsafe(`create database ${name} template template0`)
    empty.sql = connect(url, { max: 2 })
    empty.folder = await mkdtemp(join(tmpdir(), 'sql-'))
    await mkdir(join(empty.folder, 'migrations'))
    await mkdir(join(empty.folder, 'functions'))
  })
  afterEach(async () => {
    await empty.sql.end()
    await admin.unsafe(`drop database ${name} with (force)`)
    await rm(empty.folder, { recursive: true })
  })
  return Object.assign(empty, { write, writeFunctions, run, applied })
}
