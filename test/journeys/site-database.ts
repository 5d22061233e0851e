import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from '../../app/platform/database/database.server.ts'
import { raisePageVersion } from '../../app/platform/http/page-cache/page-version.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openDatabase } from '../../server/database.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/** Returns the data folder of the journeys' site. */
export const siteFolder = () => process.env.JOURNEY_FOLDER ?? ''

let connected: Promise<Sql> | undefined
/** Returns this worker's pool for the site's database. The pool stays open, because connecting takes long. */
function siteDatabase(): Promise<Sql> {
  return (connected ??= openDatabase({ data_folder: siteFolder() }).then(async ({ url, close }) => {
    // The site's process keeps the server running.
    await close()
    return connect(url, { max: 2 })
  }))
}

/** Runs queries on the database of the journeys' site. Afterwards the site shows their changes. */
export async function onSiteDatabase<Value>(act: (sql: Sql) => Promise<Value>): Promise<Value> {
  const sql = await siteDatabase()
  const value = await act(sql)
  await raisePageVersion({ sql, log: createLog('silent') })
  // For up to 200 ms, a process may still show the earlier pages.
  await sleep(200)
  return value
}
