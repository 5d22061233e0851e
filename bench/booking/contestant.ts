import type { Server } from 'node:http'

import { type Config, readConfig } from '../../app/platform/config.server.ts'
import { connect, type Sql } from '../../app/platform/database.server.ts'
import { openDatabase } from '../../server/database.ts'
import { listen } from '../../server/http-server.ts'

/** Runs a process that serves requests on the bench's database until it is stopped. `open` creates its server. */
export async function serveContestant(
  open: (sql: Sql, config: Config) => Server | Promise<Server>,
): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase({ data_folder: config.data_folder })
  const sql = connect(database.url, { max: config.database_pool })
  const server = await open(sql, config)
  await listen(server, config.host, config.port)

  process.once('SIGTERM', async () => {
    await new Promise((done) => server.close(done).closeAllConnections())
    await sql.end({ timeout: 5 })
    await database.close()
    process.exit(0)
  })
}
