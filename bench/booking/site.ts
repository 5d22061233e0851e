import type { Desk } from '../../app/bookings/placing/booking-desk.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { connect, type Sql } from '../../app/platform/database.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openDatabase } from '../../server/database.ts'
import { listen } from '../../server/listen.ts'
import { createDoor } from '../../server/door.ts'
import { createWeb } from '../../server/web.ts'

/**
 * The real site with one thing changed: another way to place a booking. Everything before and behind it is what
 * visitors get, so that two ways can be compared.
 */
export async function serveSite(createCounter: (sql: Sql) => Desk): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: undefined,
    dataFolder: config.data_folder,
    log: () => {},
  })
  const sql = connect(database.url, { max: config.database_pool })
  const web = await createWeb(
    { sql, now: () => new Date(), config, log: createLog(config.log_level) },
    createCounter(sql),
  )
  const server = createDoor(web).server
  await listen(server, config.host, config.port)

  process.once('SIGTERM', async () => {
    await new Promise((done) => server.close(done).closeAllConnections())
    await sql.end({ timeout: 5 })
    await database.close()
    process.exit(0)
  })
}
