import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'

import { connect, type Sql } from '../app/platform/database.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address; its database is the migrated template's neighbour. */
    databaseServer: string
  }
}

export const template = 'chalk_template'

/** Who holds a lock until others wait for it waits longer on a busy machine than a visitor would: the test's own limit ends it. */
export const asLongAsItTakes = {
  statement_timeout: 90_000,
  lock_timeout: 90_000,
  idle_in_transaction_session_timeout: 90_000,
}

/** A database of its own for one test file, cloned from the migrated template and dropped when the file is done. */
export async function ownDatabase(): Promise<Sql & { url: string }> {
  const server = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(server, { max: 1 })
  await admin.unsafe(`create database ${name} template ${template}`)

  const url = onDatabase(server, name)
  const sql = connect(url, { max: 48, ...asLongAsItTakes })
  afterAll(async () => {
    await sql.end({ timeout: 5 })
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
  })
  return Object.assign(sql, { url })
}

export function onDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
