import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'

import type { Sql } from '../app/platform/database/database.server.ts'
import { connect } from '../app/platform/database/pool.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test server. */
    databaseServer: string
  }
}

export const template = 'chalk_template'

/** These timeouts are longer than a visitor's, because race tests hold locks for a long time on a busy machine. */
export const testTimeouts = {
  statement_timeout: 90_000,
  lock_timeout: 90_000,
  idle_in_transaction_session_timeout: 90_000,
}

/**
 * Returns a new database for a test file. It is cloned from the migrated template, and dropped after the file's tests.
 * `clients` is a second pool, for races.
 */
export async function ownDatabase(): Promise<Sql & { url: string; clients: Sql }> {
  const server = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = administer(server)
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)

  const url = onDatabase(server, name)
  const sql = connect(url, { max: 48, ...testTimeouts })
  const clients = connect(url, { max: 64, ...testTimeouts })
  afterAll(async () => {
    await Promise.all([sql.end({ timeout: 5 }), clients.end({ timeout: 5 })])
    await admin.unsafe(`drop database ${name} with (force)`)
  })
  return Object.assign(sql, { url, clients })
}

let administrator: Sql | undefined
/**
 * Returns the connection that creates and drops databases. All files of a worker share it, because a new connection
 * costs as much of the processor's time as a new database. It closes when it is idle.
 */
export function administer(server: string): Sql {
  return (administrator ??= connect(server, { max: 1, idle_timeout_seconds: 5, statement_timeout: 90_000 }))
}

export function onDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
