import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '../../server/database.ts'
import { productionSettings } from '../production-settings.ts'
import { start } from './tools.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/**
 * This name is too long for the path of a socket, so Postgres listens on the loopback. Processes with another root
 * folder can reach Postgres there.
 */
const pastSockets = 'too-long-for-the-path-of-a-socket-'.repeat(3)

/** Starts a Postgres 18 on the loopback. `close` stops it and removes the folder with its data. */
export async function openPostgres() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'chalk-deploy-')))
  const database = await openDatabase({ data_folder: join(folder, pastSockets) })
  const sql = connect(database.url, { max: 2 })
  return {
    url: database.url,
    folder,
    sql,
    async close() {
      await sql.end({ timeout: 1 })
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a process of the site or the worker with only these settings. */
export function startProcess(file: string, env: Record<string, string>) {
  return start(process.execPath, [file], {
    env: { ...productionSettings, CATALOGUE: 'none', LOG_LEVEL: 'warn', PATH: process.env.PATH, ...env },
    ready: /is open at|The worker is running/,
  })
}
